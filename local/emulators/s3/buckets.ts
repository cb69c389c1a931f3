import { parseCorsRules } from './cors.ts';
import type { Answer, Call } from './operation.ts';
import { receiveRequest } from './receive.ts';
import { collectBody } from './request.ts';
import { escapeXml } from './xml.ts';

/** `PUT /bucket`. Succeeds if the bucket exists already. */
export async function createBucket({ context, request, authenticated, bucket }: Call): Promise<Answer> {
  const hasBody =
    request.headers['content-length'] !== undefined && request.headers['content-length'] !== '0';
  if (hasBody) await collectBody(receiveRequest(request, authenticated, maxXmlBytes).body, maxXmlBytes);
  await context.store.createBucket(bucket);
  return { status: 200, headers: { location: `/${bucket}` } };
}

/** `HEAD /bucket`. */
export async function headBucket({ authenticated }: Call): Promise<Answer> {
  return { status: 200, headers: { 'x-amz-bucket-region': authenticated.signer.scope.region } };
}

/** `PUT /bucket?cors`. */
export async function putBucketCors({ context, request, authenticated, bucket }: Call): Promise<Answer> {
  const xml = await collectBody(receiveRequest(request, authenticated, maxXmlBytes).body, maxXmlBytes);
  context.cors.set(bucket, parseCorsRules(xml));
  return { status: 200 };
}

/** `GET /bucket?list-type=2`. Returns the whole listing in one page. */
export async function listObjects({ context, request, bucket }: Call): Promise<Answer> {
  const prefix = request.query.get('prefix') ?? '';
  const contents = (await context.store.list(bucket, prefix)).map(
    ({ key, lastModified, etag, sizeBytes }) =>
      `<Contents><Key>${escapeXml(key)}</Key><LastModified>${new Date(lastModified).toISOString()}</LastModified><ETag>&quot;${etag}&quot;</ETag><Size>${sizeBytes}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
  );
  const head = `<Name>${bucket}</Name><Prefix>${escapeXml(prefix)}</Prefix><KeyCount>${contents.length}</KeyCount><IsTruncated>false</IsTruncated>`;
  return {
    status: 200,
    xml: `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${head}${contents.join('')}</ListBucketResult>`,
  };
}

/** Far above any bucket or CORS configuration. */
const maxXmlBytes = 1024 * 1024;
