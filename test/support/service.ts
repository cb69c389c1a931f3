import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { vi } from 'vitest';
import type { Table } from '../../lib/aws/table.ts';
import { environmentNames, queueVariable } from '../../lib/env.ts';
import { workerNames } from '../../lib/workers.ts';
import { createAccess } from '../../local/access/access.ts';
import { startS3 } from '../../local/emulators/s3.ts';
import { startSqs } from '../../local/emulators/sqs.ts';
import { type AwsCall, type AwsProxy, startAwsProxy } from './aws-proxy.ts';
import { credentials, region, startTestTable } from './table.ts';

export const bucketName = 'docforge-bucket';

/** The environment of the functions: emulators behind proxies, set in this process. */
export type TestService = {
  /** The table without the proxy, so that calls of a test are not counted. */
  readonly table: Table;
  readonly dynamodb: AwsProxy;
  readonly s3: AwsProxy;
  readonly sqs: AwsProxy;
  /** Returns the calls since it was last called. */
  takeCalls(): AwsCall[];
  /** The bodies of the messages in a queue, by default that of jobs, which are gone from it then. */
  takeMessages(of?: 'jobs' | 'webhooks' | 'deadLetters'): Promise<unknown[]>;
  close(): Promise<void>;
};

const restoreEnvironment = (before: NodeJS.ProcessEnv): void => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
};

/** Starts the emulators and sets the environment of the functions as the stack's template does. */
export const startTestService = async (): Promise<TestService> => {
  const directory = await mkdtemp(join(tmpdir(), 'docforge-service-'));
  const [database, objects, queues] = await Promise.all([
    startTestTable(),
    startS3({ directory: join(directory, 's3'), access: createAccess(credentials) }),
    startSqs({ directory: join(directory, 'sqs') }),
  ]);
  const calls: AwsCall[] = [];
  const [dynamodb, s3, sqs] = await Promise.all([
    startAwsProxy(database.endpoint, calls),
    startAwsProxy(objects.endpoint, calls),
    startAwsProxy(queues.endpoint, calls),
  ]);
  const bucketClient = new S3Client({ region, credentials: { ...credentials }, endpoint: objects.endpoint });
  await bucketClient.send(new CreateBucketCommand({ Bucket: bucketName }));
  bucketClient.destroy();
  const queueClient = new SQSClient({ region, credentials: { ...credentials }, endpoint: queues.endpoint });
  const createQueue = async (QueueName: string): Promise<string> =>
    (await queueClient.send(new CreateQueueCommand({ QueueName }))).QueueUrl ?? '';
  const queueUrls = {
    jobs: await createQueue('jobs'),
    webhooks: await createQueue('webhooks'),
    deadLetters: await createQueue('dead-letters'),
  };

  const environmentBefore = { ...process.env };
  Object.assign(process.env, {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb.endpoint,
    AWS_ENDPOINT_URL_S3: s3.endpoint,
    AWS_ENDPOINT_URL_SQS: sqs.endpoint,
    POWERTOOLS_LOG_LEVEL: 'SILENT',
    [environmentNames.tableName]: database.table.name,
    [environmentNames.bucketName]: bucketName,
    ...Object.fromEntries(workerNames.map((name) => [environmentNames[queueVariable(name)], queueUrls.jobs])),
    [environmentNames.webhookQueueUrl]: queueUrls.webhooks,
    [environmentNames.deadLetterQueueUrl]: queueUrls.deadLetters,
    [environmentNames.retentionSeconds]: '7200',
    [environmentNames.uploadLimitBytes]: '4500000',
    [environmentNames.dashboardUrl]: 'https://docforge.example/dashboard/',
  });
  // Functions read the environment when they are loaded, and one of another file may be loaded.
  vi.resetModules();

  return {
    table: database.table,
    dynamodb,
    s3,
    sqs,
    takeCalls: () => calls.splice(0),
    takeMessages: async (of = 'jobs') => {
      const taken: unknown[] = [];
      const url = queueUrls[of];
      for (;;) {
        const { Messages = [] } = await queueClient.send(
          new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 10, WaitTimeSeconds: 0 }),
        );
        if (Messages.length === 0) return taken;
        for (const { Body = '', ReceiptHandle } of Messages) {
          taken.push(JSON.parse(Body));
          await queueClient.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle }));
        }
      }
    },
    close: async () => {
      restoreEnvironment(environmentBefore);
      queueClient.destroy();
      await Promise.all([dynamodb, s3, sqs].map((proxy) => proxy.close()));
      await Promise.all([database.close(), objects.close(), queues.close()]);
      await rm(directory, { recursive: true, force: true });
    },
  };
};
