import type { Context } from 'aws-lambda';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { examples } from '../../lib/api/examples.ts';
import type { Route } from '../../lib/api/route.ts';
import { routes } from '../../lib/api/routes.ts';
import { fileStore } from '../../lib/aws/file-store.ts';
import { webhookStore } from '../../lib/aws/webhook-store.ts';
import type { ApiFunction } from '../../lib/http/api-handler.ts';
import { newId } from '../../lib/ids.ts';
import { createWebhook } from '../../lib/webhooks/manage-webhooks.ts';
import { anyCharacter } from '../support/any-character.ts';
import { apiEvent, type TestRequest } from '../support/api-event.ts';
import { submitJob, textFile } from '../support/jobs.ts';
import { runsOf } from '../support/long-run.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createTenant, type TestTenant } from '../support/tenant.ts';

const runs = runsOf(60, 4000);

/** The endpoints that need no identity provider and no payment provider. */
const endpoints = Object.entries<Route>(routes).filter(
  ([, { access, path }]) => access !== 'user' && !path.startsWith('/billing'),
);

let service: TestService;
let tenant: TestTenant;
let handlers: Readonly<Record<string, ApiFunction>>;
let ids: string[];

beforeAll(async () => {
  service = await startTestService();
  const identity = {
    OIDC_ISSUER: 'https://issuer.invalid',
    OIDC_CLIENT_ID: 'client',
    API_URL: 'https://api.invalid/v1',
    SIGN_UP: 'open',
  };
  Object.assign(process.env, identity);
  tenant = await createTenant(service.table);
  const { accountId } = tenant;
  handlers = Object.fromEntries(
    await Promise.all(
      endpoints.map(async ([name, route]) => [
        name,
        (await import(`../../functions/api/${route.function}.ts`)).handler,
      ]),
    ),
  );
  const file = textFile(tenant, newId('file', Date.now()), Date.now());
  await fileStore(service.table).create(file);
  const job = await submitJob(service.table, tenant, Date.now());
  const webhook = await createWebhook(
    { accountId, url: 'https://receiver.invalid/', events: ['job.failed'] },
    webhookStore(service.table),
    Date.now(),
  );
  ids = [file.fileId, job.jobId, webhook.webhookId, newId('delivery', Date.now()), tenant.apiKey];
});
afterAll(() => service.close());

const known = fc.integer({ min: 0, max: 4 }).map((index) => ({ known: index }));

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    ...[
      null,
      true,
      0,
      -1,
      1.5,
      1e308,
      5e-324,
      '',
      ' ',
      '0',
      '-1',
      '26',
      'constructor',
      '__proto__',
      'request',
    ],
    ...[
      '\u0000',
      '\ud800',
      '\udfff\ud800',
      '😀'.repeat(40),
      'x'.repeat(3000),
      '../..',
      '%00',
      '%',
      '#',
      '\r\n',
    ],
    ...[
      'https://[::1]/',
      'https://a.example:99999/',
      'https://a:b@c.example/',
      'https://exa mple/',
      'file:///a',
    ],
    ...[
      'https://xn--a/',
      'https://a.example/%',
      's3://',
      's3://a',
      's3://a/',
      's3://a/../b',
      'https://',
      'data:,',
    ],
    ...['pdf', 'text', 'markdown', 'chunks', [], {}, [[]], [{}], [null], { a: { b: { c: [] } } }],
  ),
  known,
  fc.array(known, { maxLength: 4 }),
  fc.string({ unit: anyCharacter, maxLength: 20 }),
  fc.double(),
);
const name = fc.oneof(
  fc.constantFrom(
    ...[
      'file_id',
      'file_ids',
      'file_url',
      'from',
      'to',
      'format',
      'options',
      'steps',
      'inputs',
      'output',
      'name',
    ],
    ...[
      'url',
      'events',
      'filename',
      'size_bytes',
      'sha256',
      'dry_run',
      'webhook_url',
      'deliver_to',
      'api_key',
    ],
    ...[
      'limit',
      'cursor',
      'status',
      'type',
      'step',
      'wait',
      'grant_type',
      'client_secret',
      'pages',
      'password',
    ],
    ...['__proto__', 'constructor', ''],
  ),
  fc.string({ maxLength: 5 }),
);
const headers = fc.dictionary(
  fc.constantFrom(
    ...['Content-Type', 'Accept', 'Prefer', 'Idempotency-Key', 'Authorization', 'Last-Event-ID', 'Origin'],
    ...['X-Forwarded-For', 'Host', 'If-None-Match', 'Content-Length', 'Transfer-Encoding'],
  ),
  fc.oneof(
    fc.constantFrom(
      ...['application/json', 'application/json; charset=utf-16', 'application/x-www-form-urlencoded'],
      ...[
        'multipart/form-data',
        'multipart/form-data; boundary=',
        'multipart/form-data; boundary=b',
        'a/b;;;=',
      ],
      ...['application/problem+json', 'text/event-stream', '*/*', 'wait=0', 'wait=-1', 'respond-async'],
      ...['Bearer', 'Bearer x', 'Basic a', '😀', '\u0000', 'x'.repeat(300), '1e9', 'chunked'],
    ),
    fc.string({ maxLength: 10 }),
  ),
  { maxKeys: 3 },
);

/** A change of a JSON body: a value at a path whose last names may not exist yet. */
const change = fc.record({
  path: fc.array(fc.oneof(name, fc.nat(2)), { minLength: 1, maxLength: 3 }),
  value: odd,
});

const requests = fc.record({
  endpoint: fc.constantFrom(...endpoints.map(([each]) => each)),
  example: fc.nat(20),
  changes: fc.array(change, { maxLength: 4 }),
  /** What is sent in place of the body. */
  raw: fc.option(
    fc.oneof(
      fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
      fc
        .constantFrom('', '{', '[]', '1', 'null', '{"a":1}{', '\ufeff{}', '--b\r\n\r\n--b--', 'a=b&c')
        .map(Buffer.from),
      fc
        .array(fc.tuple(name, odd), { maxLength: 3 })
        .map((fields) =>
          Buffer.from(
            `${fields.map(([field, value]) => `--b\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`).join('')}--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nwords\r\n--b--\r\n`,
          ),
        ),
    ),
    { freq: 3 },
  ),
  headers,
  query: fc.dictionary(name, fc.oneof(odd.map(String), fc.constant('10')), { maxKeys: 3 }),
  id: fc.oneof(known, odd),
  deliveryId: fc.oneof(known, odd),
  isSignedIn: fc.boolean(),
});

type Drawn = typeof requests extends fc.Arbitrary<infer Value> ? Value : never;

/** Replaces each `{known: index}` by one of the ids that exist. */
const withIds = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value) ?? 'null', (_, member) =>
    typeof member?.known === 'number' ? ids[member.known] : member,
  );

const put = (body: unknown, [first, ...rest]: readonly (string | number)[], value: unknown): unknown => {
  if (first === undefined) return value;
  const isEmpty = typeof body !== 'object' || body === null || (Array.isArray(body) && body.length === 0);
  const target = isEmpty ? {} : body;
  const inner = put((target as Record<string, unknown>)[first], rest, value);
  if (Array.isArray(target)) return target.with(Math.min(Number(first) || 0, target.length - 1), inner);
  return Object.fromEntries([...Object.entries(target), [first, inner]]);
};

const toRequest = async (drawn: Drawn): Promise<TestRequest> => {
  const { method, path } = routes[drawn.endpoint as keyof typeof routes] as Route;
  const { request = {} } = (examples as Readonly<Record<string, { request?: object }>>)[drawn.endpoint] ?? {};
  const bodies = Object.values((request as Record<string, object>)['application/json'] ?? {});
  const seed: unknown = bodies.length === 0 ? undefined : bodies[drawn.example % bodies.length];
  const body = drawn.changes.reduce<unknown>((before, each) => put(before, each.path, each.value), seed);
  const isJson = drawn.raw === null && body !== undefined;
  return {
    method,
    path,
    ...(drawn.isSignedIn ? { token: await tenant.newToken() } : {}),
    ...(isJson ? { text: JSON.stringify(withIds(body)) } : {}),
    ...(drawn.raw === null ? {} : { body: drawn.raw }),
    headers: { ...(isJson ? { 'Content-Type': 'application/json' } : {}), ...drawn.headers },
    query: Object.fromEntries(
      // A call that waits for a job takes seconds.
      Object.entries(drawn.query).filter(([key, value]) => key !== 'wait' || !/^[1-9]\d*$/.test(value)),
    ),
    id: String(withIds(drawn.id)),
    deliveryId: String(withIds(drawn.deliveryId)),
    // No address reaches its limit of calls.
    address: `192.0.${drawn.example}.${drawn.changes.length}`,
  };
};

it('no request ends as an internal error', async () => {
  await fc.assert(
    fc.asyncProperty(requests, async (drawn) => {
      const request = await toRequest(drawn);
      // Waiting for events of a job takes seconds, too.
      if (request.headers?.Accept === 'text/event-stream') return;

      const { statusCode, body } = await (handlers[drawn.endpoint] ?? expect.fail())(
        apiEvent(request),
        {} as Context,
      );

      if (statusCode >= 500) expect([statusCode, body, request]).toEqual([]);
    }),
    { numRuns: runs },
  );
}, 600_000);

/** The body of a request that needs one; the other endpoints ignore it. */
const bodyWith = (path: string, file: string): object => {
  if (path === '/convert') return { file_id: file, steps: [{ to: 'pdf' }], dry_run: true };
  return path === '/extract' ? { file_id: file, format: 'text' } : { events: ['job.failed'] };
};

/** The endpoints that accept ids, each with the request for those of a file, a job, a webhook and a delivery. */
const requestsWithIds = endpoints.flatMap(([name, { method, path }]) => {
  const kinds = ['/file/{id}', '/job/{id}', '/webhooks/{id}', '/convert', '/extract'];
  const kind = kinds.findIndex((start) => path.startsWith(start));
  const requestFor = ([
    file = '',
    job = '',
    webhook = '',
    deliveryId = '',
  ]: readonly string[]): TestRequest => ({
    method,
    path,
    id: [file, job, webhook][kind] ?? '',
    deliveryId,
    ...(method === 'POST' || method === 'PATCH' ? { json: bodyWith(path, file) } : {}),
  });
  return kind < 0 ? [] : [{ title: `${method} ${path}`, name, requestFor }];
});

it.each(requestsWithIds)(
  'an id of another account is one that does not exist: $title',
  async ({ name, requestFor }) => {
    const other = await createTenant(service.table);
    const unknown = (['file', 'job', 'webhook', 'delivery'] as const).map((kind) => newId(kind, Date.now()));
    const outcome = async (given: readonly string[]) => {
      const token = await other.newToken();
      service.takeCalls();
      const event = apiEvent({ ...requestFor(given), token });
      const { statusCode, headers, body } = await (handlers[name] ?? expect.fail())(event, {} as Context);
      const text = given.reduce((before, id, index) => before.replaceAll(id, `id ${index}`), body);
      const calls = service.takeCalls().map(({ operation }) => operation);
      return { statusCode, names: Object.keys(headers ?? {}), text: text.replace(/req_\w+/g, ''), calls };
    };

    const answer = await outcome(ids);

    expect(answer.statusCode).toBe(404);
    expect(answer).toEqual(await outcome(unknown));
  },
);
