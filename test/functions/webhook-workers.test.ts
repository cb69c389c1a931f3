import { marshall } from '@aws-sdk/util-dynamodb';
import type {
  Context,
  DynamoDBBatchResponse,
  DynamoDBStreamEvent,
  SQSBatchResponse,
  SQSEvent,
} from 'aws-lambda';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { deliveryKey } from '../../lib/aws/delivery-item.ts';
import { jobStore } from '../../lib/aws/job-store.ts';
import { keys } from '../../lib/aws/table.ts';
import { listWebhooks, webhookStore } from '../../lib/aws/webhook-store.ts';
import type { Job } from '../../lib/jobs/job.ts';
import { runJob } from '../../lib/jobs/run-job.ts';
import type { ReconcileCounts, Share } from '../../lib/reconcile/reconcile.ts';
import { createWebhook } from '../../lib/webhooks/manage-webhooks.ts';
import type { DeliveryRef, Webhook } from '../../lib/webhooks/webhook.ts';
import { fakeEffects, jobItem, submitJob } from '../support/jobs.ts';
import { itLong } from '../support/long-run.ts';
import { changeItem, readItem } from '../support/table.ts';
import { service, tenant, useApi } from './use-api.ts';

useApi();

let announceJob: (event: DynamoDBStreamEvent, context: Context) => Promise<DynamoDBBatchResponse>;
let deliverWebhook: (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;
let reconcile: (event: Partial<Share>, context: Context) => Promise<ReconcileCounts>;
let webhook: Webhook;

beforeAll(async () => {
  ({ handler: announceJob } = await import('../../functions/workers/announce-job.ts'));
  ({ handler: deliverWebhook } = await import('../../functions/workers/deliver-webhook.ts'));
  ({ handler: reconcile } = await import('../../functions/scheduled/reconcile.ts'));
});

beforeEach(async () => {
  const { accountId } = tenant;
  const request = { accountId, url: 'https://receiver.invalid/', events: ['job.failed'] } as const;
  webhook = await createWebhook(request, webhookStore(service.table), Date.now());
  await service.takeMessages('webhooks');
});

const failedJob = async (): Promise<Job> => {
  const job = await submitJob(service.table, tenant, Date.now());
  const end = { job_status: 'failed', completed_at: Date.now() + 1, due_at: Date.now() + 3_600_000 };
  await changeItem(service.table, { pk: `ACCOUNT#${job.accountId}#JOBS`, sk: `JOB#${job.jobId}` }, end);
  return job;
};

const recordOf = async (job: Job, SequenceNumber: string) => ({
  eventName: 'MODIFY',
  dynamodb: { SequenceNumber, NewImage: marshall((await jobItem(service.table, job)) ?? {}) },
});

const announce = (...Records: object[]): Promise<DynamoDBBatchResponse> =>
  announceJob({ Records } as DynamoDBStreamEvent, {} as Context);

const deliver = (...bodies: string[]): Promise<SQSBatchResponse> => {
  const Records = bodies.map((body, index) => ({ messageId: `message-${index}`, body }));
  return deliverWebhook({ Records } as SQSEvent, {} as Context);
};

const bodyOf = ({ accountId, webhookId, deliveryId }: DeliveryRef): string =>
  JSON.stringify({ account_id: accountId, webhook_id: webhookId, delivery_id: deliveryId });

const deliveries = () =>
  webhookStore(service.table).listDeliveries(tenant.accountId, webhook.webhookId, 50, Date.now());

test('announces every job of a batch, and sends the ids of one that it cannot read to the dead letters', async () => {
  const jobs = [await failedJob(), await failedJob()];
  const [first, second] = await Promise.all(jobs.map((job, index) => recordOf(job, String(index))));
  const Keys = marshall(keys.job(tenant.accountId, 'job_1'));
  const broken = { eventName: 'MODIFY', dynamodb: { SequenceNumber: '7', Keys, NewImage: Keys } };

  const answer = await announce(first ?? {}, broken, second ?? {});

  expect(answer).toEqual({ batchItemFailures: [] });
  expect(await service.takeMessages('deadLetters')).toEqual([
    { unannounced: { account_id: tenant.accountId, job_id: 'job_1', sequence_number: '7' } },
  ]);
  const stored = await deliveries();
  expect(new Set(stored.map(({ jobId }) => jobId))).toEqual(new Set(jobs.map(({ jobId }) => jobId)));
  const messages = await service.takeMessages('webhooks');
  expect(new Set(messages.map((each) => JSON.stringify(each)))).toEqual(new Set(stored.map(bodyOf)));
});

itLong('asks for a record again whose announcement failed for another reason', async () => {
  const record = await recordOf(await failedJob(), '7');
  service.dynamodb.refuse('PutItem', 'ThrottlingException', { times: 5 });

  const answer = await announce(record);

  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '7' }] });
  expect(await service.takeMessages('deadLetters')).toEqual([]);
});

test('announces nothing about a job that was withdrawn, which its client was not told of', async () => {
  const job = await failedJob();
  await changeItem(service.table, keys.job(job.accountId, job.jobId), { deleted_at: Date.now() });

  const answer = await announce(await recordOf(job, '1'));

  expect([answer, await deliveries()]).toEqual([{ batchItemFailures: [] }, []]);
});

test('sends a job whose delivery can never be stored to the dead letters', async () => {
  const job = await failedJob();
  const { dynamodb, ...record } = await recordOf(job, '7');
  const Keys = marshall(keys.job(job.accountId, job.jobId));
  service.dynamodb.refuse('PutItem', 'ValidationException');

  const answer = await announce({ ...record, dynamodb: { ...dynamodb, Keys } });

  expect(answer).toEqual({ batchItemFailures: [] });
  expect(await service.takeMessages('deadLetters')).toEqual([
    { unannounced: { account_id: job.accountId, job_id: job.jobId, sequence_number: '7' } },
  ]);
});

test('announces a job of ten steps that each report as many warnings as an engine can', async () => {
  const { accountId } = tenant;
  const warnings = Array.from({ length: 50 }, (_, index) => `Unreadable: ${index}${'名'.repeat(250)}`);
  const list = Array.from({ length: 10 }, (_, index) => ({
    name: `step${index}`,
    type: 'conversion' as const,
    target: 'text',
    from: 'zip',
    worker: 'standard' as const,
    options: {},
    inputs: [{ file: 0 }],
    isOutput: false,
  }));
  const job = await submitJob(service.table, tenant, Date.now(), { steps: { list, done: [] } });
  const clock = { now: Date.now() };
  const work = fakeEffects(clock, {
    convert: async () => ({
      bytes: Buffer.from('Text.'),
      mimeType: 'text/plain',
      extension: 'txt',
      report: { engine: 'zip', version: '1', warnings },
    }),
  });
  await changeItem(service.table, keys.webhook(accountId, webhook.webhookId), { events: ['job.completed'] });
  for (const step of list.keys())
    await runJob({ accountId, jobId: job.jobId, step }, jobStore(service.table), work, expect.fail);

  const answer = await announce(await recordOf(job, '7'));

  expect(answer).toEqual({ batchItemFailures: [] });
  expect(await service.takeMessages('deadLetters')).toEqual([]);
  const [delivery] = await deliveries();
  const payload = JSON.parse(delivery?.payload ?? '{}');
  expect(payload).toMatchObject({ type: 'job.completed', data: { job_id: job.jobId, report: null } });
  expect(payload.data.steps).toHaveLength(10);
  expect(Buffer.byteLength(JSON.stringify(await jobItem(service.table, job)))).toBeLessThan(200_000);
});

test('makes the calls that docs/jobs.md lists to announce and to deliver', async () => {
  const record = await recordOf(await failedJob(), '1');
  service.takeCalls();
  await announce(record);
  const announced = service.takeCalls().map(({ operation }) => operation);
  const [delivery] = await deliveries();
  await deliver(bodyOf(delivery ?? expect.fail()));
  const delivered = service.takeCalls().map(({ operation }) => operation);

  expect(announced).toEqual(['Query', 'PutItem', 'SendMessage']);
  expect(delivered).toEqual(['UpdateItem', 'GetItem', 'UpdateItem']);
});

test('stores why a receiver could not be reached, and skips messages without a delivery', async () => {
  await announce(await recordOf(await failedJob(), '1'));
  const [delivery] = await deliveries();
  if (delivery === undefined) return expect.fail();

  const answer = await deliver(
    'nonsense',
    '{"account_id":7}',
    bodyOf(delivery),
    bodyOf({ ...delivery, deliveryId: 'msg_1' }),
  );

  expect(answer).toEqual({ batchItemFailures: [] });
  expect(await deliveries()).toMatchObject([
    { status: 'pending', attempts: 1, problem: 'The host name does not resolve.' },
  ]);
});

test('ignores the hosts of a local stack unless its database is on this machine', async () => {
  const { readLocalReceiverHosts } = await import('../../lib/env.ts');
  const database = process.env.AWS_ENDPOINT_URL_DYNAMODB;
  process.env.LOCAL_RECEIVER_HOST = 'receiver.test,localhost';

  const found = [];
  for (const endpoint of [
    database,
    undefined,
    '',
    'https://dynamodb.eu-west-1.amazonaws.com',
    'http://127.0.0.1.example.com:80',
    'http://localhost.example:80',
  ]) {
    if (endpoint === undefined) delete process.env.AWS_ENDPOINT_URL_DYNAMODB;
    else process.env.AWS_ENDPOINT_URL_DYNAMODB = endpoint;
    found.push(readLocalReceiverHosts());
  }
  process.env.AWS_ENDPOINT_URL_DYNAMODB = database;
  delete process.env.LOCAL_RECEIVER_HOST;

  expect(found).toEqual([['receiver.test', 'localhost'], [], [], [], [], []]);
});

test('sends deliveries whose message was lost or whose pause has passed again, but not before', async () => {
  await announce(await recordOf(await failedJob(), '1'));
  const [delivery] = await deliveries();
  if (delivery === undefined) return expect.fail();
  await service.takeMessages('webhooks');
  const run = () => reconcile({}, { getRemainingTimeInMillis: () => 60_000 } as Context);

  const early = await run();
  await changeItem(service.table, deliveryKey(delivery), { due_at: Date.now() - 1 });
  const due = await run();
  const messages = await service.takeMessages('webhooks');
  const again = await run();

  expect([early.sent, due.sent, again.sent]).toEqual([0, 1, 0]);
  expect(messages).toEqual([JSON.parse(bodyOf(delivery))]);
  const stored = await readItem(service.table, deliveryKey(delivery));
  expect(stored?.due_at).toBeGreaterThan(Date.now() + 290_000);
  expect(await listWebhooks(service.table, tenant.accountId)).toHaveLength(1);
});
