import { S3Error } from './errors.ts';

/** The positions of the first and last byte, both included. */
type ByteRange = { readonly first: number; readonly last: number };

/**
 * Parses a `Range` header for an object of `sizeBytes`. Returns undefined if it has to be ignored: absent, malformed, or
 * several ranges, which S3 does not serve.
 *
 * @throws S3Error InvalidRange if the range is outside the object
 * @see RFC 9110, section 14.1.2
 */
export function parseRange(header: string | undefined, sizeBytes: number): ByteRange | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (!match || match[0] === 'bytes=-') return undefined;
  const [, from = '', to = ''] = match;
  if (from && to && Number(to) < Number(from)) return undefined;
  const first = from ? Number(from) : Math.max(0, sizeBytes - Number(to));
  const last = from && to ? Math.min(Number(to), sizeBytes - 1) : sizeBytes - 1;
  if (first > last) {
    throw new S3Error('InvalidRange', 'The requested range is not satisfiable', {
      RangeRequested: header ?? '',
      ActualObjectSize: sizeBytes,
    });
  }
  return { first, last };
}
