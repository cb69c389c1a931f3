import { beforeEach, describe, expect, it } from 'vitest';
import { maxWebhooks } from '../../lib/api/limits.ts';
import { deliveryKey } from '../../lib/aws/delivery-item.ts';
import { keys } from '../../lib/aws/table.ts';
import { webhookStore } from '../../lib/aws/webhook-store.ts';
import { newId } from '../../lib/ids.ts';
import { newDelivery } from '../../lib/webhooks/webhook.ts';
import type { TestAnswer, TestRequest } from '../support/api-event.ts';
import { changeItem, readItem } from '../support/table.ts';
import { createTenant } from '../support/tenant.ts';
import { call, service, tenant, uploadFile, useApi } from './use-api.ts';

useApi();
beforeEach(() => service.takeMessages('webhooks'));

const post = (name: string, id?: string, deliveryId?: string): Promise<TestAnswer> =>
  call(name, {
    method: 'POST',
    ...(id === undefined ? {} : { id }),
    ...(deliveryId === undefined ? {} : { deliveryId }),
  });

const url = 'https://hooks.example/docforge';
const add = (json: object = { url }): Promise<TestAnswer> => call('create-webhook', { method: 'POST', json });

const change = (id: string, json: object): Promise<TestAnswer> =>
  call('update-webhook', { method: 'PATCH', id, json });

const refusalOf = ({ status, json }: TestAnswer) => [status, json.error, json.message];

describe('an endpoint', () => {
  it('is added with a secret, which no other response contains', async () => {
    const added = await add({ url, events: ['job.failed'] });
    const id = added.json.webhook_id;
    const others = [
      await call('list-webhooks'),
      await call('get-webhook', { id }),
      await change(id, { url }),
      await post('enable-webhook', id),
      await post('test-webhook', id),
      await call('list-deliveries', { id }),
    ];

    const { secret, ...webhook } = added.json;
    expect(added.status).toBe(201);
    expect(webhook).toEqual({
      webhook_id: expect.stringMatching(/^whk_/),
      url,
      events: ['job.failed'],
      status: 'enabled',
      created_at: expect.any(String),
      disabled_at: null,
    });
    expect(secret).toMatch(/^whsec_[0-9A-Za-z+/]{43}=$/);
    expect(others[0]?.json).toEqual({ data: [webhook], max: maxWebhooks });
    expect([others[1]?.json, others[2]?.json]).toEqual([webhook, webhook]);
    for (const { text } of others) expect(text).not.toContain('whsec_');
  });

  it('leaves out events of a newer version', async () => {
    const id = (await add()).json.webhook_id;
    await changeItem(service.table, keys.webhook(tenant.accountId, id), {
      events: ['job.failed', 'job.reviewed'],
    });

    expect((await call('get-webhook', { id })).json.events).toEqual(['job.failed']);
  });

  it('receives all events by default', async () => {
    expect((await add()).json.events).toEqual(['job.completed', 'job.failed', 'job.cancelled']);
  });

  it.each([
    [{}, 'url: is required.'],
    [{ url: 'nonsense' }, 'url: must be an https URL.'],
    [{ url: `https://hooks.example/${'a'.repeat(2048)}` }, 'url: must be at most 2048 characters.'],
    [{ url, events: [] }, 'events: must contain at least one event.'],
    [{ url, events: ['job.failed', 'job.failed'] }, 'events: must not contain the same event twice.'],
    [{ url, colour: 1 }, 'colour: unknown field. Remove it, or use one of url, events.'],
    [{ url: 'http://hooks.example/' }, 'url: must be an https URL.'],
    [
      { url: 'https://192.168.0.1/' },
      'url: 192.168.0.1 is not on the public internet. Use a public host name.',
    ],
  ])('is refused with %j', async (json, message) => {
    expect(refusalOf(await add(json))).toEqual([400, 'invalid_request', message]);
  });

  it.each([
    [{ url: 'https://other.example/' }, { url: 'https://other.example/' }],
    [{ events: ['job.cancelled'] }, { events: ['job.cancelled'] }],
    [
      { url: 'https://other.example/', events: ['job.failed', 'job.completed'] },
      { url: 'https://other.example/', events: ['job.failed', 'job.completed'] },
    ],
  ])('keeps everything else and its secret if it is changed by %j', async (json, changed) => {
    const { secret, ...before } = (await add()).json;
    const item = keys.webhook(tenant.accountId, before.webhook_id);

    const answers = [await change(before.webhook_id, json), await change(before.webhook_id, json)];

    for (const answer of answers)
      expect([answer.status, answer.json]).toEqual([200, { ...before, ...changed }]);
    expect((await call('get-webhook', { id: before.webhook_id })).json).toEqual({ ...before, ...changed });
    expect(await readItem(service.table, item)).toMatchObject({ secret });
  });

  it('stays disabled if its URL is changed, but its deliveries no longer wait for the old receiver', async () => {
    const { webhook_id: id } = (await add()).json;
    const item = keys.webhook(tenant.accountId, id);
    await changeItem(service.table, item, { disabled_at: Date.now(), paused_until: Date.now() + 30_000 });

    const answers = [await change(id, { events: ['job.failed'] })];
    const paused = await readItem(service.table, item);
    answers.push(await change(id, { url: 'https://other.example/' }));

    expect(answers.map(({ json }) => json.status)).toEqual(['disabled', 'disabled']);
    expect(paused).toHaveProperty('paused_until');
    expect(await readItem(service.table, item)).not.toHaveProperty('paused_until');
  });

  it('can have its URL and its events changed at once by two requests', async () => {
    const { webhook_id: id } = (await add()).json;

    await Promise.all([
      change(id, { url: 'https://other.example/' }),
      change(id, { events: ['job.failed'] }),
    ]);

    expect((await call('get-webhook', { id })).json).toMatchObject({
      url: 'https://other.example/',
      events: ['job.failed'],
    });
  });

  it.each([
    [{}, 'must contain url or events.'],
    [{ url: null }, 'url: must be a string, not null.'],
    [{ url: 'http://hooks.example/' }, 'url: must be an https URL.'],
    [
      { url: 'https://192.168.0.1/' },
      'url: 192.168.0.1 is not on the public internet. Use a public host name.',
    ],
    [{ events: [] }, 'events: must contain at least one event.'],
    [{ secret: 'whsec_x' }, 'secret: unknown field. Remove it, or use one of url, events.'],
  ])('is not changed by %j', async (json, message) => {
    const { webhook_id: id } = (await add()).json;

    const answer = await change(id, json);

    expect([answer.status, answer.json.error]).toEqual([400, 'invalid_request']);
    expect(answer.json.message).toContain(message);
    expect((await call('get-webhook', { id })).json.url).toBe(url);
  });

  it('accepts a URL of exactly 2048 characters', async () => {
    const long = `https://hooks.example/${'a'.repeat(2048 - 'https://hooks.example/'.length)}`;

    expect((await add({ url: long })).status).toBe(201);
  });

  it('is one of ten at most, also of those that are added at once, and deleting one makes room', async () => {
    const added = await Promise.all(Array.from({ length: maxWebhooks + 2 }, () => add()));
    const [first] = added.filter(({ status }) => status === 201);
    const full = await add();
    const removed = await call('delete-webhook', { method: 'DELETE', id: first?.json.webhook_id });
    const again = [await add(), await add()];

    expect(added.map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: maxWebhooks }, () => 201),
      409,
      409,
    ]);
    expect(refusalOf(full)).toEqual([
      409,
      'webhook_limit_reached',
      'The account has 10 webhook endpoints, the maximum. Delete one first.',
    ]);
    expect([removed, ...again].map(({ status }) => status)).toEqual([204, 201, 409]);
    expect((await call('list-webhooks')).json.data).toHaveLength(maxWebhooks);
  });

  it('is not found under a malformed id, an unknown one, or that of another account', async () => {
    const other = await createTenant(service.table);
    const foreign = { method: 'POST', json: { url }, token: await other.newToken() };
    const { webhook_id: id } = (await call('create-webhook', foreign)).json;

    const names = [
      'get-webhook',
      'rotate-webhook-secret',
      'enable-webhook',
      'test-webhook',
      'list-deliveries',
      'delete-webhook',
    ];
    const answers = [];
    for (const each of [id, newId('webhook', 0), 'whk_1', 'a'.repeat(300)])
      answers.push(
        await change(each, { url }),
        ...(await Promise.all(names.map((name) => call(name, { id: each })))),
      );
    answers.push(await post('resend-delivery', id, newId('delivery', 0)));

    expect(answers.map(({ status, json }) => [status, json.error])).toEqual(
      answers.map(() => [404, 'webhook_not_found']),
    );
    expect(await readItem(service.table, keys.webhook(other.accountId, id))).toBeDefined();
  });

  it('keeps the count right if it is deleted twice', async () => {
    const { webhook_id: id } = (await add()).json;
    const statuses = [];
    for (let time = 0; time < 2; time += 1)
      statuses.push((await call('delete-webhook', { method: 'DELETE', id })).status);

    expect(statuses).toEqual([204, 404]);
    expect(await readItem(service.table, keys.webhookSettings(tenant.accountId))).toMatchObject({
      endpoints: 0,
    });
  });
});

describe('a secret', () => {
  it('of an endpoint is replaced, and the one before it is kept for a day', async () => {
    const { webhook_id: id, secret } = (await add()).json;
    const before = Date.now();

    const rotated = await post('rotate-webhook-secret', id);

    const until = Date.parse(rotated.json.previous_secret_expires_at);
    expect(rotated.status).toBe(200);
    expect(rotated.json).toMatchObject({ webhook_id: id, secret: expect.stringMatching(/^whsec_/) });
    expect(until).toBeGreaterThanOrEqual(before + 86_400_000);
    expect(until).toBeLessThanOrEqual(Date.now() + 86_400_000);
    expect(await readItem(service.table, keys.webhook(tenant.accountId, id))).toMatchObject({
      secret: rotated.json.secret,
      previous_secret: secret,
      previous_until: until,
    });
  });

  it('of the account is created by the first request and replaced by the next', async () => {
    const [first, second] = [await post('rotate-account-secret'), await post('rotate-account-secret')];

    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.json.previous_secret_expires_at).toBeNull();
    expect(second.json.previous_secret_expires_at).not.toBeNull();
    expect(await readItem(service.table, keys.webhookSettings(tenant.accountId))).toMatchObject({
      secret: second.json.secret,
      previous_secret: first.json.secret,
    });
  });
});

describe('a delivery', () => {
  it('of a test is listed and sent, and listed again when it is sent again', async () => {
    const { webhook_id: id } = (await add()).json;

    const tested = await post('test-webhook', id);
    const listed = await call('list-deliveries', { id });
    const again = await post('resend-delivery', id, tested.json.delivery_id);
    const unknown = await post('resend-delivery', id, newId('delivery', 0));
    const malformed = await post('resend-delivery', id, 'nonsense');

    expect(tested).toMatchObject({ status: 202 });
    expect(tested.json).toEqual({
      delivery_id: expect.stringMatching(/^msg_/),
      webhook_id: id,
      type: 'webhook.test',
      job_id: null,
      status: 'pending',
      attempts: 0,
      created_at: expect.any(String),
      last_attempt_at: null,
      next_attempt_at: tested.json.created_at,
      response: null,
      error: null,
    });
    expect(listed.json).toEqual({ data: [tested.json] });
    expect(again).toMatchObject({ status: 202, json: { delivery_id: tested.json.delivery_id } });
    expect([unknown, malformed].map(({ status, json }) => [status, json.error])).toEqual([
      [404, 'delivery_not_found'],
      [404, 'delivery_not_found'],
    ]);
    const message = { account_id: tenant.accountId, webhook_id: id, delivery_id: tested.json.delivery_id };
    expect(await service.takeMessages('webhooks')).toEqual([message, message]);
  });

  it('is one of the last fifty in the list, the newest first', async () => {
    const { webhook_id: id } = (await add()).json;
    const now = Date.now();
    const earlier = Array.from({ length: 48 }, (_, index) => newId('delivery', now - index - 1));
    for (const deliveryId of earlier) {
      const ref = { accountId: tenant.accountId, webhookId: id, deliveryId };
      const message = { url: undefined, type: 'webhook.test', jobId: undefined, payload: '{}' };
      await webhookStore(service.table).createDelivery(newDelivery(ref, message, now));
    }
    const ids = [...earlier];
    for (let count = 0; count < 3; count += 1) ids.push((await post('test-webhook', id)).json.delivery_id);

    const { data } = (await call('list-deliveries', { id })).json;

    expect(data.map(({ delivery_id }: { delivery_id: string }) => delivery_id)).toEqual(
      ids.toSorted().toReversed().slice(0, 50),
    );
  });

  it('is refused for an endpoint that is off', async () => {
    const { webhook_id: id } = (await add()).json;
    const { delivery_id } = (await post('test-webhook', id)).json;
    await changeItem(service.table, keys.webhook(tenant.accountId, id), { disabled_at: Date.now() });

    const answers = [await post('test-webhook', id), await post('resend-delivery', id, delivery_id)];
    const enabled = await post('enable-webhook', id);

    expect(answers.map(({ status, json }) => [status, json.error])).toEqual([
      [409, 'webhook_disabled'],
      [409, 'webhook_disabled'],
    ]);
    expect(enabled.json).toMatchObject({ status: 'enabled', disabled_at: null });
    expect((await post('test-webhook', id)).status).toBe(202);
  });
});

describe('the webhook_url of a request', () => {
  it.each([
    ['convert', { to: 'pdf' }],
    ['extract', {}],
  ])('is stored on the job (%s)', async (name, body) => {
    const json = { file_id: await uploadFile(), webhook_url: url, ...body };

    const { status, json: accepted } = await call(name, { method: 'POST', json });

    expect(status).toBe(202);
    expect(await readItem(service.table, keys.job(tenant.accountId, accepted.job_id))).toMatchObject({
      webhook_url: url,
    });
  });

  it.each(['http://hooks.example/', 'https://127.0.0.1/', 'https://a:b@hooks.example/', 'nonsense', 7])(
    'is refused as %s, before anything is charged',
    async (webhook_url) => {
      const json = { file_id: await uploadFile(), to: 'pdf', webhook_url };
      const { operations } = await tenant.account();

      const { status, json: refused } = await call('convert', { method: 'POST', json });

      expect([status, refused.error]).toEqual([400, 'invalid_request']);
      expect(refused.message).toMatch(/^webhook_url: /);
      expect((await tenant.account()).operations).toBe(operations);
    },
  );

  it('has its deliveries under the id request, which no endpoint has', async () => {
    const ref = {
      accountId: tenant.accountId,
      webhookId: 'request',
      deliveryId: newId('delivery', Date.now()),
    };
    const message = { url, type: 'job.completed', jobId: newId('job', 0), payload: '{}' };
    await webhookStore(service.table).createDelivery(newDelivery(ref, message, Date.now()));

    const listed = await call('list-deliveries', { id: 'request' });
    const again = await post('resend-delivery', 'request', ref.deliveryId);
    const others = [
      await post('test-webhook', 'request'),
      await post('rotate-webhook-secret', 'request'),
      await call('delete-webhook', { method: 'DELETE', id: 'request' }),
    ];

    expect(listed.json.data).toMatchObject([{ delivery_id: ref.deliveryId, webhook_id: 'request' }]);
    expect(again).toMatchObject({ status: 202, json: { status: 'pending', attempts: 0 } });
    expect(others.map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});

it('makes the calls that docs/jobs.md lists', async () => {
  const { webhook_id: id } = (await add()).json;
  const { delivery_id } = (await post('test-webhook', id)).json;
  const made: Record<string, string[]> = {};
  const count = async (name: string, request: TestRequest): Promise<void> => {
    service.takeCalls();
    await call(name, request);
    made[name] = service
      .takeCalls()
      .map(({ operation }) => operation)
      .slice(1);
  };
  await count('create-webhook', { method: 'POST', json: { url } });
  await count('list-webhooks', {});
  await count('get-webhook', { id });
  await count('update-webhook', { method: 'PATCH', id, json: { url } });
  await count('rotate-account-secret', { method: 'POST' });
  await count('rotate-webhook-secret', { method: 'POST', id });
  await count('enable-webhook', { method: 'POST', id });
  await count('test-webhook', { method: 'POST', id });
  await count('list-deliveries', { id });
  await count('resend-delivery', { method: 'POST', id, deliveryId: delivery_id });
  await count('delete-webhook', { method: 'DELETE', id });

  expect(made).toEqual({
    'create-webhook': ['TransactWriteItems'],
    'list-webhooks': ['Query'],
    'get-webhook': ['GetItem'],
    'update-webhook': ['UpdateItem'],
    'rotate-account-secret': ['UpdateItem', 'UpdateItem'],
    'rotate-webhook-secret': ['UpdateItem'],
    'enable-webhook': ['UpdateItem'],
    'test-webhook': ['GetItem', 'PutItem', 'SendMessage'],
    'list-deliveries': ['GetItem', 'Query'],
    'resend-delivery': ['GetItem', 'UpdateItem', 'SendMessage'],
    'delete-webhook': ['TransactWriteItems'],
  });
});

it('deletes the endpoints and deliveries of an account with it', async () => {
  const { webhook_id: id } = (await add()).json;
  const { delivery_id: deliveryId } = (await post('test-webhook', id)).json;
  const { deletionStore } = await import('../../lib/aws/delete-account.ts');

  await deletionStore(service.table).removeItems(tenant.accountId);

  const left = [
    keys.webhook(tenant.accountId, id),
    keys.webhookSettings(tenant.accountId),
    deliveryKey({ accountId: tenant.accountId, webhookId: id, deliveryId }),
  ].map((key) => readItem(service.table, key));
  expect(await Promise.all(left)).toEqual([undefined, undefined, undefined]);
});
