import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { byteSize } from '../byte-size.ts';
import { ConversionError } from '../conversions/errors.ts';
import { aborted } from './aborted.ts';
import { cleanFilename } from './file.ts';
import { AddressError, type AddressRule, requestPublic, UpgradeError } from './public-request.ts';

/** The limits of a download. A test replaces `isAllowed` and `resolve` in place of the internet. */
export type FetchLimits = AddressRule & {
  readonly maxBytes: number;
  readonly timeoutSeconds: number;
  /** Stops the download, which then throws the reason of the signal. */
  readonly signal?: AbortSignal;
};

const longestRedirectChain = 3;

const unreachable = (message: string, cause?: unknown): ConversionError =>
  new ConversionError('source_unreachable', `file_url: ${message}`, { cause });

/** Removes the address and any bytes read from a Node error, because neither may be logged. */
const withoutBytes = (cause: unknown): Error =>
  new Error(cause instanceof Error ? `${cause.name}: ${cause.message}` : 'Unknown error');

const safeDecode = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

const addressProblems = {
  unresolved: 'the host name does not resolve. Check the address.',
  not_public: 'the address is not on the public internet. Upload the file instead.',
} as const;

const badStatus = (status: number | undefined): ConversionError =>
  unreachable(`the host responded with status ${status}. The address must return the document itself.`);

const get = (url: URL, limits: FetchLimits, signal: AbortSignal): Promise<IncomingMessage> =>
  requestPublic(url, limits, { signal, headers: { accept: '*/*', 'accept-encoding': 'identity' } }).catch(
    (error: unknown) => {
      if (error instanceof AddressError) throw unreachable(addressProblems[error.reason], error.cause);
      throw error instanceof UpgradeError ? badStatus(error.status) : error;
    },
  );

const readBody = async (response: IncomingMessage, maxBytes: number): Promise<Buffer> => {
  const tooLarge = () =>
    unreachable(`the document is larger than the limit of ${byteSize(maxBytes)}. Reduce its size.`);
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  let received = 0;
  return buffer(
    (async function* () {
      for await (const chunk of response) {
        received += chunk.length;
        if (received > maxBytes) throw tooLarge();
        yield chunk;
      }
    })(),
  );
};

/** A file as its server sends it. */
export type RemoteFile = {
  readonly bytes: Uint8Array;
  readonly filename: string;
  readonly mediaType?: string | undefined;
};

const download = async (address: string, limits: FetchLimits, signal: AbortSignal): Promise<RemoteFile> => {
  let url = new URL(address);
  for (let hop = 0; hop <= longestRedirectChain; hop += 1) {
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      throw unreachable('a redirect uses a scheme other than http or https.');
    const response = await get(url, limits, signal);
    try {
      const { statusCode = 0, headers } = response;
      if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
        const next = URL.parse(headers.location, url.href);
        if (next === null) throw unreachable('a redirect has an invalid Location.');
        url = next;
        continue;
      }
      if (statusCode !== 200) throw badStatus(statusCode);
      const bytes = await readBody(response, limits.maxBytes);
      if (bytes.length === 0) throw new ConversionError('empty_document', 'file_url: the document is empty.');
      return {
        bytes,
        filename: cleanFilename(safeDecode(url.pathname)),
        mediaType: headers['content-type'],
      };
    } finally {
      response.destroy();
    }
  }
  throw unreachable(`more than ${longestRedirectChain} redirects. Use the final address.`);
};

/**
 * Downloads a document from a public http or https address. Follows at most three redirects.
 *
 * Never connects to a private address, even if a name resolves to one or a redirect points to one.
 *
 * @throws ConversionError `source_unreachable`, `empty_document`; the reason of `limits.signal` if that is aborted
 */
export const fetchRemote = async (address: string, limits: FetchLimits): Promise<RemoteFile> => {
  const deadline = AbortSignal.timeout(limits.timeoutSeconds * 1000);
  const signal = limits.signal === undefined ? deadline : AbortSignal.any([deadline, limits.signal]);
  try {
    // The race also ends steps that accept no signal, such as the resolver.
    return await Promise.race([download(address, limits, signal), aborted(signal)]);
  } catch (cause) {
    limits.signal?.throwIfAborted();
    if (cause instanceof ConversionError) throw cause;
    const reason = deadline.aborted
      ? `no response within ${limits.timeoutSeconds} seconds`
      : 'the host could not be reached';
    throw unreachable(`${reason}. Check the address or upload the file.`, withoutBytes(cause));
  }
};
