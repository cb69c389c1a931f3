import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { deliverStore } from '../../../lib/aws/deliver-store.ts';
import { deliveryKey } from '../../../lib/aws/delivery-item.ts';
import { keys } from '../../../lib/aws/table.ts';
import { webhookStore } from '../../../lib/aws/webhook-store.ts';
import { deliverWebhook } from '../../../lib/webhooks/deliver-webhook.ts';
import { maxTries, retryPausesSeconds } from '../../../lib/webhooks/delivery-times.ts';
import { createWebhook, resendDelivery, rotateSecret } from '../../../lib/webhooks/manage-webhooks.ts';
import type { PostOutcome } from '../../../lib/webhooks/post-webhook.ts';
import {
  type Delivery,
  type DeliveryRef,
  type Webhook as Endpoint,
  newDelivery,
  requestWebhookId,
} from '../../../lib/webhooks/webhook.ts';
import { readItem, startTestTable, type TestTable } from '../../support/table.ts';

const start = Date.now();
const payload = '{"type":"job.completed"}';

let database: TestTable;
let webhook: Endpoint & { readonly secret: string };
let now: number;
let posted: { url: string; headers: Readonly<Record<string, string>>; payload: string }[];
let outcomes: PostOutcome[];

const ok: PostOutcome = { status: 200, excerpt: 'thanks', retryAfterSeconds: undefined };
const refused: PostOutcome = { status: 500, excerpt: 'broken', retryAfterSeconds: undefined };

beforeAll(async () => {
  database = await startTestTable();
});
afterAll(() => database.close());

beforeEach(async () => {
  now = start;
  posted = [];
  outcomes = [];
  const accountId = `acct_${crypto.randomUUID()}`;
  const url = 'https://hooks.example/';
  webhook = await createWebhook(
    { accountId, url, events: ['job.completed'] },
    webhookStore(database.table),
    now,
  );
});

const create = async (
  deliveryId = 'msg_1',
  more: Partial<DeliveryRef & Delivery> = {},
): Promise<DeliveryRef> => {
  const ref = { accountId: webhook.accountId, webhookId: more.webhookId ?? webhook.webhookId, deliveryId };
  const message = {
    url: more.url,
    type: 'job.completed',
    jobId: 'job_1',
    requestId: more.requestId,
    payload,
  };
  await webhookStore(database.table).createDelivery(newDelivery(ref, message, now));
  return ref;
};

const deliver = async (ref: DeliveryRef) => {
  const { outcome } = await deliverWebhook(
    ref,
    {
      store: deliverStore(database.table),
      post: async (url, headers, body) => {
        posted.push({ url, headers, payload: body });
        return outcomes.shift() ?? ok;
      },
    },
    () => now,
  );
  return outcome;
};

const item = (ref: DeliveryRef) => readItem(database.table, deliveryKey(ref));

it('sends a delivery once, signed, and ends it', async () => {
  const ref = await create();

  const results = [await deliver(ref), await deliver(ref)];

  expect(results).toEqual(['delivered', 'skipped']);
  expect(posted).toMatchObject([{ url: webhook.url, payload }]);
  expect(new Webhook(webhook.secret).verify(payload, { ...posted[0]?.headers })).toEqual(JSON.parse(payload));
  const stored = await item(ref);
  expect(stored).toMatchObject({
    delivery_status: 'delivered',
    attempts: 1,
    last_tried_at: now,
    answer: { status: 200, excerpt: 'thanks' },
  });
  expect(stored).not.toHaveProperty('due');
});

it('states the id of the request that submitted the job', async () => {
  await deliver(await create('msg_2', { requestId: 'request-1' }));

  expect(posted[0]?.headers).toMatchObject({ 'x-request-id': 'request-1' });
});

it('sends one request for many messages that arrive at once', async () => {
  const ref = await create();

  const results = await Promise.all(Array.from({ length: 8 }, () => deliver(ref)));

  expect(results.toSorted()).toEqual(['delivered', ...Array.from({ length: 7 }, () => 'skipped')]);
  expect(posted).toHaveLength(1);
});

it('tries ten times by the schedule, with the same id and body, and then no more', async () => {
  const ref = await create();
  const results = [];
  for (let attempt = 1; attempt <= maxTries; attempt += 1) {
    outcomes = [refused];
    results.push(await deliver(ref));
    const pause = (retryPausesSeconds[attempt - 1] ?? 0) * 1000;
    if (attempt < maxTries)
      expect(await item(ref)).toMatchObject({ due: expect.stringMatching(/^WEBHOOK#/), due_at: now + pause });
    now += pause - 1;
    expect(await deliver(ref)).toBe('skipped');
    now += 1;
  }

  expect(results).toEqual([...retryPausesSeconds.map(() => 'pending'), 'failed']);
  expect(new Set(posted.map(({ headers }) => headers['webhook-id']))).toEqual(new Set(['msg_1']));
  expect(new Set(posted.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(maxTries);
  expect(posted.every((each) => each.payload === payload)).toBe(true);
  const stored = await item(ref);
  expect(stored).toMatchObject({ delivery_status: 'failed', attempts: maxTries, answer: { status: 500 } });
  expect(stored).not.toHaveProperty('due');
});

it.each([199, 300, 302, 400, 404, 500])('tries again after status %i', async (status) => {
  const ref = await create();
  outcomes = [{ status, excerpt: '', retryAfterSeconds: undefined }];

  expect(await deliver(ref)).toBe('pending');
});

it.each([200, 204, 299])('ends with status %i', async (status) => {
  const ref = await create();
  outcomes = [{ status, excerpt: '', retryAfterSeconds: undefined }];

  expect(await deliver(ref)).toBe('delivered');
});

it('tries again after its function died during a try', async () => {
  const ref = await create();
  const claimed = await deliverStore(database.table).claim(ref, now, now + 60_000);
  expect(claimed).toMatchObject({ attempts: 1 });

  now += 59_999;
  const early = await deliver(ref);
  now += 1;
  const late = await deliver(ref);
  // The function that was taken for dead ends its try after all.
  if (claimed === undefined) return expect.fail();
  const result = { status: 'pending', answer: undefined, problem: 'late', nextTryAt: now } as const;
  await deliverStore(database.table).finish(claimed, result, now);

  expect([early, late]).toEqual(['skipped', 'delivered']);
  expect(await item(ref)).toMatchObject({ delivery_status: 'delivered', attempts: 2 });
});

it('turns the endpoint off after 410, and ends its other deliveries', async () => {
  const [first, second] = [await create('msg_1'), await create('msg_2')];
  outcomes = [{ status: 410, excerpt: '', retryAfterSeconds: undefined }];

  const results = [await deliver(first), await deliver(second)];

  expect(results).toEqual(['failed', 'failed']);
  expect(posted).toHaveLength(1);
  expect(await webhookStore(database.table).get(webhook.accountId, webhook.webhookId)).toMatchObject({
    disabledAt: now,
  });
  expect(await item(second)).toMatchObject({ problem: 'The endpoint was deleted or is disabled.' });
});

it('pauses an endpoint that was slow, without a try of its other deliveries', async () => {
  const [first, second] = [await create('msg_1'), await create('msg_2')];
  outcomes = [{ problem: 'No response within 10 seconds.', isSlow: true }];

  const results = [await deliver(first), await deliver(second)];
  expect(await item(second)).toMatchObject({ attempts: 0, next_try_at: now + 30_000, due_at: now + 30_000 });
  now += 29_999;
  results.push(await deliver(second));
  now += 1;
  results.push(await deliver(second));

  expect(results).toEqual(['pending', 'paused', 'skipped', 'delivered']);
  expect(await item(first)).toMatchObject({ problem: 'No response within 10 seconds.', attempts: 1 });
});

it('signs with the secret before a rotation for a day', async () => {
  const store = webhookStore(database.table);
  const rotated = await rotateSecret(webhook.accountId, webhook.webhookId, store, now);
  const signatures = async (id: string): Promise<number> => {
    await deliver(await create(id));
    return posted.at(-1)?.headers['webhook-signature']?.split(' ').length ?? 0;
  };

  now += 86_400_000 - 1;
  const during = await signatures('msg_1');
  now += 1;
  const after = await signatures('msg_2');

  expect([during, after]).toEqual([2, 1]);
  const last = posted.at(-1);
  expect(last?.headers['webhook-signature']).toBe(
    new Webhook(rotated?.secret ?? '').sign('msg_2', new Date(now), payload),
  );
});

it('signs with the original secret after two rotations at once', async () => {
  const store = webhookStore(database.table);
  await Promise.all([1, 2].map(() => rotateSecret(webhook.accountId, webhook.webhookId, store, now)));

  await deliver(await create('msg_1'));

  const { headers = {} } = posted.at(-1) ?? {};
  expect(headers['webhook-signature']?.split(' ')).toHaveLength(3);
  expect(new Webhook(webhook.secret).verify(payload, { ...headers })).toBeDefined();
});

it('signs what is sent to the URL of a request with one secret of the account', async () => {
  const url = 'https://own.example/';
  const [first, second] = [
    await create('msg_1', { webhookId: requestWebhookId, url }),
    await create('msg_2', { webhookId: requestWebhookId, url }),
  ];

  await deliver(first);
  await deliver(second);

  const stored = await readItem(database.table, keys.webhookSettings(webhook.accountId));
  expect(posted.map((each) => each.url)).toEqual([url, url]);
  for (const { headers } of posted)
    expect(new Webhook(String(stored?.secret)).verify(payload, { ...headers })).toBeDefined();
});

it('does not try a delivery of a deleted endpoint', async () => {
  const ref = await create();
  await webhookStore(database.table).remove(webhook.accountId, webhook.webhookId);

  expect(await deliver(ref)).toBe('failed');
  expect(posted).toEqual([]);
});

it('sends a delivery again with all of its tries', async () => {
  const ref = await create();
  await deliver(ref);
  const sent: DeliveryRef[] = [];
  const hints = {
    send: async (each: DeliveryRef): Promise<void> => void sent.push(each),
    onUnsent: () => expect.fail(),
  };

  const again = await resendDelivery(webhook, 'msg_1', webhookStore(database.table), hints, now);
  const unknown = await resendDelivery(webhook, 'msg_2', webhookStore(database.table), hints, now);
  const result = await deliver(ref);

  expect(again).toMatchObject({ status: 'pending', attempts: 0, nextTryAt: now });
  expect(unknown).toBeUndefined();
  expect([result, posted.length, sent]).toEqual(['delivered', 2, [ref]]);
});
