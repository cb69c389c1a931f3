import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { S3Error } from './errors.ts';

/** A parsed request, not authenticated yet. */
export type S3Request = {
  readonly method: string;
  /** The decoded path with its leading slash. Not normalized, because `a/../b` and `a//b` are different keys. */
  readonly path: string;
  /** Undefined for a request to the service itself. */
  readonly bucket: string | undefined;
  /** Undefined for a request to a bucket. */
  readonly key: string | undefined;
  /** Decoded. Names are unique. */
  readonly query: ReadonlyMap<string, string>;
  readonly headers: IncomingHttpHeaders;
  /** Can be read once. Stopping early keeps the connection open, so that an error can be sent. */
  readonly body: AsyncIterable<Buffer>;
};

/**
 * Parses a path-style request: `/bucket/key`.
 *
 * @throws S3Error InvalidURI, InvalidArgument (a repeated query parameter), KeyTooLongError
 */
export function parseRequest(message: IncomingMessage): S3Request {
  const [rawPath = '', ...rest] = (message.url ?? '').split('?');
  if (!rawPath.startsWith('/')) throw new S3Error('InvalidURI', "Couldn't parse the specified URI.");
  const path = decode(rawPath);
  if (path.includes('\0')) throw new S3Error('InvalidURI', "Couldn't parse the specified URI.");
  const [, bucket, key] = /^\/([^/]*)(?:\/(.*))?$/s.exec(path) ?? [];
  if (key !== undefined) checkKey(key);
  return {
    method: message.method ?? '',
    path,
    bucket: bucket || undefined,
    key: key || undefined,
    query: parseQuery(rest.join('?')),
    headers: message.headers,
    body: message.iterator({ destroyOnReturn: false }),
  };
}

/**
 * Checks the length of a key: at most 1,024 bytes of UTF-8.
 *
 * @throws S3Error KeyTooLongError
 */
export function checkKey(key: string): void {
  const size = Buffer.byteLength(key);
  if (size > 1024)
    throw new S3Error('KeyTooLongError', 'Your key is too long', { Size: size, MaxSizeAllowed: 1024 });
}

/** Returns a header of the request, or the query parameter of a presigned URL that replaces it. */
export function amzHeader(request: S3Request, name: string): string | undefined {
  const header = request.headers[name];
  if (typeof header === 'string') return header;
  for (const [parameter, value] of request.query) if (parameter.toLowerCase() === name) return value;
  return undefined;
}

/** Reads a body as text. @throws S3Error MaxMessageLengthExceeded above `maxBytes` */
export async function collectBody(source: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > maxBytes) throw new S3Error('MaxMessageLengthExceeded', 'Your request was too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parseQuery(text: string): Map<string, string> {
  const query = new Map<string, string>();
  for (const pair of text.split('&').filter(Boolean)) {
    const at = pair.indexOf('=');
    const name = decode((at < 0 ? pair : pair.slice(0, at)).replaceAll('+', ' '));
    if (query.has(name)) {
      throw new S3Error('InvalidArgument', 'A query parameter may occur only once.', { ArgumentName: name });
    }
    query.set(name, at < 0 ? '' : decode(pair.slice(at + 1).replaceAll('+', ' ')));
  }
  return query;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new S3Error('InvalidURI', "Couldn't parse the specified URI.", {}, cause);
  }
}
