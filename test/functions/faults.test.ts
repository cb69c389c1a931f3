import {
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { rateLimits } from '../../lib/api/limits.ts';
import { billingStore } from '../../lib/aws/billing-store.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { fromStoredFile } from '../../lib/aws/file-item.ts';
import { fileReadStore } from '../../lib/aws/file-read-store.ts';
import type { ApiFunction } from '../../lib/http/api-handler.ts';
import { newId, newToken } from '../../lib/ids.ts';
import { callFunction, requestId, type TestAnswer } from '../support/api-event.ts';

const database = mockClient(DynamoDBDocumentClient);
const queue = mockClient(SQSClient);

let convert: ApiFunction;
let getUsage: ApiFunction;

const accountId = newId('account', 0);
const tableName = 'the-name-of-the-table';
const table = openTable(tableName, { region: 'us-east-1' });
const $metadata = {};
const fileId = newId('file', 0);
const fileItem = fromStoredFile({
  accountId,
  fileId,
  filename: 'a.txt',
  format: 'text',
  sizeBytes: 10,
  sha256: '0'.repeat(64),
  createdAt: Date.now(),
  expiresAt: Date.now() + 60_000,
});

const tokenItem = {
  account_id: accountId,
  key_id: newId('apiKey', 0),
  expires_at: Date.now() + 600_000,
  window_count: 1,
  window_ends: Date.now() + 600_000,
  ttl: 0,
};

beforeAll(async () => {
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'secret',
    POWERTOOLS_LOG_LEVEL: 'SILENT',
    TABLE_NAME: tableName,
    UPLOAD_LIMIT_BYTES: '4500000',
    DASHBOARD_URL: 'https://docforge.example/dashboard/',
    DOCS_URL: 'https://docforge.example/docs/',
    BUCKET_NAME: 'bucket',
    RETENTION_SECONDS: '7200',
    QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/0/jobs',
    LARGE_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/0/jobs',
    BROWSER_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/0/jobs',
    OFFICE_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/0/jobs',
    RECOGNITION_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/0/jobs',
    LEASE_SECONDS: '60',
    WORKER_NAME: 'standard',
    BROWSER_WORKER_NAME: 'browser',
    OFFICE_WORKER_NAME: 'office',
  });
  ({ handler: convert } = await import('../../functions/api/convert.ts'));
  ({ handler: getUsage } = await import('../../functions/api/get-usage.ts'));
});

beforeEach(() => {
  database.reset();
  queue.reset();
  // The pauses between attempts are random parts of a span, which is zero here so that no test waits.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  database.on(UpdateCommand).resolves({ Attributes: tokenItem });
  database.on(GetCommand).resolves({ Item: fileItem });
  database.on(TransactWriteCommand).resolves({});
  queue.on(SendMessageCommand).resolves({});
});

const cancelled = (...codes: string[]): TransactionCanceledException =>
  new TransactionCanceledException({
    message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    CancellationReasons: codes.map((Code) => ({ Code })),
    $metadata,
  });

const throttled = () => new ProvisionedThroughputExceededException({ message: 'Too fast', $metadata });

const submit = (): Promise<TestAnswer> =>
  callFunction(convert, {
    method: 'POST',
    token: newToken(),
    json: { file_id: fileId, to: 'pdf' },
  });

const accepted = { job_id: expect.stringMatching(/^job_/), status: 'queued' };

const expectBusy = (answer: TestAnswer): void => {
  expect(answer.status).toBe(503);
  expect(answer.json).toEqual({
    error: 'temporarily_unavailable',
    message: 'The service is busy. Retry after the number of seconds in Retry-After.',
  });
  expect(answer.headers).toMatchObject({ 'Retry-After': '1', 'X-Request-Id': requestId });
};

describe('a throttled table', () => {
  test('is reported as 503 with Retry-After before the call is counted', async () => {
    database.on(UpdateCommand).rejects(throttled());

    const answer = await callFunction(getUsage, { token: newToken() });

    expectBusy(answer);
  });

  test('is reported as 503 with Retry-After if the handler encounters it', async () => {
    database.on(GetCommand).rejects(throttled());

    const answer = await callFunction(getUsage, { token: newToken() });

    expectBusy(answer);
  });

  test('is reported as 503 if a transaction encounters it', async () => {
    database.on(TransactWriteCommand).rejects(throttled());

    expectBusy(await submit());
  });
});

describe('a conflicting transaction', () => {
  test('is retried until it is written', async () => {
    database
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled('TransactionConflict', 'None', 'None'))
      .rejectsOnce(cancelled('None', 'TransactionConflict', 'None'))
      .rejectsOnce(cancelled('TransactionConflict', 'TransactionConflict', 'None'))
      .resolves({});

    const answer = await submit();

    expect([answer.status, answer.json]).toEqual([202, accepted]);
    expect(database.commandCalls(TransactWriteCommand)).toHaveLength(4);
    expect(queue.commandCalls(SendMessageCommand)).toHaveLength(1);
  });

  test('fails after twelve attempts with 503 and Retry-After', async () => {
    database.on(TransactWriteCommand).rejects(cancelled('TransactionConflict', 'None', 'None'));

    const answer = await submit();

    expectBusy(answer);
    expect(database.commandCalls(TransactWriteCommand)).toHaveLength(12);
    expect(queue.commandCalls(SendMessageCommand)).toHaveLength(0);
  });

  test.each(['ThrottlingError', 'ProvisionedThroughputExceeded'])(
    'is reported as 503 if it was cancelled for %s',
    async (code) => {
      database.on(TransactWriteCommand).rejects(cancelled(code, 'None', 'None'));

      expectBusy(await submit());
    },
  );
});

describe('an update that meets a transaction on its item', () => {
  const conflict = () => new TransactionConflictException({ message: 'Transaction is ongoing', $metadata });
  const counted = { ...tokenItem, window_count: 7 };

  test('is repeated until it is written', async () => {
    database
      .on(UpdateCommand)
      .rejectsOnce(conflict())
      .rejectsOnce(conflict())
      .resolves({ Attributes: counted });

    const { headers } = await callFunction(getUsage, { token: newToken() });

    expect(headers?.['x-ratelimit-remaining']).toBe(String(rateLimits.default.requests - 7));
    expect(database.commandCalls(UpdateCommand)).toHaveLength(3);
  });

  test('fails after twelve attempts with 503 and Retry-After', async () => {
    database.on(UpdateCommand).rejects(conflict());

    const answer = await callFunction(getUsage, { token: newToken() });

    expectBusy(answer);
    expect(database.commandCalls(UpdateCommand)).toHaveLength(12);
  });
});

test.each([
  ['a file', () => fileReadStore(table).remove(accountId, fileId)],
  ['a customer', () => billingStore(table).forgetCustomer('cus_1')],
] as const)('repeats the deletion of %s that meets a transaction on its item', async (_, remove) => {
  database
    .on(DeleteCommand)
    .rejectsOnce(new TransactionConflictException({ message: 'Transaction is ongoing', $metadata }))
    .resolves({});

  await remove();

  expect(database.commandCalls(DeleteCommand)).toHaveLength(2);
});

test('accepts a job whose message could not be sent, because the reconciler sends it again', async () => {
  queue.on(SendMessageCommand).rejects(new Error('The queue is away'));

  const answer = await submit();

  expect([answer.status, answer.json]).toEqual([202, accepted]);
  expect(answer.headers).toMatchObject({ Location: `/v1/job/${answer.json.job_id}`, 'Retry-After': '1' });
});

test.each([
  ['an unexpected error', new Error(`ENOENT: /var/task/index.mjs in ${tableName}`)],
  [
    'a missing permission',
    Object.assign(new Error(`no GetItem on ${tableName}`), { name: 'AccessDeniedException' }),
  ],
  ['a malformed item', undefined],
])('returns a 500 for %s that reveals only the request id', async (_title, error) => {
  if (error === undefined) database.on(GetCommand).resolves({ Item: { account_id: 7, secret: tableName } });
  else database.on(GetCommand).rejects(error);

  const answer = await callFunction(getUsage, { token: newToken() });

  expect(answer.status).toBe(500);
  expect(answer.json).toEqual({
    error: 'internal_error',
    message: 'Internal error. Contact support with this X-Request-Id.',
  });
  expect(answer.headers).toMatchObject({
    'X-Request-Id': requestId,
    'Content-Type': 'application/json',
    'x-ratelimit-remaining': '59',
  });
  expect(JSON.stringify(answer)).not.toMatch(/the-name-of-the-table|index\.mjs|ENOENT|\bat .*:\d+|Zod/);
});

test('returns a problem document for a fault if the client accepts one', async () => {
  database.on(GetCommand).rejects(throttled());

  const answer = await callFunction(getUsage, {
    token: newToken(),
    headers: { accept: 'application/problem+json, application/json' },
  });

  expect(answer.headers).toMatchObject({ 'Content-Type': 'application/problem+json', 'Retry-After': '1' });
  expect(answer.json).toEqual({
    type: 'about:blank',
    title: 'Temporarily unavailable',
    status: 503,
    detail: 'The service is busy. Retry after the number of seconds in Retry-After.',
    code: 'temporarily_unavailable',
    error: 'temporarily_unavailable',
    message: 'The service is busy. Retry after the number of seconds in Retry-After.',
  });
});
