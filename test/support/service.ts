import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { vi } from 'vitest';
import type { Table } from '../../lib/aws/table.ts';
import { environmentNames, queueVariable, workerVariable } from '../../lib/env.ts';
import { ofInvokedWorkers, workerNames } from '../../lib/workers.ts';
import { createAccess } from '../../local/access/access.ts';
import { listenOnLoopback } from '../../local/emulators/loopback.ts';
import { startS3 } from '../../local/emulators/s3.ts';
import { startSqs } from '../../local/emulators/sqs.ts';
import { type AwsCall, type AwsProxy, startAwsProxy } from './aws-proxy.ts';
import { credentials, region, startTestTable } from './table.ts';

/** The function of a worker: returns its answer, or throws. */
export type Worker = (event: unknown) => Promise<unknown>;

/** Lambda with one function. */
const startLambda = async () => {
  let worker: Worker | undefined;
  const server = createServer(async (request, response) => {
    const event: unknown = JSON.parse((await buffer(request)).toString());
    if (worker === undefined)
      return response.writeHead(429, { 'x-amzn-errortype': 'TooManyRequestsException' }).end('{}');
    const answer = await worker(event).catch((error: Error) => error);
    if (answer instanceof Error) {
      response.setHeader('x-amz-function-error', 'Unhandled');
      return response.end(JSON.stringify({ errorMessage: answer.message }));
    }
    return response.end(JSON.stringify(answer));
  });
  return {
    endpoint: await listenOnLoopback(server, 0),
    set: (next: Worker | undefined) => {
      worker = next;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

export const bucketName = 'docforge-bucket';

/** The environment of the functions: emulators behind proxies, set in this process. */
export type TestService = {
  /** The table without the proxy, so that calls of a test are not counted. */
  readonly table: Table;
  readonly dynamodb: AwsProxy;
  readonly s3: AwsProxy;
  readonly sqs: AwsProxy;
  readonly lambda: AwsProxy;
  /** Sets what the functions of the workers do with an event, which returns the status and the body. By default, they are throttled. */
  setWorker(invoke: Worker | undefined): void;
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
  const [functions, database, objects, queues] = await Promise.all([
    startLambda(),
    startTestTable(),
    startS3({ directory: join(directory, 's3'), access: createAccess(credentials) }),
    startSqs({ directory: join(directory, 'sqs') }),
  ]);
  const calls: AwsCall[] = [];
  const [lambda, dynamodb, s3, sqs] = await Promise.all([
    startAwsProxy(functions.endpoint, calls),
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
    AWS_ENDPOINT_URL_LAMBDA: lambda.endpoint,
    POWERTOOLS_LOG_LEVEL: 'SILENT',
    [environmentNames.tableName]: database.table.name,
    [environmentNames.bucketName]: bucketName,
    ...Object.fromEntries(workerNames.map((name) => [environmentNames[queueVariable(name)], queueUrls.jobs])),
    ...Object.fromEntries(
      Object.values(ofInvokedWorkers((name) => [environmentNames[workerVariable(name)], name])),
    ),
    [environmentNames.webhookQueueUrl]: queueUrls.webhooks,
    [environmentNames.deadLetterQueueUrl]: queueUrls.deadLetters,
    [environmentNames.retentionSeconds]: '7200',
    [environmentNames.leaseSeconds]: '30',
    [environmentNames.uploadLimitBytes]: '4500000',
    [environmentNames.apiUrl]: 'https://api.docforge.example/v1',
    [environmentNames.dashboardUrl]: 'https://docforge.example/dashboard/',
    [environmentNames.docsUrl]: 'https://docforge.example/docs/',
  });
  // Functions read the environment when they are loaded, and one of another file may be loaded.
  vi.resetModules();

  return {
    table: database.table,
    dynamodb,
    s3,
    sqs,
    lambda,
    setWorker: functions.set,
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
      await Promise.all([lambda, dynamodb, s3, sqs].map((proxy) => proxy.close()));
      functions.close();
      await Promise.all([database.close(), objects.close(), queues.close()]);
      await rm(directory, { recursive: true, force: true });
    },
  };
};
