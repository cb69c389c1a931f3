import { createReadStream } from 'node:fs';
import { aborted } from '../files/aborted.ts';
import {
  AddressError,
  type AddressRule,
  EarlyResponseError,
  IdleError,
  requestPublic,
} from '../files/public-request.ts';
import { requestProblem } from '../files/request-problem.ts';
import { readExcerpt } from '../files/response-excerpt.ts';
import type { EngineOutcome } from './effects.ts';

/** A result to send: its bytes or its file, and its media type. */
export type PutBody = Pick<EngineOutcome, 'bytes' | 'mimeType'>;

/** The outcome of one try: a response, with the error code in its XML, or why there was none. */
export type PutOutcome =
  | { readonly status: number; readonly code: string | undefined }
  | { readonly problem: string; readonly mayRetry: boolean };

/** Sends a result to a presigned address. Never rejects. */
export type PutResult = (address: string, body: PutBody, signal: AbortSignal) => Promise<PutOutcome>;

/** Seconds without a byte in either direction after which a try fails. */
const defaultIdleSeconds = 15;

/** Hosts of Azure's Blob Storage, whose Put Blob requires the type of the blob. */
const isAzure = ({ hostname }: URL): boolean => hostname.endsWith('.blob.core.windows.net');

/**
 * The error code in the XML of an object store. Nothing else of a response is returned: S3 repeats the signature of the request in the
 * response that refuses it.
 */
const errorCodeOf = (excerpt: string): string | undefined =>
  /<Code>([A-Za-z]{1,64})<\/Code>/.exec(excerpt)?.[1];

const problemOf = (error: unknown, idleSeconds: number): string => {
  if (error instanceof IdleError) return `The connection was idle for ${idleSeconds} seconds.`;
  if (error instanceof EarlyResponseError) return 'It responded before it had received the whole result.';
  return requestProblem(error);
};

/**
 * Sends results by PUT to addresses that the rule of their URL allows, by default public ones. Connects only to the address that was
 * checked, and follows no redirect. A large result is streamed from its file.
 */
export const createPutResult =
  (ruleOf: (url: URL) => AddressRule, idleSeconds = defaultIdleSeconds): PutResult =>
  async (address, { bytes, mimeType }, signal) => {
    const put = async (): Promise<PutOutcome> => {
      const url = new URL(address);
      const response = await requestPublic(url, ruleOf(url), {
        signal,
        method: 'PUT',
        idleSeconds,
        needsWholeBody: true,
        headers: {
          'content-type': mimeType,
          'content-length': bytes.length,
          ...(isAzure(url) ? { 'x-ms-blob-type': 'BlockBlob' } : {}),
        },
        // With its end given, the stream ends after the last byte, without another read that a fast server's response could precede.
        body:
          bytes instanceof Uint8Array ? bytes : () => createReadStream(bytes.path, { end: bytes.length - 1 }),
      });
      return { status: response.statusCode ?? 0, code: errorCodeOf(await readExcerpt(response)) };
    };
    try {
      // The race also ends the resolver, which accepts no signal.
      return await Promise.race([put(), aborted(signal)]);
    } catch (error) {
      const isForbidden = error instanceof AddressError && error.reason === 'not_public';
      return { problem: problemOf(error, idleSeconds), mayRetry: !isForbidden };
    }
  };
