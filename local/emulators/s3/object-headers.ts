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

/** User metadata that S3 takes: 2 KB, names and values together. */
const maxUserMetadataBytes = 2048;

/**
 * What is stored of a write's headers, or of a form's fields, to be sent with each read.
 *
 * @throws S3Error InvalidArgument for text that no header can carry, and for more than 2 KB of metadata
 */
export function storedHeaders(given: Iterable<readonly [string, string]>): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': 'binary/octet-stream' };
  let metadataBytes = 0;
  for (const [name, value] of given) {
    const isMetadata = name.startsWith('x-amz-meta-');
    if (!isMetadata && !keptHeaders.includes(name)) continue;
    checkHeaderValue(name, value);
    if (isMetadata) metadataBytes += name.length - 'x-amz-meta-'.length + value.length;
    headers[name] = value;
  }
  if (metadataBytes > maxUserMetadataBytes) {
    throw new S3Error('InvalidArgument', 'Your metadata headers exceed the maximum allowed metadata size', {
      Size: metadataBytes,
      MaxSizeAllowed: maxUserMetadataBytes,
    });
  }
  const encoding = headers['content-encoding']?.split(/\s*,\s*/).filter((each) => each !== 'aws-chunked');
  if (encoding?.length) headers['content-encoding'] = encoding.join(',');
  else delete headers['content-encoding'];
  return headers;
}

/** The headers that describe an object, without its length. */
export function objectHeaders(meta: ObjectMeta): Record<string, string> {
  return {
    ...meta.headers,
    etag: `"${meta.etag}"`,
    'last-modified': new Date(meta.lastModified).toUTCString(),
    'accept-ranges': 'bytes',
    'x-amz-server-side-encryption': 'AES256',
  };
}

/** The header that gives a checksum back. */
export function checksumHeaders(meta: Pick<ObjectMeta, 'checksum'>): Record<string, string> {
  if (!meta.checksum) return {};
  return {
    [`x-amz-checksum-${meta.checksum.algorithm}`]: meta.checksum.value,
    'x-amz-checksum-type': 'FULL_OBJECT',
  };
}

/**
 * What a signed read wants in place of the stored headers: `response-content-disposition` and its like.
 *
 * @throws S3Error InvalidArgument for text that no header can carry
 */
export function overriddenHeaders(query: ReadonlyMap<string, string>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of keptHeaders) {
    const value = query.get(`response-${name}`);
    if (value === undefined) continue;
    checkHeaderValue(`response-${name}`, value);
    headers[name] = value;
  }
  return headers;
}

function checkHeaderValue(name: string, value: string): void {
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return;
  throw new S3Error('InvalidArgument', 'Header value cannot be represented using ISO-8859-1.', {
    ArgumentName: name,
    ArgumentValue: value,
  });
}
