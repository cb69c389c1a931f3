import type { IncomingMessage } from 'node:http';
import { AddressError, type AddressRule, pinAddress, requestPinned } from '../files/public-request.ts';
import type { ReceiverAnswer } from './webhook.ts';

/** The outcome of one try: a response, or why there was none. */
export type PostOutcome =
  | (ReceiverAnswer & { readonly retryAfterSeconds: number | undefined })
  | { readonly problem: string; readonly isSlow: boolean };

/** Sends a webhook. */
export type PostWebhook = (
  url: string,
  headers: Readonly<Record<string, string>>,
  payload: string,
) => Promise<PostOutcome>;

/** Bytes of a response that are read, and characters that its owner sees. */
const readBytes = 1024;
const excerptCharacters = 500;

/** Reads the beginning of a body. What a broken connection has sent counts. */
const readExcerpt = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let received = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      received += chunk.length;
      if (received >= readBytes) break;
    }
  } catch {
    // The status is known.
  }
  const text = Buffer.concat(chunks).subarray(0, readBytes).toString('utf8');
  return text
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, excerptCharacters);
};

/** The seconds of a `Retry-After` header (RFC 9110, 10.2.3), as a number or a date. */
const retryAfterOf = ({ headers }: IncomingMessage, now: number): number | undefined => {
  const value = headers['retry-after'];
  if (value === undefined) return undefined;
  const seconds = /^\d{1,9}$/.test(value) ? Number(value) : (Date.parse(value) - now) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
};

/** The code of a Node error, which contains nothing of the response. */
const codeOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? ` (${code})` : '';
};

const problemOf = (error: unknown): string => {
  if (error instanceof AddressError)
    return error.reason === 'unresolved'
      ? 'The host name does not resolve.'
      : 'The host is not on the public internet.';
  return `The connection failed${codeOf(error)}.`;
};

/** Rejects when the signal is aborted. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/**
 * Sends webhooks to addresses that the rule of their URL allows, by default public ones. Connects only to the address that was
 * checked, and follows no redirect.
 *
 * @param timeoutSeconds for the whole exchange; a response whose body takes longer counts by its status
 */
export const createPostWebhook =
  (ruleOf: (url: URL) => AddressRule, timeoutSeconds: number): PostWebhook =>
  async (address, headers, payload) => {
    const signal = AbortSignal.timeout(timeoutSeconds * 1000);
    let status: number | undefined;
    let retryAfterSeconds: number | undefined;
    const post = async (): Promise<string> => {
      const url = new URL(address);
      const pinned = await pinAddress(url, ruleOf(url));
      signal.throwIfAborted();
      const response = await requestPinned(url, pinned, {
        signal,
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
        },
        body: payload,
      });
      status = response.statusCode;
      retryAfterSeconds = retryAfterOf(response, Date.now());
      try {
        return await readExcerpt(response);
      } finally {
        response.destroy();
      }
    };
    try {
      // The race also ends the resolver, which accepts no signal.
      const excerpt = await Promise.race([post(), aborted(signal)]);
      return { status: status ?? 0, excerpt, retryAfterSeconds };
    } catch (error) {
      if (status !== undefined) return { status, excerpt: '', retryAfterSeconds };
      if (signal.aborted) return { problem: `No response within ${timeoutSeconds} seconds.`, isSlow: true };
      return { problem: problemOf(error), isSlow: false };
    }
  };
