import { Readable } from 'node:stream';
import { openObject } from './authorize.ts';
import { S3Error } from './errors.ts';
import type { ObjectMeta } from './object-file.ts';
import { checksumHeaders, objectHeaders, overriddenHeaders, storedHeaders } from './object-headers.ts';
import type { Answer, Call } from './operation.ts';
import { checkReadConditions, onlyIfAbsent } from './preconditions.ts';
import { parseRange } from './range.ts';
import { receiveRequest } from './receive.ts';
import { amzHeader, type S3Request } from './request.ts';

/** `PUT /bucket/key`. */
export async function putObject({ context, request, authenticated, bucket, key }: Call): Promise<Answer> {
  const { body, result } = receiveRequest(request, authenticated, context.maxObjectBytes);
  const headers = storedHeaders(givenHeaders(request));
  const meta = await context.store.put(
    bucket,
    body,
    () => ({ key, ...result(), lastModified: context.now(), headers }),
    onlyIfAbsent(request.headers),
  );
  return {
    status: 200,
    headers: {
      etag: `"${meta.etag}"`,
      'x-amz-server-side-encryption': 'AES256',
      ...checksumHeaders(meta),
    },
  };
}

/** `PUT /bucket/key` with `x-amz-copy-source: /bucket/key`. */
export async function copyObject(call: Call): Promise<Answer> {
  const { context, request, bucket, key } = call;
  const source = parseCopySource(request.headers['x-amz-copy-source']?.toString() ?? '');
  const replaces = request.headers['x-amz-metadata-directive'] === 'REPLACE';
  if (!replaces && source.bucket === bucket && source.key === key) {
    throw new S3Error(
      'InvalidRequest',
      'This copy request is illegal because it is trying to copy an object to itself without changing its metadata.',
    );
  }
  await context.store.requireBucket(source.bucket);
  const { meta: from, handle } = await openObject(call, source.bucket, source.key);
  try {
    const headers = replaces ? storedHeaders(givenHeaders(request)) : from.headers;
    const body: AsyncIterable<Buffer> =
      from.sizeBytes === 0
        ? Readable.from([])
        : handle.createReadStream({ end: from.sizeBytes - 1, autoClose: false });
    const meta = await context.store.put(
      bucket,
      body,
      () => ({ ...from, key, lastModified: context.now(), headers }),
      onlyIfAbsent(request.headers),
    );
    return {
      status: 200,
      xml: `<CopyObjectResult><LastModified>${new Date(meta.lastModified).toISOString()}</LastModified><ETag>&quot;${meta.etag}&quot;</ETag></CopyObjectResult>`,
    };
  } finally {
    await handle.close();
  }
}

/** `GET` and `HEAD /bucket/key`, whole or one range of it. */
export async function getObject(call: Call): Promise<Answer> {
  const { request, bucket, key } = call;
  const { meta, handle } = await openObject(call, bucket, key);
  try {
    const answer = describeRead(request, meta);
    if (answer.status !== 304 && request.method === 'GET' && answer.last >= answer.first) {
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
  const headers = objectHeaders(meta);
  const whole = { first: 0, last: meta.sizeBytes - 1 };
  if (checkReadConditions(request.headers, meta) === 'not-modified')
    return { status: 304, headers, ...whole };
  const range = parseRange(request.headers.range, meta.sizeBytes);
  const { first, last } = range ?? whole;
  const checksum =
    !range && amzHeader(request, 'x-amz-checksum-mode') === 'ENABLED' ? checksumHeaders(meta) : {};
  return {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      ...overriddenHeaders(request.query),
      ...checksum,
      'content-length': String(last - first + 1),
      ...(range && { 'content-range': `bytes ${first}-${last}/${meta.sizeBytes}` }),
    },
    first,
    last,
  };
}

/** @throws S3Error InvalidArgument */
export function parseCopySource(header: string): { bucket: string; key: string } {
  const match = /^\/?([^/?]+)\/([^?]+)$/.exec(header);
  try {
    if (match) return { bucket: match[1] ?? '', key: decodeURIComponent(match[2] ?? '') };
  } catch {
    // Falls through: a source that cannot be decoded is as invalid as one without a key.
  }
  throw new S3Error(
    'InvalidArgument',
    'Copy Source must mention the source bucket and key: sourcebucket/sourcekey',
    {
      ArgumentName: 'x-amz-copy-source',
    },
  );
}

/** Headers, and the `x-amz-` ones that a presigned URL carries as parameters. */
function givenHeaders(request: S3Request): Array<readonly [string, string]> {
  const parameters = [...request.query].map(([name, value]) => [name.toLowerCase(), value] as const);
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const);
  return [...parameters.filter(([name]) => name.startsWith('x-amz-meta-')), ...headers];
}
