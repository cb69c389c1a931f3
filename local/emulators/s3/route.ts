import type { RequestContext } from '../../access/conditions.ts';
import type { AccessRequest } from '../../access/policy.ts';
import { authenticate } from './authenticate.ts';
import { authorize, onBucket, onObject } from './authorize.ts';
import { createBucket, headBucket, listObjects, putBucketCors } from './buckets.ts';
import { checksumAlgorithms } from './checksums.ts';
import { notImplemented } from './errors.ts';
import { deleteObject, getObject, putObject } from './objects.ts';
import type { Answer, Context, Operation } from './operation.ts';
import { postObject } from './post-object.ts';
import type { S3Request } from './request.ts';
import { getTags, putTags } from './tags.ts';

type Route = {
  readonly operation: Operation;
  /** The query parameters that the operation accepts. */
  readonly parameters: readonly string[];
  /** The actions that policies have to allow. */
  readonly needs: (request: S3Request, bucket: string, key: string) => AccessRequest;
  readonly needsBucket?: false;
};

const object =
  (action: string): Route['needs'] =>
  (_request, bucket, key) =>
    onObject(action, bucket, key);
const ofBucket =
  (action: string): Route['needs'] =>
  (_request, bucket) =>
    onBucket(action, bucket);
const read = {
  operation: getObject,
  needs: object('GetObject'),
  parameters: ['response-content-disposition'],
};

const objectRoutes: Readonly<Record<string, Route>> = {
  'GET tagging=': { operation: getTags, parameters: ['tagging'], needs: object('GetObjectTagging') },
  'PUT tagging=': { operation: putTags, parameters: ['tagging'], needs: object('PutObjectTagging') },
  GET: read,
  HEAD: read,
  PUT: { operation: putObject, parameters: [], needs: object('PutObject') },
  DELETE: { operation: deleteObject, parameters: [], needs: object('DeleteObject') },
};
const bucketRoutes: Readonly<Record<string, Route>> = {
  PUT: { operation: createBucket, parameters: [], needsBucket: false, needs: ofBucket('CreateBucket') },
  HEAD: { operation: headBucket, parameters: [], needs: ofBucket('ListBucket') },
  'GET list-type=2': {
    operation: listObjects,
    parameters: ['list-type', 'prefix'],
    needs: ofBucket('ListBucket'),
  },
  'PUT cors=': { operation: putBucketCors, parameters: ['cors'], needs: ofBucket('PutBucketCORS') },
};

/** The `x-amz-` headers that are supported, in the header or in the query of a presigned URL. */
const supportedAmzNames = new Set([
  'x-amz-algorithm',
  'x-amz-checksum-mode',
  'x-amz-content-sha256',
  'x-amz-credential',
  'x-amz-date',
  'x-amz-expires',
  'x-amz-sdk-checksum-algorithm',
  'x-amz-security-token',
  'x-amz-signature',
  'x-amz-signedheaders',
  'x-amz-user-agent',
  ...checksumAlgorithms.map((algorithm) => `x-amz-checksum-${algorithm}`),
]);

/**
 * Authenticates and authorizes a request, then runs its operation.
 *
 * @throws S3Error any error that S3 would return; NotImplemented for an operation, header or parameter that is not supported
 */
export async function answer(context: Context, request: S3Request): Promise<Answer> {
  const { bucket, key = '', method, query, headers } = request;
  if (method === 'OPTIONS') return { status: 200 };
  const isForm = /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');
  if (method === 'POST' && bucket && !key && isForm && query.size === 0) {
    return postObject(context, request, bucket);
  }
  const authenticated = authenticate(request, context.access, context.now());
  const route = findRoute(request);
  if (!bucket || !route) throw notImplemented();
  const needed = route.needs(request, bucket, key);
  const ofObject = await conditionsOf(context, request, bucket, key);
  authorize(context.access, authenticated.signer.principal, { ...needed, context: ofObject });
  if (route.needsBucket !== false) await context.store.requireBucket(bucket);
  return route.operation({ context, request, authenticated, bucket, key });
}

/** What policies may require of a request. */
async function conditionsOf(
  { store }: Context,
  { query }: S3Request,
  bucket: string,
  key: string,
): Promise<RequestContext> {
  const tags = key === '' ? [] : Object.entries(await store.tags(bucket, key));
  return {
    's3:authtype': [query.has('X-Amz-Signature') ? 'REST-QUERY-STRING' : 'REST-HEADER'],
    ...Object.fromEntries(
      tags.map(([name, value]) => [`s3:existingobjecttag/${name.toLowerCase()}`, [value]]),
    ),
  };
}

/** Finds the route of a request. An unknown query parameter or `x-amz-` header would change its operation, so it has no route. */
function findRoute({ method, key, query, headers }: S3Request): Route | undefined {
  const route =
    key === undefined
      ? findBucketRoute(method, query)
      : objectRoutes[query.has('tagging') ? `${method} tagging=` : method];
  const isSupported = (name: string): boolean => supportedAmzNames.has(name.toLowerCase());
  const isKnown = (name: string): boolean =>
    name === 'x-id' || isSupported(name) || route?.parameters.includes(name) === true;
  const amzHeaders = Object.keys(headers).filter((name) => name.startsWith('x-amz-'));
  return amzHeaders.every(isSupported) && [...query.keys()].every(isKnown) ? route : undefined;
}

function findBucketRoute(method: string, query: S3Request['query']): Route | undefined {
  if (query.has('list-type')) return bucketRoutes[`${method} list-type=${query.get('list-type')}`];
  return bucketRoutes[query.has('cors') ? `${method} cors=` : method];
}
