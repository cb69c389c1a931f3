import { request } from 'node:http';
import {
  BatchGetItemCommand,
  CreateTableCommand,
  DynamoDBClient,
  ExecuteStatementCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import {
  CreateQueueCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { compilePolicy } from '../../../local/access/policy.ts';
import type { Credentials } from '../../../local/function-host/environment.ts';
import { type Services, startServices } from '../../../local/services.ts';
import { temporaryFolder } from '../fixture-stack.ts';

const region = 'us-east-1';
const accountId = '000000000000';
const table = `arn:aws:dynamodb:${region}:${accountId}:table/Items`;
const user = `arn:aws:sts::${accountId}:assumed-role/Role/fn`;

const onPartitions = (action: string, ...patterns: string[]) => ({
  Effect: 'Allow',
  Action: `dynamodb:${action}`,
  Resource: table,
  Condition: {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': patterns },
    Null: { 'dynamodb:LeadingKeys': 'false' },
  },
});
const onObjects = (action: string, folder: string) => ({
  Effect: 'Allow',
  Action: `s3:${action}`,
  Resource: `arn:aws:s3:::box/${folder}/*`,
});
const statements = compilePolicy(
  {
    Statement: [
      onPartitions('GetItem', 'A#*'),
      onPartitions('PutItem', 'A#*', 'B#*'),
      onPartitions('Query', 'A#*'),
      onPartitions('Scan', '*'),
      onPartitions('BatchGetItem', 'A#*'),
      onObjects('GetObject', 'in'),
      onObjects('PutObject', 'out'),
      onObjects('DeleteObject', 'in'),
      { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: `arn:aws:sqs:${region}:${accountId}:q` },
    ],
  },
  'Policy',
  'identity',
);

let services: Services;
let remove: () => Promise<void>;
let role: Credentials;
let queueUrl: string;

const clients = (credentials: Credentials) => {
  const { endpoints } = services.aws;
  const common = { region, credentials: { ...credentials }, maxAttempts: 1 };
  return {
    dynamodb: new DynamoDBClient({ ...common, endpoint: endpoints.dynamodb }),
    s3: new S3Client({ ...common, endpoint: endpoints.s3, forcePathStyle: true }),
    sqs: new SQSClient({ ...common, endpoint: endpoints.sqs }),
  };
};
let admin: ReturnType<typeof clients>;
let fn: ReturnType<typeof clients>;

beforeAll(async () => {
  const folder = await temporaryFolder();
  remove = folder.remove;
  services = await startServices({
    directory: folder.directory,
    place: { region, accountId, tables: new Map([['Items', { partitionKey: 'pk', indexes: {} }]]) },
    endpoints: {},
    credentials: undefined,
  });
  role = services.access.credentialsOf('fn');
  const caller = { arn: user, roleArn: `arn:aws:iam::${accountId}:role/Role`, accountId };
  services.access.load({
    roles: new Map([['fn', { name: 'Fn', caller, statements }]]),
    resourceStatements: [],
  });
  admin = clients(services.aws.credentials);
  fn = clients(role);
  await admin.dynamodb.send(
    new CreateTableCommand({
      TableName: 'Items',
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  );
  await admin.s3.send(new CreateBucketCommand({ Bucket: 'box' }));
  await admin.s3.send(new PutObjectCommand({ Bucket: 'box', Key: 'in/a', Body: 'text' }));
  await admin.s3.send(new PutObjectCommand({ Bucket: 'box', Key: 'secret', Body: 'text' }));
  queueUrl = (await admin.sqs.send(new CreateQueueCommand({ QueueName: 'q' }))).QueueUrl ?? '';
});

afterAll(async () => {
  await services.close();
  await remove();
});

let refusalsBefore: Readonly<Record<string, number>>;
beforeEach(() => {
  refusalsBefore = services.access.record.summary().refusals;
});

/** The denials that were recorded since the test began. */
const newRefusals = (): string[] => {
  const now = services.access.record.summary().refusals;
  return Object.keys(now).filter((name) => now[name] !== refusalsBefore[name]);
};

type Failure = { name: string; message: string; $metadata: { httpStatusCode?: number } };
const failureOf = async (call: Promise<unknown>): Promise<[string, number | undefined, string]> => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason as Failure,
  );
  if (error === undefined) return ['none', 200, ''];
  return [error.name, error.$metadata?.httpStatusCode, error.message];
};
const denial = (action: string, resource: string) =>
  `User: ${user} is not authorized to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action`;

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
    [
      'a batch with one foreign key',
      () =>
        fn.dynamodb.send(
          new BatchGetItemCommand({
            RequestItems: { Items: { Keys: [{ pk: { S: 'A#1' } }, { pk: { S: 'B#1' } }] } },
          }),
        ),
    ],
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

const calls = {
  dynamodb: ({ dynamodb }: ReturnType<typeof clients>) =>
    dynamodb.send(new GetItemCommand({ TableName: 'Items', Key: { pk: { S: 'A#1' } } })),
  s3: ({ s3 }: ReturnType<typeof clients>) => s3.send(new GetObjectCommand({ Bucket: 'box', Key: 'in/a' })),
  sqs: ({ sqs }: ReturnType<typeof clients>) =>
    sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: 'x' })),
};

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
