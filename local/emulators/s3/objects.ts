import type { IncomingHttpHeaders } from 'node:http';
import { openObject } from './authorize.ts';
import { notImplemented } from './errors.ts';
import type { ObjectMeta } from './object-file.ts';
import { checksumHeaders, objectHeaders, overriddenHeaders, storedHeaders } from './object-headers.ts';
import type { Answer, Call } from './operation.ts';
import { parseRange } from './range.ts';
import { receiveRequest } from './receive.ts';
import { amzHeader, type S3Request } from './request.ts';

/** `PUT /bucket/key`, with `If-None-Match: *` only if the key does not exist. */
export async function putObject({ context, request, authenticated, bucket, key }: Call): Promise<Answer> {
  const onlyIfAbsent = readWriteCondition(request.headers);
  const { body, result } = receiveRequest(request, authenticated, context.maxObjectBytes);
  const headers = storedHeaders(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const),
  );
  const meta = await context.store.put(
    bucket,
    body,
    () => ({ key, ...result(), lastModified: context.now(), headers }),
    onlyIfAbsent,
  );
  context.onStored(bucket, key);
  return {
    status: 200,
    headers: {
      etag: `"${meta.etag}"`,
      'x-amz-server-side-encryption': 'AES256',
      ...checksumHeaders(meta),
    },
  };
}

/**
 * `GET` and `HEAD /bucket/key`, the whole object or one range of it.
 *
 * Ignores `If-None-Match` and `If-Modified-Since`: a cache that revalidates gets the object again.
 */
export async function getObject(call: Call): Promise<Answer> {
  const { request, bucket, key } = call;
  const { headers } = request;
  if (headers['if-match'] !== undefined || headers['if-unmodified-since'] !== undefined) {
    throw notImplemented();
  }
  const { meta, handle } = await openObject(call, bucket, key);
  try {
    const answer = describeRead(request, meta);
    if (request.method === 'GET' && answer.last >= answer.first) {
      return { ...answer, file: { handle, first: answer.first, last: answer.last } };
    }
    await handle.close();
    return answer;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** `DELETE /bucket/key`. */
export async function deleteObject({ context, bucket, key }: Call): Promise<Answer> {
  await context.store.remove(bucket, key);
  return { status: 204 };
}

function describeRead(request: S3Request, meta: ObjectMeta): Answer & { first: number; last: number } {
  // If-Range asks for the whole object if it has changed. Sending all of it is always right.
  const wanted = request.headers['if-range'] === undefined ? request.headers.range : undefined;
  const range = parseRange(wanted, meta.sizeBytes);
  const { first, last } = range ?? { first: 0, last: meta.sizeBytes - 1 };
  const checksum =
    !range && amzHeader(request, 'x-amz-checksum-mode') === 'ENABLED' ? checksumHeaders(meta) : {};
  return {
    status: range ? 206 : 200,
    headers: {
      ...objectHeaders(meta),
      ...overriddenHeaders(request.query),
      ...checksum,
      'content-length': String(last - first + 1),
      ...(range && { 'content-range': `bytes ${first}-${last}/${meta.sizeBytes}` }),
    },
    first,
    last,
  };
}

/**
 * Returns whether a write requires that its key does not exist.
 *
 * @throws S3Error NotImplemented for a condition other than `If-None-Match: *`
 */
function readWriteCondition(headers: IncomingHttpHeaders): boolean {
  const ifNoneMatch = headers['if-none-match'];
  if (headers['if-match'] !== undefined || (ifNoneMatch !== undefined && ifNoneMatch !== '*')) {
    throw notImplemented();
  }
  return ifNoneMatch === '*';
}
