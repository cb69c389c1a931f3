import { describe, expect, it, test } from 'vitest';
import { dynamoDbRequests } from '../../../local/access/dynamodb-requests.ts';
import { evaluate } from '../../../local/access/evaluate.ts';
import { type AccessRequest, type Caller, compilePolicy } from '../../../local/access/policy.ts';
import type { JsonRecord } from '../../../local/template/json.ts';

const accountId = '000000000000';
const caller: Caller = {
  arn: `arn:aws:sts::${accountId}:assumed-role/Role/Fn`,
  roleArn: `arn:aws:iam::${accountId}:role/Role`,
  accountId,
};
const table = `arn:aws:dynamodb:us-east-1:${accountId}:table/T`;
const bucket = 'arn:aws:s3:::b';
const queue = `arn:aws:sqs:us-east-1:${accountId}:q`;

const all: JsonRecord = { Effect: 'Allow', Action: '*', Resource: '*' };
const decide = (identity: JsonRecord[], request: AccessRequest, resource: JsonRecord[] = []) =>
  evaluate(
    {
      identity: compilePolicy({ Statement: identity }, 'P', 'identity'),
      resource: compilePolicy({ Statement: resource }, 'R', 'resource'),
    },
    caller,
    request,
  );

const getObject = (key = 'k'): AccessRequest => ({ action: 's3:GetObject', resource: `${bucket}/${key}` });
const get = (resource: string): AccessRequest => ({ action: 'dynamodb:GetItem', resource });
const send: AccessRequest = { action: 'sqs:SendMessage', resource: queue };

describe('a statement that allows', () => {
  it.each<[string, JsonRecord, AccessRequest, boolean]>([
    ['an action', { Action: 's3:GetObject', Resource: '*' }, getObject(), true],
    ['an action in other letters', { Action: 'S3:getobject', Resource: '*' }, getObject(), true],
    ['another action', { Action: 's3:PutObject', Resource: '*' }, getObject(), false],
    ['the beginning of the action', { Action: 's3:GetObj', Resource: '*' }, getObject(), false],
    ['one of several wildcards', { Action: ['sqs:*', 's3:Get*'], Resource: '*' }, getObject(), true],
    ['a wildcard for one character', { Action: 's3:?etObject', Resource: '*' }, getObject(), true],
    ['a wildcard for one character too many', { Action: 's3:GetObject?', Resource: '*' }, getObject(), false],
    ['a dot, which is no wildcard', { Action: 's3:GetObj.ct', Resource: '*' }, getObject(), false],
    ['the same action of another service', { Action: 'sqs:GetObject', Resource: '*' }, getObject(), false],
    ['all but some actions', { NotAction: 's3:Delete*', Resource: '*' }, getObject(), true],
    ['all but this action', { NotAction: ['sqs:*', 's3:Get*'], Resource: '*' }, getObject(), false],
    ['a table', { Action: '*', Resource: table }, get(table), true],
    ['a table, but not its indexes', { Action: '*', Resource: table }, get(`${table}/index/due`), false],
    ['a table, but none with a longer name', { Action: '*', Resource: table }, get(`${table}2`), false],
    [
      'a folder of each account',
      { Action: '*', Resource: `${bucket}/accounts/*/files/*` },
      getObject('accounts/a/files/b/c'),
      true,
    ],
    [
      'another folder of each account',
      { Action: '*', Resource: `${bucket}/accounts/*/files/*` },
      getObject('accounts/a/results/b'),
      false,
    ],
    ['a bucket, but not its objects', { Action: '*', Resource: bucket }, getObject(), false],
    ['wildcards within segments', { Action: '*', Resource: 'arn:aws:sqs:*:0000*:q' }, send, true],
    ['a wildcard in an empty segment', { Action: '*', Resource: 'arn:aws:s3:*:*:b/k' }, getObject(), true],
    ['a wildcard of many stars', { Action: '*', Resource: `${bucket}/**k**` }, getObject('xkx'), true],
    ['all but this resource', { Action: '*', NotResource: queue }, send, false],
    ['all but another resource', { Action: '*', NotResource: table }, send, true],
  ])('%s', (_title, statement, request, expected) => {
    expect(decide([{ Effect: 'Allow', ...statement }], request).allowed).toBe(expected);
  });

  it('is required: without one, everything is denied', () => {
    expect(decide([], get(table))).toEqual({
      allowed: false,
      reason: 'because no identity-based policy allows the dynamodb:GetItem action',
    });
  });
});

describe('a statement that denies', () => {
  const denial = { Effect: 'Deny', Action: 'dynamodb:*', Resource: table };

  it('wins over one that allows, in any order', () => {
    const expected = { allowed: false, reason: 'with an explicit deny in an identity-based policy' };

    expect(decide([denial, all], get(table))).toEqual(expected);
    expect(decide([all, denial], get(table))).toEqual(expected);
  });

  it('denies nothing else', () => {
    expect(decide([all, denial], get(`${table}2`)).allowed).toBe(true);
  });

  it('applies only if its conditions are true', () => {
    const insecure = { ...denial, Condition: { Bool: { 'aws:SecureTransport': 'false' } } };
    const secure = { ...denial, Condition: { Bool: { 'aws:SecureTransport': 'true' } } };

    expect(decide([all, insecure], get(table)).allowed).toBe(true);
    expect(decide([all, secure], get(table)).allowed).toBe(false);
  });
});

describe('a resource policy', () => {
  const own = { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: queue };

  it.each<[string, JsonRecord | string, boolean]>([
    ['everybody', '*', true],
    ['everybody, as AWS', { AWS: '*' }, true],
    ['the account', { AWS: `arn:aws:iam::${accountId}:root` }, true],
    ['the account by its number', { AWS: accountId }, true],
    ['the role among others', { AWS: ['arn:aws:iam::111111111111:root', caller.roleArn] }, true],
    ['the session', { AWS: caller.arn }, true],
    ['another role', { AWS: `${caller.roleArn}2` }, false],
    ['a service', { Service: 'lambda.amazonaws.com' }, false],
  ])('applies to %s', (_title, principal, expected) => {
    expect(decide([], send, [{ ...own, Principal: principal }]).allowed).toBe(expected);
  });

  it('that denies wins over the role', () => {
    const denial = { Effect: 'Deny', Principal: { AWS: '*' }, Action: 'sqs:*', Resource: queue };

    expect(decide([all], send, [denial])).toEqual({
      allowed: false,
      reason: 'with an explicit deny in a resource-based policy',
    });
  });

  it('that requires TLS allows local calls, which count as encrypted', () => {
    const denial = {
      Effect: 'Deny',
      Principal: { AWS: '*' },
      Action: 'sqs:*',
      Resource: queue,
      Condition: { Bool: { 'aws:SecureTransport': 'false' } },
    };

    expect(decide([all], send, [denial]).allowed).toBe(true);
  });
});

describe('conditions', () => {
  const keys = (...values: string[]): AccessRequest => ({
    ...get(table),
    context: { 'dynamodb:leadingkeys': values },
  });
  const like = (operator: string, ...values: string[]): JsonRecord => ({
    [operator]: { 'dynamodb:LeadingKeys': values },
  });
  const onlyJobs = {
    ...like('ForAllValues:StringLike', 'ACCOUNT#*#JOBS'),
    Null: { 'dynamodb:LeadingKeys': 'false' },
  };

  it.each<[string, JsonRecord, AccessRequest, boolean]>([
    ['a key that fits', onlyJobs, keys('ACCOUNT#a#JOBS'), true],
    ['a key that does not', onlyJobs, keys('ACCOUNT#a#FILES'), false],
    ['a key that goes on', onlyJobs, keys('ACCOUNT#a#JOBS#'), false],
    ['two keys that fit', onlyJobs, keys('ACCOUNT#a#JOBS', 'ACCOUNT#b#JOBS'), true],
    ['two keys of which one fits', onlyJobs, keys('ACCOUNT#a#JOBS', 'TOKEN#b'), false],
    ['no key, by Null', onlyJobs, keys(), false],
    ['no context, by Null', onlyJobs, get(table), false],
    ['no key, without Null', like('ForAllValues:StringLike', 'ACCOUNT#*#JOBS'), keys(), true],
    ['no key, for any value', like('ForAnyValue:StringLike', '*'), keys(), false],
    ['one of two keys, for any value', like('ForAnyValue:StringEquals', 'b'), keys('a', 'b'), true],
    ['a wildcard that equals nothing', like('ForAllValues:StringEquals', 'A#*'), keys('A#x'), false],
    ['a wildcard that is meant', like('ForAllValues:StringEquals', 'A#*'), keys('A#*'), true],
    ['not one of the values', like('ForAllValues:StringNotEquals', 'a', 'b'), keys('c'), true],
    ['one of the values, negated', like('ForAllValues:StringNotEquals', 'a', 'b'), keys('c', 'b'), false],
    ['null, wanted and so', { Null: { 'dynamodb:LeadingKeys': 'true' } }, keys(), true],
    ['null, wanted and not so', { Null: { 'dynamodb:LeadingKeys': 'true' } }, keys('a'), false],
    ['a key in other letters', { StringEquals: { 'AWS:PrincipalAccount': accountId } }, keys(), true],
    ['an absent key', { StringEquals: { 'aws:SourceArn': 'a' } }, keys(), false],
    ['an absent key, negated', { StringNotEquals: { 'aws:SourceArn': 'a' } }, keys(), true],
    ['an absent key, if it exists', { StringEqualsIfExists: { 'aws:SourceArn': 'a' } }, keys(), true],
    ['one that exists and differs', { StringEqualsIfExists: { 'aws:PrincipalAccount': '1' } }, keys(), false],
    ['a boolean in other letters', { Bool: { 'aws:SecureTransport': 'True' } }, keys(), true],
    ['a boolean that is none', { Bool: { 'aws:SecureTransport': true } }, keys(), true],
    [
      'two lines of which one holds',
      { StringLike: { 'aws:PrincipalAccount': '*', 's3:prefix': '*' } },
      keys(),
      false,
    ],
    ['the role by its ARN', { ArnLike: { 'aws:PrincipalArn': 'arn:aws:iam::*:role/R*' } }, keys(), true],
  ])('evaluate %s', (_title, Condition, request, expected) => {
    expect(decide([{ ...all, Condition }], request).allowed).toBe(expected);
  });
});

test.each<[string, JsonRecord, string]>([
  ['an operator', { Condition: { NumericLessThan: { 'aws:SourceArn': '1' } } }, 'operator NumericLessThan'],
  ['an operator of every object', { Condition: { toString: { 'aws:SourceArn': '1' } } }, 'operator toString'],
  ['a condition key', { Condition: { StringEquals: { 'aws:UserAgent': 'x' } } }, 'key aws:useragent'],
  ['a key of every object', { Condition: { StringEquals: { constructor: 'x' } } }, 'key constructor'],
  ['a set without its kind', { Condition: { StringLike: { 'dynamodb:LeadingKeys': 'x' } } }, 'ForAllValues'],
  ['a policy variable', { Resource: `\${aws:username}` }, 'must be "*" or an ARN'],
  ['a variable in an ARN', { Resource: `${bucket}/\${aws:username}/*` }, 'policy variables'],
  ['a resource of few segments', { Resource: 'arn:aws:*:q' }, 'must be "*" or an ARN'],
  ['an action without a service', { Action: 'GetItem' }, 'needs a service'],
  ['no action', { Action: [] as string[], NotAction: 's3:*' }, 'either Action or NotAction'],
  ['another effect', { Effect: 'allow' }, 'the effect is allow'],
  ['an unknown element', { Actions: 's3:*' }, 'element Actions'],
  ['a principal', { Principal: '*' }, 'has no Principal'],
])('refuses a policy with an unsupported %s and reports its position', (_title, change, message) => {
  const document = { Statement: [all, { ...all, ...change }] };

  expect(() => compilePolicy(document, 'Policy', 'identity')).toThrow(/^Policy\[1\]: /);
  expect(() => compilePolicy(document, 'Policy', 'identity')).toThrow(message);
});

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
      'BatchGetItem',
      { RequestItems: { T: { Keys: [key('a'), key('b')] } } },
      [['BatchGetItem', '', 'a', 'b']],
    ],
    [
      'BatchWriteItem',
      { RequestItems: { T: [{ PutRequest: { Item: key('a') } }, { DeleteRequest: { Key: key('b') } }] } },
      [['BatchWriteItem', '', 'a', 'b']],
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
      {
        KeyConditions: { pk: { ComparisonOperator: 'EQ', AttributeValueList: [{ S: 'a' }] } },
      },
      [['Query', '', 'a']],
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

  it('are not supported for PartiQL', () => {
    expect(() => read('ExecuteStatement', { Statement: 'SELECT * FROM T' })).toThrow('is not supported');
    expect(() => read('TransactWriteItems', { TransactItems: [{ constructor: {} }] })).toThrow(
      'unknown item in a transaction: constructor',
    );
  });
});
