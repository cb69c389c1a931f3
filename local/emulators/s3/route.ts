import type { AccessRequest } from '../../access/policy.ts';
import { authenticate } from './authenticate.ts';
import { authorize, onBucket, onObject } from './authorize.ts';
import { createBucket, deleteObjects, headBucket, listObjects, putBucketCors } from './buckets.ts';
import { S3Error } from './errors.ts';
import { copyObject, deleteObject, getObject, parseCopySource, putObject } from './objects.ts';
import type { Answer, Context, Operation } from './operation.ts';
import { postObject } from './post-object.ts';
import type { S3Request } from './request.ts';

type Route = {
  readonly operation: Operation;
  readonly parameters: readonly string[];
  /** What the request does, as policies see it. */
  readonly needs: (request: S3Request, bucket: string, key: string) => readonly AccessRequest[];
  readonly needsBucket?: false;
};

const overrides = ['type', 'language', 'disposition', 'encoding'].map((name) => `response-content-${name}`);
const object =
  (action: string): Route['needs'] =>
  (_request, bucket, key) => [onObject(action, bucket, key)];
const ofBucket =
  (action: string): Route['needs'] =>
  (_request, bucket) => [onBucket(action, bucket)];
const read = {
  operation: getObject,
  needs: object('GetObject'),
  parameters: [...overrides, 'response-cache-control', 'response-expires'],
};
const list = [
  'prefix',
  'delimiter',
  'max-keys',
  'continuation-token',
  'start-after',
  'encoding-type',
  'fetch-owner',
];

/** What is served. A query parameter that a route does not name asks for another operation of S3. */
const objectRoutes: Readonly<Record<string, Route>> = {
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
    parameters: ['list-type', ...list],
    needs: ({ query }, bucket) => [onBucket('ListBucket', bucket, query.get('prefix') ?? '')],
  },
  'PUT cors=': { operation: putBucketCors, parameters: ['cors'], needs: ofBucket('PutBucketCORS') },
  // Judges each key itself.
  'POST delete=': { operation: deleteObjects, parameters: ['delete'], needs: () => [] },
};
const copyRoute: Route = {
  operation: copyObject,
  parameters: [],
  needs: ({ headers }, bucket, key) => {
    const source = parseCopySource(headers['x-amz-copy-source']?.toString() ?? '');
    return [onObject('GetObject', source.bucket, source.key), onObject('PutObject', bucket, key)];
  },
};

/** Headers that would change what a write does. */
const unservedHeaders =
  /^x-amz-(acl|grant-.*|tagging|website-redirect-location|object-lock-.*|write-offset-bytes|copy-source-.*|server-side-encryption-customer-.*)$/;

/**
 * Checks who asks and does what is asked.
 *
 * @throws S3Error whatever S3 would refuse; NotImplemented for what S3 would do and this server does not
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
  authorize(context.access, authenticated.signer.principal, route.needs(request, bucket, key));
  if (route.needsBucket !== false) await context.store.requireBucket(bucket);
  return route.operation({ context, request, authenticated, bucket, key });
}

function findRoute({ method, key, query, headers }: S3Request): Route | undefined {
  if (Object.keys(headers).some((name) => unservedHeaders.test(name))) throw notImplemented();
  const route = key === undefined ? findBucketRoute(method, query) : findObjectRoute(method, headers);
  const known = (name: string) =>
    name === 'x-id' || /^x-amz-/i.test(name) || route?.parameters.includes(name);
  return [...query.keys()].every(known) ? route : undefined;
}

function findObjectRoute(method: string, headers: S3Request['headers']): Route | undefined {
  const isCopy = method === 'PUT' && headers['x-amz-copy-source'] !== undefined;
  return isCopy ? copyRoute : objectRoutes[method];
}

function findBucketRoute(method: string, query: S3Request['query']): Route | undefined {
  if (query.has('list-type')) return bucketRoutes[`${method} list-type=${query.get('list-type')}`];
  for (const name of ['delete', 'cors']) if (query.has(name)) return bucketRoutes[`${method} ${name}=`];
  return bucketRoutes[method];
}

const notImplemented = () =>
  new S3Error(
    'NotImplemented',
    'A header or query you provided implies functionality that is not implemented',
  );
