import { onObject } from './authorize.ts';
import { parseCorsRules } from './cors.ts';
import { S3Error } from './errors.ts';
import type { Answer, Call } from './operation.ts';
import { receiveRequest } from './receive.ts';
import { checkKey, collectBody } from './request.ts';
import { escapeXml, unescapeXml } from './xml.ts';

/** `PUT /bucket`; a bucket that is there already is no error. */
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
  await context.cors.write(bucket, parseCorsRules(xml));
  return { status: 200 };
}

/** `POST /bucket?delete`: up to 1,000 keys. */
export async function deleteObjects({ context, request, authenticated, bucket }: Call): Promise<Answer> {
  const { headers } = request;
  if (
    headers['content-md5'] === undefined &&
    !Object.keys(headers).some((name) => /^x-amz-(checksum-|trailer)/.test(name))
  ) {
    throw new S3Error(
      'InvalidRequest',
      'Missing required header for this request: Content-MD5 OR x-amz-checksum-*',
    );
  }
  const xml = await collectBody(receiveRequest(request, authenticated, maxXmlBytes).body, maxXmlBytes);
  const keys = parseDelete(xml);
  const quiet = /<Quiet>\s*true\s*<\/Quiet>/.test(xml);
  const results: string[] = [];
  for (const key of keys) {
    const name = `<Key>${escapeXml(key)}</Key>`;
    // Each key is authorized on its own, and refused in its own line of the answer.
    const denial = context.access.judge(authenticated.signer.principal, [
      onObject('DeleteObject', bucket, key),
    ]);
    if (denial === undefined) await context.store.remove(bucket, key);
    if (denial !== undefined) {
      results.push(
        `<Error>${name}<Code>AccessDenied</Code><Message>${escapeXml(denial.message)}</Message></Error>`,
      );
    } else if (!quiet) {
      results.push(`<Deleted>${name}</Deleted>`);
    }
  }
  return { status: 200, xml: `<DeleteResult ${namespace}>${results.join('')}</DeleteResult>` };
}

/** `GET /bucket?list-type=2`. */
export async function listObjects({ context, request, bucket }: Call): Promise<Answer> {
  const { query } = request;
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const limit = parseMaxKeys(query.get('max-keys') ?? '1000');
  const token = query.get('continuation-token');
  const startAfter = query.get('start-after') ?? '';
  const after = token === undefined ? startAfter : decodeToken(token);
  const text = query.get('encoding-type') === 'url' ? encodeURIComponent : escapeXml;

  const contents: string[] = [];
  const groups: string[] = [];
  let last = '';
  let truncated = false;
  for (const meta of await context.store.list(bucket, prefix)) {
    const end = delimiter ? meta.key.indexOf(delimiter, prefix.length) : -1;
    const name = end < 0 ? meta.key : meta.key.slice(0, end + delimiter.length);
    if (Buffer.compare(Buffer.from(name), Buffer.from(after)) <= 0 || name === last) continue;
    truncated = contents.length + groups.length >= limit;
    if (truncated) break;
    last = name;
    if (end >= 0) groups.push(`<CommonPrefixes><Prefix>${text(name)}</Prefix></CommonPrefixes>`);
    else {
      const modified = new Date(meta.lastModified).toISOString();
      contents.push(
        `<Contents><Key>${text(name)}</Key><LastModified>${modified}</LastModified><ETag>&quot;${meta.etag}&quot;</ETag><Size>${meta.sizeBytes}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
      );
    }
  }
  truncated &&= limit > 0;
  const elements = [
    `<Name>${bucket}</Name><Prefix>${text(prefix)}</Prefix><MaxKeys>${limit}</MaxKeys>`,
    `<KeyCount>${contents.length + groups.length}</KeyCount><IsTruncated>${truncated}</IsTruncated>`,
    ...(delimiter ? [`<Delimiter>${text(delimiter)}</Delimiter>`] : []),
    ...(startAfter ? [`<StartAfter>${text(startAfter)}</StartAfter>`] : []),
    ...(query.has('encoding-type') ? ['<EncodingType>url</EncodingType>'] : []),
    ...(token === undefined ? [] : [`<ContinuationToken>${escapeXml(token)}</ContinuationToken>`]),
    ...(truncated ? [`<NextContinuationToken>${encodeToken(last)}</NextContinuationToken>`] : []),
    ...contents,
    ...groups,
  ];
  return { status: 200, xml: `<ListBucketResult ${namespace}>${elements.join('')}</ListBucketResult>` };
}

const namespace = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';

/** A thousand keys of 1,024 bytes, escaped, stay under it. */
const maxXmlBytes = 8 * 1024 * 1024;

function parseDelete(xml: string): string[] {
  const objects = xml.split('<Object>').slice(1);
  const keys = objects.map((part) => {
    // A key alone: versions and conditions would change what is deleted.
    const content = /^\s*<Key>([^<]*)<\/Key>\s*<\/Object>/.exec(part)?.[1];
    return content === undefined ? undefined : unescapeXml(content);
  });
  const isWhole = xml.includes('<Delete') && xml.trimEnd().endsWith('</Delete>');
  if (!isWhole || keys.length === 0 || keys.length > 1000 || !keys.every(isText)) {
    throw new S3Error(
      'MalformedXML',
      'The XML you provided was not well-formed or did not validate against our published schema',
    );
  }
  for (const key of keys) checkKey(key);
  return keys;
}

function isText(text: string | undefined): text is string {
  return Boolean(text);
}

function parseMaxKeys(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Math.min(1000, Number(text));
  throw new S3Error('InvalidArgument', 'Provided max-keys not an integer or within integer range', {
    ArgumentName: 'max-keys',
    ArgumentValue: text,
  });
}

const encodeToken = (key: string) => Buffer.from(key).toString('base64url');

function decodeToken(token: string): string {
  const key = Buffer.from(token, 'base64url').toString();
  if (token && encodeToken(key) === token) return key;
  throw new S3Error('InvalidArgument', 'The continuation token provided is incorrect', {
    ArgumentName: 'continuation-token',
  });
}
