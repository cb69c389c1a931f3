import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { readJob } from '../../lib/aws/job-read-store.ts';
import { jobStore } from '../../lib/aws/job-store.ts';
import { openObjectStore } from '../../lib/aws/object-store.ts';
import { keys } from '../../lib/aws/table.ts';
import type { ApiFunction } from '../../lib/http/api-handler.ts';
import { runJob } from '../../lib/jobs/run-job.ts';
import { callFunction, filePart } from '../support/api-event.ts';
import type { AwsCall } from '../support/aws-proxy.ts';
import { itLong } from '../support/long-run.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createTenant, type TestTenant } from '../support/tenant.ts';

let service: TestService;
let upload: ApiFunction;
let convert: ApiFunction;
let tenant: TestTenant;
let token: string;

beforeAll(async () => {
  service = await startTestService();
  // A function does not wait long for a call.
  process.env.AWS_LAMBDA_FUNCTION_NAME = 'api';
  ({ handler: upload } = await import('../../functions/api/upload.ts'));
  ({ handler: convert } = await import('../../functions/api/convert.ts'));
});

afterAll(() => service.close());

beforeEach(async () => {
  tenant = await createTenant(service.table);
  token = await tenant.newToken();
  await service.takeMessages();
  service.takeCalls();
});

const uploadFile = async (): Promise<string> =>
  (await callFunction(upload, { method: 'POST', token, ...filePart('Some text.') })).json.file_id;

const submit = async (fileId: string) =>
  callFunction(convert, { method: 'POST', token, json: { file_id: fileId, to: 'pdf' } });

const itemsOf = async (pk: string): Promise<unknown[]> => {
  const { Items = [] } = await service.table.client.send(
    new QueryCommand({
      TableName: service.table.name,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
      ConsistentRead: true,
    }),
  );
  return Items;
};

const bodiesOf = (calls: readonly AwsCall[], operation: string): string[] =>
  calls.filter((call) => call.operation === operation).map(({ body }) => body.toString('utf8'));

/** Works on a job through the proxies, as a worker does. */
const work = async (jobId: string) => {
  const objects = openObjectStore(service.table);
  const faults: unknown[] = [];
  const outcome = await runJob(
    { accountId: tenant.accountId, jobId },
    jobStore(openTable()),
    {
      fetchSource: async () => ({
        bytes: Buffer.from('Some text.'),
        further: [],
        filename: 'a.txt',
        from: 'text',
      }),
      convert: async () => ({
        bytes: Buffer.from('%PDF'),
        mimeType: 'application/pdf',
        extension: 'pdf',
        report: {},
      }),
      send: async () => undefined,
      storeLargeResult: async () => undefined,
      deliver: () => expect.fail(),
      storeResult: objects.put,
      onRenewalFault: () => expect.fail(),
      leaseSeconds: 30,
      retentionSeconds: 7200,
      clock: Date.now,
      newOwner: () => 'worker',
    },
    (fault) => faults.push(fault),
  );
  return { outcome, faults };
};

test('creates one job if the response of the transaction is lost', async () => {
  const fileId = await uploadFile();
  service.takeCalls();
  service.dynamodb.loseAnswer('TransactWriteItems');

  const answer = await submit(fileId);

  const [first, second, ...more] = bodiesOf(service.takeCalls(), 'TransactWriteItems');
  expect(answer.status).toBe(202);
  expect(first).toContain('"ClientRequestToken"');
  expect([second, more]).toEqual([first, []]);
  expect(await itemsOf(keys.job(tenant.accountId, '').pk)).toMatchObject([{ job_id: answer.json.job_id }]);
  expect(await tenant.account()).toMatchObject({ operations: 2, activeJobs: 1 });
  expect(await service.takeMessages()).toEqual([
    { account_id: tenant.accountId, job_id: answer.json.job_id },
  ]);
});

test("counts one operation if the response of an upload's transaction is lost", async () => {
  service.dynamodb.loseAnswer('TransactWriteItems');

  const fileId = await uploadFile();

  expect(bodiesOf(service.takeCalls(), 'TransactWriteItems')).toHaveLength(2);
  expect(await itemsOf(keys.file(tenant.accountId, '').pk)).toMatchObject([{ file_id: fileId }]);
  expect((await tenant.account()).operations).toBe(1);
});

test('stores an upload if the response of the put is lost', async () => {
  service.s3.loseAnswer(/^PUT /);

  const fileId = await uploadFile();

  const puts = service.takeCalls().filter(({ operation }) => operation.startsWith('PUT '));
  expect(puts).toHaveLength(2);
  const stored = await openObjectStore(service.table).get(`accounts/${tenant.accountId}/files/${fileId}`);
  expect(Buffer.from(stored ?? []).toString()).toBe('Some text.');
});

test('finalizes a presigned upload if the response of the copy is lost, with the copied bytes', async () => {
  const { handler: createUpload } = await import('../../functions/api/create-upload.ts');
  const json = { filename: 'a.txt', size_bytes: 10 };
  const announced = await callFunction(createUpload, { method: 'POST', token, json });
  const { file_id: fileId, upload: form } = announced.json;
  const body = new FormData();
  for (const [name, value] of Object.entries<string>(form.fields)) body.append(name, value);
  body.append('file', new Blob(['Some text.']));
  await fetch(form.url, { method: 'POST', body });
  service.takeCalls();
  service.s3.loseAnswer(/^PUT /);

  const { status } = await submit(fileId);

  const path = '/docforge-bucket/accounts/acct_…/files/file_…';
  const calls = service.takeCalls().map(({ operation }) => operation);
  expect(status).toBe(202);
  // Sent again it finds its own copy.
  expect(calls.filter((each) => each.endsWith(path))).toEqual([`PUT ${path}`, `PUT ${path}`, `GET ${path}`]);
  expect(await itemsOf(keys.file(tenant.accountId, '').pk)).toMatchObject([
    { file_id: fileId, file_format: 'text', size_bytes: 10 },
  ]);
});

test('sends a message again if the response is lost, and a worker processes it once', async () => {
  const fileId = await uploadFile();
  service.sqs.loseAnswer('SendMessage');

  const { status, json } = await submit(fileId);

  const message = { account_id: tenant.accountId, job_id: json.job_id };
  expect(status).toBe(202);
  expect(await service.takeMessages()).toEqual([message, message]);
  expect(await work(json.job_id)).toEqual({ outcome: 'ended', faults: [] });
  expect(await work(json.job_id)).toEqual({ outcome: 'not_ours', faults: [] });
  expect((await tenant.account()).activeJobs).toBe(0);
});

test('continues a claim whose response was lost', async () => {
  const { json } = await submit(await uploadFile());
  service.takeCalls();
  service.dynamodb.loseAnswer('UpdateItem');

  const { outcome, faults } = await work(json.job_id);

  expect({ outcome, faults }).toEqual({ outcome: 'ended', faults: [] });
  expect(bodiesOf(service.takeCalls(), 'UpdateItem')).toHaveLength(2);
  expect(await readJob(service.table, tenant.accountId, json.job_id)).toMatchObject({
    status: 'complete',
    attempts: 1,
  });
});

test('stores a result if the response of the put is lost', async () => {
  const { json } = await submit(await uploadFile());
  service.s3.loseAnswer(/^PUT /);

  const { outcome, faults } = await work(json.job_id);

  expect({ outcome, faults }).toEqual({ outcome: 'ended', faults: [] });
  const job = await readJob(service.table, tenant.accountId, json.job_id);
  const stored = await openObjectStore(service.table).get(job?.output?.objectKey ?? '');
  expect(Buffer.from(stored ?? []).toString()).toBe('%PDF');
});

test('frees the slot once if the response of ending a job is lost', async () => {
  const fileId = await uploadFile();
  const [{ json: first }, { json: second }] = [await submit(fileId), await submit(fileId)];
  service.takeCalls();
  service.dynamodb.loseAnswer('TransactWriteItems');

  const { outcome, faults } = await work(first.job_id);

  expect({ outcome, faults }).toEqual({ outcome: 'ended', faults: [] });
  expect(bodiesOf(service.takeCalls(), 'TransactWriteItems')).toHaveLength(2);
  expect((await tenant.account()).activeJobs).toBe(1);
  expect(await readJob(service.table, tenant.accountId, second.job_id)).toMatchObject({ status: 'queued' });
});

itLong.each([
  ['dynamodb', 'TransactWriteItems'],
  ['sqs', 'SendMessage'],
] as const)('repeats a call to which %s never responds', async (name, operation) => {
  const fileId = await uploadFile();
  service[name].stall(operation);

  const { status } = await submit(fileId);

  expect(status).toBe(202);
  expect(await tenant.account()).toMatchObject({ operations: 2, activeJobs: 1 });
});

test('returns a valid token if the response of its transaction is lost', async () => {
  const { handler: authorize } = await import('../../functions/api/authorize.ts');
  const { handler: getUsage } = await import('../../functions/api/get-usage.ts');
  service.dynamodb.loseAnswer('TransactWriteItems');

  const { json } = await callFunction(authorize, { method: 'POST', json: { api_key: tenant.apiKey } });

  const usage = await callFunction(getUsage, { token: json.access_token });
  expect(usage.status).toBe(200);
});

test('counts a call twice rather than not at all if the response of the count is lost', async () => {
  const { handler: getFormats } = await import('../../functions/api/get-formats.ts');
  service.dynamodb.loseAnswer('UpdateItem');

  const { status, headers } = await callFunction(getFormats, { token });

  expect([status, headers['x-ratelimit-remaining']]).toEqual([200, '58']);
});
