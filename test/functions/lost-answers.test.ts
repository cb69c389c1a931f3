import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { keys } from '../../lib/aws/table.ts';
import { itLong } from '../support/long-run.ts';
import { call, service, tenant, uploadFile, useApi } from './use-api.ts';

useApi();

beforeAll(() => {
  // A function does not wait long for a call.
  process.env.AWS_LAMBDA_FUNCTION_NAME = 'api';
});

beforeEach(async () => {
  await service.takeMessages();
  service.takeCalls();
});

const submit = (file_id: string) => call('convert', { method: 'POST', json: { file_id, to: 'pdf' } });

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
  const json = { filename: 'a.txt', size_bytes: 10 };
  const announced = await call('create-upload', { method: 'POST', json });
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
  ['dynamodb', 'PutItem'],
  ['sqs', 'SendMessage'],
] as const)('repeats a call to which %s never responds', async (name, operation) => {
  const fileId = await uploadFile();
  service[name].stall(operation);

  const { status } = await submit(fileId);

  expect(status).toBe(202);
  expect(await tenant.account()).toMatchObject({ operations: 2, activeJobs: 1 });
});
