import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { keys } from '../../lib/aws/table.ts';
import type { ApiFunction } from '../../lib/http/api-handler.ts';
import { callFunction, filePart } from '../support/api-event.ts';
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
