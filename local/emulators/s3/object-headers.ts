import { S3Error } from './errors.ts';
import type { ObjectMeta } from './object-file.ts';

const keptHeaders = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
];

/**
 * Returns those of a write's headers, or of a form's fields, that are stored with the object.
 *
 * @throws S3Error InvalidArgument for a value that an HTTP header cannot carry
 */
export function storedHeaders(given: Iterable<readonly [string, string]>): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': 'binary/octet-stream' };
  for (const [name, value] of given) {
    if (!keptHeaders.includes(name)) continue;
    checkHeaderValue(name, value);
    headers[name] = value;
  }
  return headers;
}

/** The headers of an object, except Content-Length. */
export function objectHeaders(meta: ObjectMeta): Record<string, string> {
  return {
    ...meta.headers,
    etag: `"${meta.etag}"`,
    'last-modified': new Date(meta.lastModified).toUTCString(),
    'accept-ranges': 'bytes',
    'x-amz-server-side-encryption': 'AES256',
  };
}

/** The headers that return a checksum. */
export function checksumHeaders(meta: Pick<ObjectMeta, 'checksum'>): Record<string, string> {
  if (!meta.checksum) return {};
  return {
    [`x-amz-checksum-${meta.checksum.algorithm}`]: meta.checksum.value,
    'x-amz-checksum-type': 'FULL_OBJECT',
  };
}

/**
 * Returns the headers that a signed read replaces, from `response-content-disposition`.
 *
 * @throws S3Error InvalidArgument for a value that an HTTP header cannot carry
 */
export function overriddenHeaders(query: ReadonlyMap<string, string>): Record<string, string> {
  const value = query.get('response-content-disposition');
  if (value === undefined) return {};
  checkHeaderValue('response-content-disposition', value);
  return { 'content-disposition': value };
}

function checkHeaderValue(name: string, value: string): void {
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return;
  throw new S3Error('InvalidArgument', 'Header value cannot be represented using ISO-8859-1.', {
    ArgumentName: name,
    ArgumentValue: value,
  });
}
