import { describe, expect, it } from 'vitest';
import { dynamoDbRequests } from '../../../local/access/dynamodb-requests.ts';
import type { JsonRecord } from '../../../local/template/json.ts';
import { accountId, decide, table } from './decide.ts';

describe('the access requests of a DynamoDB call', () => {
  const place = {
    region: 'us-east-1',
    accountId,
    tables: new Map([['T', { partitionKey: 'pk', indexes: { due: 'kind' } }]]),
  };
  const read = (operation: string, body: JsonRecord) =>
    dynamoDbRequests(operation, { TableName: 'T', ...body }, place).map(({ action, context, resource }) => [
      action.replace('dynamodb:', ''),
      resource.replace(table, ''),
      ...(context?.['dynamodb:leadingkeys'] ?? []),
    ]);
  const key = (pk: string) => ({ pk: { S: pk }, sk: { S: 's' } });

  it.each<[string, JsonRecord, string[][]]>([
    ['GetItem', { Key: key('a') }, [['GetItem', '', 'a']]],
    ['UpdateItem', { Key: key('a'), ReturnValues: 'ALL_OLD' }, [['UpdateItem', '', 'a']]],
    ['DeleteItem', { Key: key('a') }, [['DeleteItem', '', 'a']]],
    ['PutItem', { Item: { ...key('a'), other: { S: 'b' } } }, [['PutItem', '', 'a']]],
    ['PutItem', { Item: { pk: { N: '7' } } }, [['PutItem', '', '7']]],
    ['GetItem', { Key: { sk: { S: 'a' } } }, [['GetItem', '']]],
    [
      'TransactWriteItems',
      {
        TransactItems: [
          { Put: { TableName: 'T', Item: key('a') } },
          { Update: { TableName: 'T', Key: key('b') } },
          { Delete: { TableName: 'U', Key: key('c') } },
          { ConditionCheck: { TableName: 'T', Key: key('d') } },
        ],
      },
      [
        ['PutItem', '', 'a'],
        ['UpdateItem', '', 'b'],
        ['DeleteItem', `arn:aws:dynamodb:us-east-1:${accountId}:table/U`],
        ['ConditionCheckItem', '', 'd'],
      ],
    ],
    [
      'TransactGetItems',
      { TransactItems: [{ Get: { TableName: 'T', Key: key('a') } }] },
      [['GetItem', '', 'a']],
    ],
    [
      'Query',
      {
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': { S: 'a' }, ':prefix': { S: 'b' } },
      },
      [['Query', '', 'a']],
    ],
    [
      'Query',
      {
        KeyConditionExpression: '(#sk=:b) and (#pk=:a)',
        ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
        ExpressionAttributeValues: { ':a': { S: 'a' }, ':b': { S: 'b' } },
      },
      [['Query', '', 'a']],
    ],
    [
      'Query',
      {
        IndexName: 'due',
        KeyConditionExpression: 'kind = :kind AND due_at <= :now',
        ExpressionAttributeValues: { ':kind': { S: 'JOB' }, ':now': { N: '1' } },
      },
      [['Query', '/index/due', 'JOB']],
    ],
    [
      'Query',
      { KeyConditionExpression: 'sk = :a', ExpressionAttributeValues: { ':a': { S: 'a' } } },
      [['Query', '']],
    ],
    ['Scan', {}, [['Scan', '']]],
    ['DescribeTable', {}, [['DescribeTable', '']]],
  ])('%s %j', (operation, body, expected) => {
    expect(read(operation, body)).toEqual(expected);
  });

  it('are authorized item by item: one denied item of a transaction denies all', () => {
    const own = {
      Effect: 'Allow',
      Action: ['dynamodb:PutItem', 'dynamodb:UpdateItem'],
      Resource: table,
      Condition: {
        'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['ACCOUNT#*#JOBS'] },
        Null: { 'dynamodb:LeadingKeys': 'false' },
      },
    };
    const transaction = (...items: JsonRecord[]) =>
      dynamoDbRequests('TransactWriteItems', { TransactItems: items }, place).map(
        (request) => decide([own], request).allowed,
      );
    const put = (pk: string) => ({ Put: { TableName: 'T', Item: key(pk) } });

    expect(transaction(put('ACCOUNT#a#JOBS'), put('ACCOUNT#a#KEYS'))).toEqual([true, false]);
    expect(transaction({ Delete: { TableName: 'T', Key: key('ACCOUNT#a#JOBS') } })).toEqual([false]);
  });

  it('are one for each item of a batch of reads', () => {
    const keysOf = (...all: string[]) => ({ Keys: all.map((pk) => ({ pk: { S: pk } })) });
    const requests = dynamoDbRequests('BatchGetItem', { RequestItems: { T: keysOf('a', 'b') } }, place);

    expect(requests.map(({ action, context }) => [action, context?.['dynamodb:leadingkeys']])).toEqual([
      ['dynamodb:BatchGetItem', ['a']],
      ['dynamodb:BatchGetItem', ['b']],
    ]);
  });

  it('do not fit the grants of a table for batches of writes, PartiQL and unknown items', () => {
    const readAll = (operation: string, body: JsonRecord) => dynamoDbRequests(operation, body, place);

    expect(readAll('BatchWriteItem', { RequestItems: {} })).toEqual([
      { action: 'dynamodb:BatchWriteItem', resource: '*' },
    ]);
    expect(readAll('ExecuteStatement', { Statement: 'SELECT * FROM T' })).toEqual([
      { action: 'dynamodb:ExecuteStatement', resource: '*' },
    ]);
    expect(readAll('TransactWriteItems', { TransactItems: [{ constructor: {} }] })).toMatchObject([
      { action: 'dynamodb:constructor' },
    ]);
  });
});
