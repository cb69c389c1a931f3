import { request } from 'node:http';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it, test } from 'vitest';
import type { Credentials } from '../../../local/function-host/environment.ts';
import {
  calls,
  clients,
  failureOf,
  fn,
  region,
  role,
  services,
  useGuardedServices,
} from './guarded-services.ts';

useGuardedServices();

test.each<[keyof typeof calls, string, string, string]>([
  ['dynamodb', 'UnrecognizedClientException', 'InvalidSignatureException', 'UnrecognizedClientException'],
  ['sqs', 'InvalidClientTokenId', 'SignatureDoesNotMatch', 'InvalidClientTokenId'],
  ['s3', 'InvalidAccessKeyId', 'SignatureDoesNotMatch', 'InvalidToken'],
])(
  '%s refuses an unknown key, a wrong secret and a wrong session token',
  async (name, unknown, secret, token) => {
    const call = async (change: Partial<Credentials>) =>
      (await failureOf(calls[name](clients({ ...role, ...change }))))[0];

    expect(await call({ accessKeyId: 'ASIA0000000000000000' })).toBe(unknown);
    expect(await call({ secretAccessKey: 'wrong' })).toBe(secret);
    expect(await call({ sessionToken: 'wrong' })).toBe(token);
    expect(await call({})).toBe('none');
  },
);

test('a clock that is half an hour off is refused', async () => {
  const late = new DynamoDBClient({
    region,
    credentials: { ...role },
    endpoint: services.aws.endpoints.dynamodb,
    maxAttempts: 1,
    systemClockOffset: -30 * 60 * 1000,
  });

  const command = new GetItemCommand({ TableName: 'Items', Key: { pk: { S: 'A#1' } } });

  expect((await failureOf(late.send(command)))[0]).toBe('InvalidSignatureException');
});

/** Sends a raw request. Returns status, CORS headers and body. */
const raw = (endpoint: string, method: string, headers: Record<string, string>, body = '') =>
  new Promise<[number | undefined, string[], string]>((resolve, reject) => {
    const sent = request(endpoint, { method, headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const cors = Object.keys(response.headers).filter((name) => name.startsWith('access-control-'));
      resolve([response.statusCode, cors, Buffer.concat(chunks).toString()]);
    });
    sent.on('error', reject);
    sent.end(body);
  });

describe.each([
  ['dynamodb', 'DynamoDB_20120810.ListTables'],
  ['sqs', 'AmazonSQS.ListQueues'],
] as const)('a web page at %s', (name, target) => {
  const origin = { origin: 'https://evil.example' };

  it.each([
    ['POST', { ...origin, 'x-amz-target': target }],
    ['OPTIONS', { ...origin, 'access-control-request-method': 'POST' }],
    ['GET', origin],
  ])('is refused a %s, and no header lets it read the response', async (method, headers) => {
    const [status, cors] = await raw(services.aws.endpoints[name], method, headers);

    expect([status, cors]).toEqual([403, []]);
  });

  it('without an Origin header needs a signature', async () => {
    const [status, cors, body] = await raw(
      services.aws.endpoints[name],
      'POST',
      { 'x-amz-target': target },
      '{}',
    );

    expect(status).toBeGreaterThanOrEqual(400);
    expect(cors).toEqual([]);
    expect(body).toContain('MissingAuthenticationToken');
  });
});

test('a signature is not valid for another body, operation or host', async () => {
  const { dynamodb } = fn;
  let signed: { headers: Record<string, string>; body: string } | undefined;
  dynamodb.middlewareStack.add(
    (next) => async (args) => {
      signed = args.request as typeof signed;
      return next(args);
    },
    { step: 'finalizeRequest', priority: 'low', name: 'keepSigned' },
  );
  await dynamodb.send(new GetItemCommand({ TableName: 'Items', Key: { pk: { S: 'A#1' } } }));
  dynamodb.middlewareStack.remove('keepSigned');
  const { headers = {}, body = '' } = signed ?? {};
  const send = async (changes: Record<string, string>, text = body) =>
    (await raw(services.aws.endpoints.dynamodb, 'POST', { ...headers, ...changes }, text))[0];

  expect(await send({})).toBe(200);
  expect(await send({}, body.replace('A#1', 'A#2'))).toBe(400);
  expect(await send({ 'x-amz-target': 'DynamoDB_20120810.PutItem' })).toBe(400);
  expect(await send({ host: 'evil.example' })).toBe(400);
});
