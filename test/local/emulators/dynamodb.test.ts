import {
  BatchWriteItemCommand,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  type TransactionCanceledException,
  TransactWriteItemsCommand,
  type TransactWriteItemsCommandInput,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDynamoDb } from '../../../local/emulators/dynamodb.ts';
import { createClient, createTable, key, TableName } from './dynamodb-client.ts';

const filler = (bytes: number, index = 0) => {
  const item = key(`filler-${String(index).padStart(3, '0')}`);
  const used = JSON.stringify(item).replace(/[^A-Za-z0-9-]/g, '').length - 2 * 'S'.length + 'text'.length;
  return { ...item, text: { S: 'x'.repeat(bytes - used) } };
};

const many = (count: number, bytes = 100) =>
  Array.from({ length: count }, (_, index) => ({ Put: { TableName, Item: filler(bytes, index) } }));

const outcomeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: Error) => error.name,
  );

describe('DynamoDB as the service uses it', () => {
  let server: Awaited<ReturnType<typeof startDynamoDb>>;
  let client: DynamoDBClient;
  beforeAll(async () => {
    server = await startDynamoDb();
    client = createClient(server.endpoint);
    await createTable(client);
  });
  afterAll(async () => {
    client.destroy();
    await server.close();
  });
  const put = (item: Record<string, { S: string } | { N: string }>) =>
    client.send(new PutItemCommand({ TableName, Item: item }));
  const get = async (pk: string, sk?: string) =>
    (await client.send(new GetItemCommand({ TableName, Key: key(pk, sk), ConsistentRead: true }))).Item;
  const transact = (input: Omit<TransactWriteItemsCommandInput, 'ReturnConsumedCapacity'>) =>
    client.send(new TransactWriteItemsCommand(input));

  const write = (count: number, bytes = 100) =>
    client.send(
      new BatchWriteItemCommand({
        RequestItems: {
          [TableName]: many(count, bytes).map(({ Put }) => ({ PutRequest: { Item: Put.Item } })),
        },
      }),
    );

  it.each([
    ['an item of 409,599 bytes', () => put(filler(409_599)), 'done'],
    ['an item of 409,600 bytes', () => put(filler(409_600)), 'done'],
    ['an item of 409,601 bytes', () => put(filler(409_601)), 'ValidationException'],
    ['a transaction of 99 items', () => transact({ TransactItems: many(99) }), 'done'],
    ['a transaction of 100 items', () => transact({ TransactItems: many(100) }), 'done'],
    ['a transaction of 101 items', () => transact({ TransactItems: many(101) }), 'ValidationException'],
    ['a transaction of 4 MB less 16 bytes', () => transact({ TransactItems: many(16, 262_143) }), 'done'],
    ['a transaction of 4 MB', () => transact({ TransactItems: many(16, 262_144) }), 'done'],
    [
      'a transaction of 4 MB and 16 bytes',
      () => transact({ TransactItems: many(16, 262_145) }),
      'ValidationException',
    ],
    ['a batch of 24 writes', () => write(24), 'done'],
    ['a batch of 25 writes', () => write(25), 'done'],
    ['a batch of 26 writes', () => write(26), 'ValidationException'],
    ['a batch with an item of 409,601 bytes', () => write(1, 409_601), 'ValidationException'],
  ])('answers %s as DynamoDB does', async (_title, call, outcome) => {
    expect(await outcomeOf(call())).toBe(outcome);
  });

  it('refuses an update that makes an item too large', async () => {
    await put(filler(409_600));

    const grow = client.send(
      new UpdateItemCommand({
        TableName,
        Key: key('filler-000'),
        UpdateExpression: 'SET more = :more',
        ExpressionAttributeValues: { ':more': { S: '' } },
      }),
    );

    expect(await outcomeOf(grow)).toBe('ValidationException');
  });

  it('cancels a whole transaction and returns the reasons with the old items', async () => {
    await put({ ...key('account'), operations: { N: '100' } });

    const failed: TransactionCanceledException = await transact({
      TransactItems: [
        { Put: { TableName, Item: { ...key('job') } } },
        {
          Update: {
            TableName,
            Key: key('account'),
            UpdateExpression: 'ADD operations :one',
            ConditionExpression: 'operations < :cap',
            ExpressionAttributeValues: { ':one': { N: '1' }, ':cap': { N: '100' } },
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
        {
          ConditionCheck: {
            TableName,
            Key: key('file'),
            ConditionExpression: 'attribute_exists(pk)',
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
      ],
    }).then(
      () => undefined,
      (error) => error,
    );

    expect([failed.name, failed.$metadata.httpStatusCode]).toEqual(['TransactionCanceledException', 400]);
    expect(failed.CancellationReasons?.map(({ Code, Item }) => ({ Code, Item }))).toEqual([
      { Code: 'None', Item: undefined },
      { Code: 'ConditionalCheckFailed', Item: { ...key('account'), operations: { N: '100' } } },
      { Code: 'ConditionalCheckFailed', Item: undefined },
    ]);
    expect(await get('job')).toBeUndefined();
  });

  it('returns the old item if the condition of an update fails', async () => {
    await put({ ...key('token'), used: { N: '60' } });

    const update = client.send(
      new UpdateItemCommand({
        TableName,
        Key: key('token'),
        UpdateExpression: 'ADD used :one',
        ConditionExpression: 'used < :cap',
        ExpressionAttributeValues: { ':one': { N: '1' }, ':cap': { N: '60' } },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );

    await expect(update).rejects.toMatchObject({
      name: 'ConditionalCheckFailedException',
      Item: { ...key('token'), used: { N: '60' } },
    });
  });

  it('returns no old item if there is none', async () => {
    const update = client.send(
      new UpdateItemCommand({
        TableName,
        Key: key('nobody'),
        UpdateExpression: 'SET a = :a',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':a': { N: '1' } },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );

    const error = await update.then(
      () => undefined,
      (reason) => reason,
    );

    expect([error.name, error.Item]).toEqual(['ConditionalCheckFailedException', undefined]);
  });

  it('applies a transaction with a repeated token once, and refuses the token for another one', async () => {
    await put({ ...key('once'), n: { N: '0' } });
    const add = (amount: string): TransactWriteItemsCommandInput => ({
      ClientRequestToken: 'the-same-token',
      TransactItems: [
        {
          Update: {
            TableName,
            Key: key('once'),
            UpdateExpression: 'ADD n :n',
            ExpressionAttributeValues: { ':n': { N: amount } },
          },
        },
      ],
    });

    await transact(add('1'));
    await transact(add('1'));
    const other = transact(add('2'));

    await expect(other).rejects.toMatchObject({ name: 'IdempotentParameterMismatchException' });
    expect(await get('once')).toEqual({ ...key('once'), n: { N: '1' } });
  });

  it('enforces a cap exactly under 200 concurrent transactions', async () => {
    await put({ ...key('cap'), n: { N: '0' } });
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        transact({
          TransactItems: [
            {
              Update: {
                TableName,
                Key: key('cap'),
                UpdateExpression: 'ADD n :one',
                ConditionExpression: 'n < :cap',
                ExpressionAttributeValues: { ':one': { N: '1' }, ':cap': { N: '37' } },
              },
            },
            { Put: { TableName, Item: key('cap-job', String(index)) } },
          ],
        }).then(
          () => 'done',
          (error) => error.name,
        ),
      ),
    );
    const jobs = await client.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': { S: 'cap-job' } },
        Select: 'COUNT',
      }),
    );

    expect(await get('cap')).toEqual({ ...key('cap'), n: { N: '37' } });
    expect(results.filter((result) => result === 'done')).toHaveLength(37);
    expect(results.filter((result) => result === 'TransactionCanceledException')).toHaveLength(163);
    expect(jobs.Count).toBe(37);
  });

  it('contains in a sparse index only items with its attribute, with the projected attributes', async () => {
    await put({ ...key('tenant', 'job#1'), active: { S: 'yes' }, lease: { N: '1' }, secret: { S: 'x' } });
    await put({ ...key('tenant', 'job#2'), lease: { N: '2' } });
    await put({ ...key('tenant', 'job#3'), active: { S: 'yes' }, lease: { N: '3' } });
    await client.send(
      new UpdateItemCommand({ TableName, Key: key('tenant', 'job#3'), UpdateExpression: 'REMOVE active' }),
    );

    const { Items } = await client.send(
      new QueryCommand({
        TableName,
        IndexName: 'active-jobs',
        KeyConditionExpression: 'active = :yes AND sk > :from',
        ExpressionAttributeValues: { ':yes': { S: 'yes' }, ':from': { S: 'job#' } },
      }),
    );

    expect(Items).toEqual([{ ...key('tenant', 'job#1'), active: { S: 'yes' }, lease: { N: '1' } }]);
  });

  it('pages through a query in both directions', async () => {
    for (const sk of ['a', 'b', 'c']) await put(key('paged', sk));
    const query = {
      TableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': { S: 'paged' } },
      ScanIndexForward: false,
    };

    const first = await client.send(new QueryCommand({ ...query, Limit: 2 }));
    const second = await client.send(
      new QueryCommand({ ...query, ExclusiveStartKey: first.LastEvaluatedKey }),
    );

    expect(first.Items).toEqual([key('paged', 'c'), key('paged', 'b')]);
    expect(first.LastEvaluatedKey).toEqual(key('paged', 'b'));
    expect([second.Items, second.LastEvaluatedKey]).toEqual([[key('paged', 'a')], undefined]);
  });

  it('deletes under a condition', async () => {
    await put({ ...key('gone'), owner: { S: 'me' } });
    const remove = (owner: string) =>
      client.send(
        new DeleteItemCommand({
          TableName,
          Key: key('gone'),
          ConditionExpression: '#owner = :owner',
          ExpressionAttributeNames: { '#owner': 'owner' },
          ExpressionAttributeValues: { ':owner': { S: owner } },
        }),
      );

    await expect(remove('you')).rejects.toMatchObject({ name: 'ConditionalCheckFailedException' });
    await remove('me');

    expect(await get('gone')).toBeUndefined();
  });
});
