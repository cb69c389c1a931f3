import { describe, expect, it, test } from 'vitest';
import { type AccessRequest, compilePolicy } from '../../../local/access/policy.ts';
import type { JsonRecord } from '../../../local/template/json.ts';
import { accountId, caller, decide, table } from './decide.ts';

const bucket = 'arn:aws:s3:::b';

const queue = `arn:aws:sqs:us-east-1:${accountId}:q`;

const all: JsonRecord = { Effect: 'Allow', Action: '*', Resource: '*' };

const getObject = (key = 'k'): AccessRequest => ({
  action: 's3:GetObject',
  resource: `${bucket}/${key}`,
});

const get = (resource: string): AccessRequest => ({ action: 'dynamodb:GetItem', resource });

const send: AccessRequest = { action: 'sqs:SendMessage', resource: queue };

describe('a statement that allows', () => {
  it.each<[string, JsonRecord, AccessRequest, boolean]>([
    ['an action', { Action: 's3:GetObject', Resource: '*' }, getObject(), true],
    ['an action in another case', { Action: 'S3:getobject', Resource: '*' }, getObject(), true],
    ['another action', { Action: 's3:PutObject', Resource: '*' }, getObject(), false],
    ['the beginning of the action', { Action: 's3:GetObj', Resource: '*' }, getObject(), false],
    ['one of several wildcards', { Action: ['sqs:*', 's3:Get*'], Resource: '*' }, getObject(), true],
    ['a dot, which is not a wildcard', { Action: 's3:GetObj.ct', Resource: '*' }, getObject(), false],
    ['the same action of another service', { Action: 'sqs:GetObject', Resource: '*' }, getObject(), false],
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
    ['a matching key', onlyJobs, keys('ACCOUNT#a#JOBS'), true],
    ['a key that does not match', onlyJobs, keys('ACCOUNT#a#FILES'), false],
    ['a key with a longer value', onlyJobs, keys('ACCOUNT#a#JOBS#'), false],
    ['two matching keys', onlyJobs, keys('ACCOUNT#a#JOBS', 'ACCOUNT#b#JOBS'), true],
    ['two keys of which one fits', onlyJobs, keys('ACCOUNT#a#JOBS', 'TOKEN#b'), false],
    ['no key, by Null', onlyJobs, keys(), false],
    ['no context, by Null', onlyJobs, get(table), false],
    ['no key, without Null', like('ForAllValues:StringLike', 'ACCOUNT#*#JOBS'), keys(), true],
    [
      'a wildcard with StringEquals, which compares literally',
      like('ForAllValues:StringEquals', 'A#*'),
      keys('A#x'),
      false,
    ],
    ['a literal asterisk with StringEquals', like('ForAllValues:StringEquals', 'A#*'), keys('A#*'), true],
    ['Null: true without the key', { Null: { 'dynamodb:LeadingKeys': 'true' } }, keys(), true],
    ['Null: true with the key', { Null: { 'dynamodb:LeadingKeys': 'true' } }, keys('a'), false],
    ['an absent key', { StringEquals: { 'aws:SourceArn': 'a' } }, keys(), false],
    ['an absent key with StringNotEquals', { StringNotEquals: { 'aws:SourceArn': 'a' } }, keys(), true],
    ['a boolean in another case', { Bool: { 'aws:SecureTransport': 'True' } }, keys(), true],
    ['a boolean instead of a string', { Bool: { 'aws:SecureTransport': true } }, keys(), true],
    [
      'two condition lines of which one matches',
      { Bool: { 'aws:SecureTransport': 'true' }, StringLike: { 'aws:SourceArn': '*' } },
      keys(),
      false,
    ],
  ])('evaluate %s', (_title, Condition, request, expected) => {
    expect(decide([{ ...all, Condition }], request).allowed).toBe(expected);
  });
});

test.each<[string, JsonRecord, string]>([
  ['an operator', { Condition: { NumericLessThan: { 'aws:SourceArn': '1' } } }, 'operator NumericLessThan'],
  ['an operator of every object', { Condition: { toString: { 'aws:SourceArn': '1' } } }, 'operator toString'],
  ['a condition key', { Condition: { StringEquals: { 'aws:UserAgent': 'x' } } }, 'key aws:useragent'],
  ['a key of every object', { Condition: { StringEquals: { constructor: 'x' } } }, 'key constructor'],
  [
    'a key of several values without ForAllValues',
    { Condition: { StringLike: { 'dynamodb:LeadingKeys': 'x' } } },
    'ForAllValues',
  ],
  ['a policy variable', { Resource: `\${aws:username}` }, 'must be "*" or an ARN'],
  ['a variable in an ARN', { Resource: `${bucket}/\${aws:username}/*` }, 'policy variables'],
  ['a resource of few segments', { Resource: 'arn:aws:*:q' }, 'must be "*" or an ARN'],
  ['an action without a service', { Action: 'GetItem' }, 'needs a service'],
  ['a negated action', { NotAction: 's3:*' }, 'element NotAction'],
  ['a wildcard for one character', { Action: 's3:?etObject' }, 'the wildcard ?'],
  [
    'a negated operator',
    { Condition: { StringNotLike: { 'aws:SourceArn': 'a' } } },
    'operator StringNotLike',
  ],
  ['an operator of absent keys', { Condition: { BoolIfExists: { 'aws:SourceArn': 'a' } } }, 'BoolIfExists'],
  ['another effect', { Effect: 'allow' }, 'the effect is allow'],
  ['an unknown element', { Actions: 's3:*' }, 'element Actions'],
  ['a principal', { Principal: '*' }, 'has no Principal'],
])('refuses a policy with an unsupported %s and reports its position', (_title, change, message) => {
  const document = { Statement: [all, { ...all, ...change }] };

  expect(() => compilePolicy(document, 'Policy', 'identity')).toThrow(/^Policy\[1\]: /);
  expect(() => compilePolicy(document, 'Policy', 'identity')).toThrow(message);
});
