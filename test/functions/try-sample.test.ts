import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, test } from 'vitest';
import { tryAccountId, tryFormats, trySampleNames, trySamples } from '../../lib/api/try-samples.ts';
import { keys } from '../../lib/aws/table.ts';
import { planTable } from '../../lib/plan-table.ts';
import { changeItem, readItem } from '../support/table.ts';
import { call, service, tenant, token, useApi } from './use-api.ts';

useApi();

const addresses = Array.from({ length: 200 }, (_, index) => `198.51.100.${index}`);
/** Each call has its own address, so that no test reaches the rate limit by chance. */
const tries = (json: object, from = addresses.pop() ?? '') =>
  call('try-sample', { method: 'POST', token: undefined, address: from, json });

const itemsOf = async (pk: string): Promise<Record<string, unknown>[]> => {
  const { client, name } = service.table;
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: name,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
      ConsistentRead: true,
    }),
  );
  return Items;
};
const jobs = () => itemsOf(keys.job(tryAccountId, '').pk);
const change = (jobId: string, values: Record<string, unknown>) =>
  changeItem(service.table, keys.job(tryAccountId, jobId), values);

const output = {
  objectKey: `accounts/${tryAccountId}/results/none/1`,
  filename: 'letter.md',
  mimeType: 'text/markdown',
  sizeBytes: 9,
  sha256: '0'.repeat(64),
};
const complete = (jobId: string, expiresAt: number) =>
  change(jobId, {
    job_status: 'complete',
    job_output: output,
    completed_at: Date.now(),
    expires_at: expiresAt,
  });

/** Samples and targets of their own for each test, because jobs are shared. */
const pairs = trySampleNames.flatMap((sample) => tryFormats.map((format) => ({ sample, format })));
const newPair = () => pairs.pop() ?? expect.fail('no pair is left');

beforeEach(async () => {
  await service.takeMessages();
});

test('runs a job of the service for a sample, without a token', async () => {
  const pair = newPair();
  const { status, json } = await tries(pair);

  expect(status).toBe(200);
  expect(json).toMatchObject({ status: 'queued', type: 'extraction', result: null, error: null });
  expect(await service.takeMessages()).toEqual([
    { account_id: tryAccountId, job_id: json.job_id, step: 0, worker: 'standard' },
  ]);
});

test('creates one job for visitors at the same time', async () => {
  const pair = newPair();
  const before = (await jobs()).length;

  const answers = await Promise.all(Array.from({ length: 6 }, () => tries(pair)));

  expect(new Set(answers.map(({ json }) => json.job_id)).size).toBe(1);
  expect((await jobs()).length - before).toBe(1);
  expect(await service.takeMessages()).toHaveLength(1);
});

test('shares a job until its result is about to expire, and then makes a new one', async () => {
  const pair = newPair();
  const { json: first } = await tries(pair);
  await complete(first.job_id, Date.now() + 60_000);
  const { json: shared } = await tries(pair);
  await complete(first.job_id, Date.now() + 20_000);

  const { json: renewed } = await tries(pair);

  expect(shared).toMatchObject({ job_id: first.job_id, status: 'complete', output_url: expect.any(String) });
  expect(renewed.status).toBe('queued');
  expect(renewed.job_id).not.toBe(first.job_id);
});

test('makes a failed job again after five minutes, for all visitors together', async () => {
  const pair = newPair();
  const { json: first } = await tries(pair);
  const error = { code: 'conversion_timeout', message: 'The engine stopped.' };
  const fail = (completedAt: number) =>
    change(first.job_id, { job_status: 'failed', completed_at: completedAt, job_error: error });
  await fail(Date.now() - 290_000);
  const { json: soon } = await tries(pair);
  await fail(Date.now() - 310_000);

  const later = await Promise.all([tries(pair), tries(pair), tries(pair)]);

  expect(soon).toMatchObject({ job_id: first.job_id, status: 'failed', error, result: null });
  const ids = new Set(later.map(({ json }) => json.job_id));
  expect([ids.size, ids.has(first.job_id)]).toEqual([1, false]);
});

test('continues a submission whose function ended before the job was created', async () => {
  const pair = newPair();
  service.sqs.loseAnswer(/SendMessage/);
  const { json: lost } = await tries(pair);
  const { json: again } = await tries(pair);

  expect(lost.job_id).toBe(again.job_id);
});

test('continues with a new file if the one of an interrupted submission has expired', async () => {
  const pair = newPair();
  const { json: first } = await tries(pair);
  const { file_id: fileId } = first;
  const calls = await itemsOf(keys.idempotentCall(tryAccountId, '').pk);
  const ofJob = calls.find(({ resource_id: id }) => id === first.job_id);
  const { client, name } = service.table;
  await client.send(new DeleteCommand({ TableName: name, Key: { pk: ofJob?.pk, sk: ofJob?.sk } }));
  await changeItem(service.table, keys.file(tryAccountId, fileId), { expires_at: Date.now() - 1 });

  const { status, json } = await tries(pair);

  expect([status, json.status]).toEqual([200, 'queued']);
  expect(json.job_id).not.toBe(first.job_id);
  expect(json.file_id).not.toBe(fileId);
});

test.each([
  [{ sample: 'photo', format: 'markdown' }, 'sample: must be one of "scan", "table", "letter", "paper"'],
  [{ sample: 'scan', format: 'hocr' }, 'format: must be one of "markdown", "tables", "chunks", "document"'],
  [{ sample: 'scan', to: 'exe' }, 'to: must be one of "docx", "xlsx", "pdf"'],
  [{ sample: 'scan', to: 'pdf' }, 'to: scan.pdf can be converted to "docx" here. Send that.'],
  [{ sample: 'scan' }, 'one of to and format is required'],
  [{ sample: 'scan', to: 'docx', format: 'markdown' }, 'cannot be combined'],
  [{ sample: 'scan', format: 'markdown', file_url: 'https://docforge.example/a.pdf' }, 'file_url'],
  [{ sample: 'scan', format: 'markdown', options: { dpi: 1200 } }, 'options'],
  [{ sample: ['scan'], format: 'markdown' }, 'sample: must be one of'],
])('refuses %j and says what can be sent', async (json, message) => {
  const before = (await jobs()).length;

  const answer = await tries(json);

  expect([answer.status, answer.json.error]).toEqual([400, 'invalid_request']);
  expect(answer.json.message).toContain(message);
  expect((await jobs()).length).toBe(before);
});

test('an address has 30 tries a minute, whatever token it sends', async () => {
  const pair = newPair();
  const from = '203.0.113.9';

  const statuses = [];
  for (let count = 0; count < 31; count += 1) statuses.push((await tries(pair, from)).status);
  const withToken = await call('try-sample', { method: 'POST', token, address: from, json: pair });

  expect(statuses).toEqual([...Array(30).fill(200), 429]);
  expect(withToken.status).toBe(429);
  expect(withToken.json.message).toMatch(/^Rate limit exceeded/);
});

test('uses nothing of other accounts and shows them nothing', async () => {
  const pair = newPair();
  const before = await tenant.account();

  const { json } = await tries(pair);

  expect(await tenant.account()).toEqual(before);
  expect((await call('get-job', { id: json.job_id })).status).toBe(404);
  expect((await call('get-file', { id: json.file_id })).status).toBe(404);
  expect(JSON.stringify(json)).not.toMatch(/access_token|df_live_|fingerprint|idempotency/);
});

test('belongs to an account without user, key or monthly limit', async () => {
  const pair = newPair();
  await tries(pair);

  const account = await readItem(service.table, keys.account(tryAccountId));
  expect(account).toMatchObject({ plan: 'pro', keys_count: 0, max_operations: 1e12 });
  expect(await readItem(service.table, keys.email(String(account?.email)))).toBeUndefined();
  // Each pair can have an active job.
  const targets = trySampleNames.length * (tryFormats.length + 1);
  expect(targets).toBeLessThanOrEqual(planTable.pro.maxActiveJobs);
  expect(Object.keys(trySamples)).toEqual(trySampleNames);
});
