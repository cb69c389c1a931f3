import {
  ExecuteStatementCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import {
  CreateQueueCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, it, test } from 'vitest';
import {
  accountId,
  admin,
  calls,
  failureOf,
  fn,
  queueUrl,
  refusalsBefore,
  region,
  services,
  table,
  useGuardedServices,
  user,
} from './guarded-services.ts';

/** The denials that were recorded since the test began. */
const newRefusals = (): string[] => {
  const now = services.access.record.summary().refusals;
  return Object.keys(now).filter((name) => now[name] !== refusalsBefore[name]);
};

const denial = (action: string, resource: string) =>
  `User: ${user} is not authorized to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action`;

useGuardedServices();

describe('DynamoDB', () => {
  const put = (pk: string) => ({ Put: { TableName: 'Items', Item: { pk: { S: pk } } } });

  it('lets a function do what its role allows', async () => {
    await fn.dynamodb.send(new PutItemCommand({ TableName: 'Items', Item: { pk: { S: 'A#1' } } }));
    const { Item } = await fn.dynamodb.send(
      new GetItemCommand({ TableName: 'Items', Key: { pk: { S: 'A#1' } } }),
    );

    expect(Item).toEqual({ pk: { S: 'A#1' } });
    expect(newRefusals()).toEqual([]);
  });

  it("refuses another partition with AWS's message, and records it", async () => {
    const command = new GetItemCommand({ TableName: 'Items', Key: { pk: { S: 'B#1' } } });

    expect(await failureOf(fn.dynamodb.send(command))).toEqual([
      'AccessDeniedException',
      400,
      denial('dynamodb:GetItem', table),
    ]);
    expect(newRefusals()).toEqual(['Fn dynamodb:GetItem table/Items B#1']);
  });

  it('writes nothing of a transaction with one foreign item', async () => {
    const command = new TransactWriteItemsCommand({ TransactItems: [put('A#tx'), put('B#tx'), put('C#tx')] });

    const failure = await failureOf(fn.dynamodb.send(command));
    const { Count } = await admin.dynamodb.send(
      new ScanCommand({
        TableName: 'Items',
        FilterExpression: 'contains(pk, :tx)',
        ExpressionAttributeValues: { ':tx': { S: '#tx' } },
      }),
    );

    expect(failure).toEqual(['AccessDeniedException', 400, denial('dynamodb:PutItem', table)]);
    expect(newRefusals()).toEqual(['Fn dynamodb:PutItem table/Items C#tx']);
    expect(Count).toBe(0);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a scan, which has no leading key', () => fn.dynamodb.send(new ScanCommand({ TableName: 'Items' }))],
    [
      'a query of another partition',
      () =>
        fn.dynamodb.send(
          new QueryCommand({
            TableName: 'Items',
            KeyConditionExpression: '#p = :p',
            ExpressionAttributeNames: { '#p': 'pk' },
            ExpressionAttributeValues: { ':p': { S: 'B#1' } },
          }),
        ),
    ],
    [
      'an operation that it cannot authorize',
      () => fn.dynamodb.send(new ExecuteStatementCommand({ Statement: 'SELECT * FROM "Items"' })),
    ],
  ])('refuses %s', async (_title, call) => {
    expect((await failureOf(call())).slice(0, 2)).toEqual(['AccessDeniedException', 400]);
  });
});

describe('SQS', () => {
  it('lets a function send a message or a batch', async () => {
    await fn.sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: 'x' }));
    const Entries = [{ Id: '1', MessageBody: 'x' }];
    const { Successful } = await fn.sqs.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }));

    expect(Successful).toHaveLength(1);
  });

  it('refuses a receive that the role does not allow, and receives no message', async () => {
    const command = new ReceiveMessageCommand({ QueueUrl: queueUrl });

    const failure = await failureOf(fn.sqs.send(command));
    const { Messages } = await admin.sqs.send(command);

    const resource = `arn:aws:sqs:${region}:${accountId}:q`;
    expect(failure).toEqual(['AccessDenied', 403, denial('sqs:ReceiveMessage', resource)]);
    expect(Messages).toHaveLength(1);
  });

  it('cancels a long poll whose client has disconnected, so that the next one gets the message', async () => {
    const { QueueUrl } = await admin.sqs.send(new CreateQueueCommand({ QueueName: 'polled' }));
    const gone = new AbortController();
    const poll = admin.sqs.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 }), {
      abortSignal: gone.signal,
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    gone.abort();
    await expect(poll).rejects.toThrow();

    await admin.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x' }));
    const { Messages } = await admin.sqs.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 5 }));

    expect(Messages?.map(({ Body }) => Body)).toEqual(['x']);
  });
});

describe('S3', () => {
  const object = (Key: string) => ({ Bucket: 'box', Key });

  it.each<[string, () => Promise<unknown>, string]>([
    ['reads an allowed object', () => fn.s3.send(new GetObjectCommand(object('in/a'))), 'none'],
    ['cannot read another object', () => fn.s3.send(new GetObjectCommand(object('secret'))), 'AccessDenied'],
    ['cannot write another object', () => fn.s3.send(new PutObjectCommand(object('in/b'))), 'AccessDenied'],
    ['deletes an allowed object', () => fn.s3.send(new DeleteObjectCommand(object('in/old'))), 'none'],
    [
      'cannot delete another object',
      () => fn.s3.send(new DeleteObjectCommand(object('secret'))),
      'AccessDenied',
    ],
    ['cannot list the bucket', () => fn.s3.send(new ListObjectsV2Command({ Bucket: 'box' })), 'AccessDenied'],
    [
      'gets 403 for a missing object without permission to list',
      () => fn.s3.send(new GetObjectCommand(object('in/none'))),
      'AccessDenied',
    ],
    [
      'gets 404 with permission to list',
      () => admin.s3.send(new GetObjectCommand(object('in/none'))),
      'NoSuchKey',
    ],
  ])('a function %s', async (_title, call, expected) => {
    expect((await failureOf(call()))[0]).toBe(expected);
  });

  it('answers HEAD of a missing object with 403 too', async () => {
    expect((await failureOf(fn.s3.send(new HeadObjectCommand(object('in/none')))))[1]).toBe(403);
  });

  it('reports action, resource and role of a denial', async () => {
    expect(await failureOf(fn.s3.send(new GetObjectCommand(object('secret'))))).toEqual([
      'AccessDenied',
      403,
      denial('s3:GetObject', 'arn:aws:s3:::box/secret'),
    ]);
    expect(newRefusals()).toEqual(['Fn s3:GetObject box/secret']);
  });

  it.each([
    ['in/a', 200, ''],
    ['secret', 403, denial('s3:GetObject', 'arn:aws:s3:::box/secret')],
  ])('authorizes a signed URL by its signer: %s', async (Key, status, message) => {
    const response = await fetch(await getSignedUrl(fn.s3, new GetObjectCommand(object(Key))));
    const text = await response.text();

    expect(response.status).toBe(status);
    expect(/<Message>(.*)<\/Message>/.exec(text)?.[1] ?? '').toBe(message);
  });

  it.each([
    ['out/form', 204],
    ['in/form', 403],
  ])('authorizes a signed form by its signer: %s', async (Key, status) => {
    const { url, fields } = await createPresignedPost(fn.s3, object(Key));
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob(['text']));

    expect((await fetch(url, { method: 'POST', body: form })).status).toBe(status);
  });

  it('refuses a URL whose session token was changed', async () => {
    const address = new URL(await getSignedUrl(fn.s3, new GetObjectCommand(object('in/a'))));
    address.searchParams.set('X-Amz-Security-Token', 'other');

    const response = await fetch(address);

    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('<Code>InvalidToken</Code>'),
    ]);
  });
});

test('the record contains each grant with the number of calls that needed it', () => {
  const { calls: count, grants } = services.access.record.summary();

  expect(count).toBeGreaterThan(20);
  expect(grants['Fn dynamodb:PutItem table/Items A#*']).toBeGreaterThan(0);
  expect(grants['Fn s3:DeleteObject box/in/*']).toBe(1);
  expect(grants['Fn dynamodb:Query table/Items A#*']).toBe(0);
});

test('calls that need a withheld statement are refused until it is restored', async () => {
  const read = () => failureOf(calls.dynamodb(fn));
  services.access.record.takeUsed('Fn');
  await read();
  const [grant] = services.access.record.takeUsed('Fn');

  const withheld = services.access.withhold('Fn', grant?.statement ?? '');
  const refused = await read();
  withheld.restore();

  expect(grant).toMatchObject({ statement: 'Policy[0]', action: 'dynamodb:GetItem', partition: 'A#*' });
  expect(refused[0]).toBe('AccessDeniedException');
  expect((await read())[0]).toBe('none');
  expect(withheld.refused.map(({ action }) => action)).toEqual(['dynamodb:GetItem']);
  expect(newRefusals()).toEqual([]);
});
