import type { IncomingHttpHeaders } from 'node:http';
import { S3Error } from './errors.ts';
import type { ObjectMeta } from './object-file.ts';

/**
 * Whether a read may go on, or is answered 304.
 *
 * @throws S3Error PreconditionFailed
 * @see RFC 9110, section 13.2.2
 */
export function checkReadConditions(headers: IncomingHttpHeaders, meta: ObjectMeta): 'send' | 'not-modified' {
  const changed = Math.floor(meta.lastModified / 1000) * 1000;
  const ifMatch = headers['if-match'];
  const ifUnmodifiedSince = Date.parse(headers['if-unmodified-since'] ?? '');
  if (ifMatch !== undefined && !matches(ifMatch, meta.etag)) throw failed('If-Match');
  if (ifMatch === undefined && changed > ifUnmodifiedSince) throw failed('If-Unmodified-Since');

  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined) return matches(ifNoneMatch, meta.etag) ? 'not-modified' : 'send';
  return changed <= Date.parse(headers['if-modified-since'] ?? '') ? 'not-modified' : 'send';
}

/**
 * Whether a write must find its key absent.
 *
 * @throws S3Error NotImplemented for conditions other than `If-None-Match: *`
 */
export function onlyIfAbsent(headers: IncomingHttpHeaders): boolean {
  const ifNoneMatch = headers['if-none-match'];
  if (headers['if-match'] !== undefined || (ifNoneMatch !== undefined && ifNoneMatch !== '*')) {
    throw new S3Error(
      'NotImplemented',
      'A header you provided implies functionality that is not implemented',
    );
  }
  return ifNoneMatch === '*';
}

function matches(header: string, etag: string): boolean {
  return header.split(',').some((each) => ['*', etag].includes(each.trim().replaceAll('"', '')));
}

function failed(condition: string): S3Error {
  return new S3Error('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', {
    Condition: condition,
  });
}
