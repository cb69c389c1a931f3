import { CreateTableCommand, DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { CreateQueueCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { compilePolicy } from '../../../local/access/policy.ts';
import type { Credentials } from '../../../local/function-host/environment.ts';
import { type Services, startServices } from '../../../local/services.ts';
import { temporaryFolder } from '../fixture-stack.ts';

export const region = 'us-east-1';

export const accountId = '000000000000';

export const table = `arn:aws:dynamodb:${region}:${accountId}:table/Items`;

export const user = `arn:aws:sts::${accountId}:assumed-role/Role/fn`;

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

export let services: Services;

let remove: () => Promise<void>;

export let role: Credentials;
export let queueUrl: string;

export const clients = (credentials: Credentials) => {
  const { endpoints } = services.aws;
  const common = { region, credentials: { ...credentials }, maxAttempts: 1 };
  return {
    dynamodb: new DynamoDBClient({ ...common, endpoint: endpoints.dynamodb }),
    s3: new S3Client({ ...common, endpoint: endpoints.s3, forcePathStyle: true }),
    sqs: new SQSClient({ ...common, endpoint: endpoints.sqs }),
  };
};

export let admin: ReturnType<typeof clients>;
export let fn: ReturnType<typeof clients>;
export let refusalsBefore: Readonly<Record<string, number>>;

type Failure = { name: string; message: string; $metadata: { httpStatusCode?: number } };

export const failureOf = async (call: Promise<unknown>): Promise<[string, number | undefined, string]> => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason as Failure,
  );
  if (error === undefined) return ['none', 200, ''];
  return [error.name, error.$metadata?.httpStatusCode, error.message];
};

export const calls = {
  dynamodb: ({ dynamodb }: ReturnType<typeof clients>) =>
    dynamodb.send(new GetItemCommand({ TableName: 'Items', Key: { pk: { S: 'A#1' } } })),
  s3: ({ s3 }: ReturnType<typeof clients>) => s3.send(new GetObjectCommand({ Bucket: 'box', Key: 'in/a' })),
  sqs: ({ sqs }: ReturnType<typeof clients>) =>
    sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: 'x' })),
};

/** Starts the services with a role that may make some calls. */
export const useGuardedServices = (): void => {
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
  beforeEach(() => {
    refusalsBefore = services.access.record.summary().refusals;
  });
};
