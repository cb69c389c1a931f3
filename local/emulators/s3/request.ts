import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { S3Error } from './errors.ts';

/** One request, taken apart but not trusted yet. */
export type S3Request = {
  readonly method: string;
  /** Decoded path, leading slash included; never normalised, since `a/../b` and `a//b` are keys of their own. */
  readonly path: string;
  /** Undefined for the service itself. */
  readonly bucket: string | undefined;
  /** Undefined for a bucket. */
  readonly key: string | undefined;
  /** Decoded; no name comes twice. */
  readonly query: ReadonlyMap<string, string>;
  readonly headers: IncomingHttpHeaders;
  /** Can be read once; leaving it early keeps the connection, so that a refusal can be sent. */
  readonly body: AsyncIterable<Buffer>;
};

/**
 * Takes a request apart, path-style: `/bucket/key`.
 *
 * @throws S3Error InvalidURI, InvalidArgument (a query parameter that comes twice), KeyTooLongError (1,024 bytes of UTF-8)
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
 * Refuses a key that S3 would refuse: more than 1,024 bytes of UTF-8.
 *
 * @throws S3Error KeyTooLongError
 */
export function checkKey(key: string): void {
  const size = Buffer.byteLength(key);
  if (size > 1024)
    throw new S3Error('KeyTooLongError', 'Your key is too long', { Size: size, MaxSizeAllowed: 1024 });
}

/** A header of the request, or the query parameter a presigned URL carries in its place. */
export function amzHeader(request: S3Request, name: string): string | undefined {
  const header = request.headers[name];
  if (typeof header === 'string') return header;
  for (const [parameter, value] of request.query) if (parameter.toLowerCase() === name) return value;
  return undefined;
}

/** The whole text of a request's body. @throws S3Error MaxMessageLengthExceeded above `maxBytes` */
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
      throw new S3Error('InvalidArgument', 'A query parameter may come only once.', { ArgumentName: name });
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
