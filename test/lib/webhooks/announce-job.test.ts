import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type WebhookEventType, webhookEvents } from '../../../lib/api/webhook-events.ts';
import { deliverStore } from '../../../lib/aws/deliver-store.ts';
import { createDelivery, listWebhooks, webhookStore } from '../../../lib/aws/webhook-store.ts';
import { jobEvent } from '../../../lib/http/views/webhook-view.ts';
import { isId } from '../../../lib/ids.ts';
import type { Job } from '../../../lib/jobs/job.ts';
import { announceJob } from '../../../lib/webhooks/announce-job.ts';
import { createWebhook } from '../../../lib/webhooks/manage-webhooks.ts';
import type { DeliveryRef } from '../../../lib/webhooks/webhook.ts';
import { newJob } from '../../support/jobs.ts';
import { startTestTable, type TestTable } from '../../support/table.ts';

const now = Date.UTC(2026, 10, 20);

let database: TestTable;
let accountId: string;
let sent: DeliveryRef[];

beforeAll(async () => {
  database = await startTestTable();
});
afterAll(() => database.close());
beforeEach(() => {
  accountId = `acct_${crypto.randomUUID()}`;
  sent = [];
});

const ended = (values: Partial<Job> = {}): Job =>
  newJob({ accountId }, now, { status: 'complete', completedAt: now + 1000, attempts: 1, ...values });

const announce = (job: Job, send = async (ref: DeliveryRef): Promise<void> => void sent.push(ref)) =>
  announceJob(
    job,
    jobEvent,
    {
      list: (id) => listWebhooks(database.table, id),
      create: (delivery) => createDelivery(database.table, delivery),
      send,
      onUnsent: (_error, ref) => sent.push({ ...ref, deliveryId: 'unsent' }),
    },
    now + 2000,
  );

const add = (createdAt = now, events: readonly WebhookEventType[] = webhookEvents) =>
  createWebhook(
    { accountId, url: 'https://hooks.example/', events },
    webhookStore(database.table),
    createdAt,
  );

const deliveriesTo = (webhookId: string) =>
  webhookStore(database.table).listDeliveries(accountId, webhookId, 50, now);

it.each([
  ['complete', 'job.completed'],
  ['failed', 'job.failed'],
  ['cancelled', 'job.cancelled'],
] as const)('announces a job that is %s as %s', async (status, type) => {
  const { webhookId } = await add();

  const count = await announce(ended({ status }));

  const deliveries = await deliveriesTo(webhookId);
  expect(count).toBe(1);
  expect(deliveries).toMatchObject([{ type, status: 'pending', attempts: 0, url: undefined }]);
  expect(sent).toEqual([{ accountId, webhookId, deliveryId: deliveries[0]?.deliveryId }]);
  expect(isId('delivery', deliveries[0]?.deliveryId ?? '')).toBe(true);
});

it('stores nothing twice if the same end is announced again, and sends its message again', async () => {
  const { webhookId } = await add();
  const job = ended();

  await announce(job);
  await announce(job);

  expect(await deliveriesTo(webhookId)).toHaveLength(1);
  expect(sent).toHaveLength(2);
  expect(sent[0]).toEqual(sent[1]);
});

it('leaves out endpoints that are off, that do not receive the event, or that were added after the end', async () => {
  await add(now, ['job.failed']);
  await add(now + 1001);
  const off = await add();
  const { webhookId } = await add(now + 1000);
  await deliverStore(database.table).turnOff({ ...off, deliveryId: '' }, now);

  await announce(ended());

  expect(sent.map((ref) => ref.webhookId)).toEqual([webhookId]);
});

it('announces to the URL of the request too, without any endpoint', async () => {
  await announce(ended({ webhookUrl: 'https://own.example/' }));

  expect(await deliveriesTo('request')).toMatchObject([
    { url: 'https://own.example/', type: 'job.completed' },
  ]);
});

it('announces nothing of a job that has not ended', async () => {
  await add();

  expect(await announce(ended({ status: 'processing' }))).toBe(0);
  expect(sent).toEqual([]);
});

it('leaves a message that could not be sent to the reconciler', async () => {
  const { webhookId } = await add();

  await announce(ended(), () => Promise.reject(new Error('no queue')));

  expect(sent).toEqual([{ accountId, webhookId, deliveryId: 'unsent' }]);
  expect(await deliveriesTo(webhookId)).toHaveLength(1);
});

it('contains the job without a signed address and without its options', async () => {
  const { webhookId } = await add();
  const output = {
    objectKey: 'key',
    filename: 'a.pdf',
    mimeType: 'application/pdf',
    sizeBytes: 3,
    sha256: 'f',
  };

  const job = ended({ output, expiresAt: now + 7_200_000 });
  await announce(job);

  const [delivery] = await deliveriesTo(webhookId);
  const { type, timestamp, data } = JSON.parse(delivery?.payload ?? '');
  expect({ type, timestamp }).toEqual({ type: 'job.completed', timestamp: '2026-11-20T00:00:01.000Z' });
  expect(data).toMatchObject({ job_id: job.jobId, status: 'complete', output: { filename: 'a.pdf' } });
  expect(data).not.toHaveProperty('output_url');
  expect(delivery?.payload).not.toContain('secret');
});

it('contains the steps of a job, without a signed address either', async () => {
  const output = { objectKey: 'key', filename: 'a.md', mimeType: 'text/markdown', sizeBytes: 3, sha256: 'f' };
  const step = { type: 'conversion', from: 'pdf', options: {}, worker: 'standard', isOutput: true } as const;
  const job = ended({
    output,
    expiresAt: now + 7_200_000,
    steps: {
      list: [
        { ...step, name: 'read', target: 'markdown', inputs: [{ file: 0 }] },
        { ...step, name: 'write', target: 'html', inputs: [{ step: 0 }] },
      ],
      done: [{ attempt: 1, output, report: {}, endedAt: now }],
    },
  });

  const { data } = JSON.parse(await jobEvent(job, 'job.completed'));

  expect(data.steps).toMatchObject([
    { name: 'read', status: 'complete', output: { filename: 'a.md' } },
    { name: 'write', status: 'complete', output: { filename: 'a.md' } },
  ]);
  expect(JSON.stringify(data)).not.toContain('output_url');
});
