import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { createAccount } from '../../lib/accounts/manage-accounts.ts';
import { accountStore } from '../../lib/aws/account-store.ts';
import { createJob } from '../../lib/aws/create-job.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { fromExpressJob } from '../../lib/aws/express-message.ts';
import { fileStore } from '../../lib/aws/file-store.ts';
import { readJob } from '../../lib/aws/job-read-store.ts';
import { openObjectStore } from '../../lib/aws/object-store.ts';
import { pagePartStore } from '../../lib/aws/page-part-store.ts';
import { environmentNames } from '../../lib/env.ts';
import { fileObjectKey } from '../../lib/files/file.ts';
import { newId } from '../../lib/ids.ts';
import type { Job } from '../../lib/jobs/job.ts';
import { engineDeadlineSeconds, leaseSeconds } from '../../lib/jobs/job-times.ts';
import { currentParts, type PagePart } from '../../lib/jobs/page-parts.ts';
import { workerNames } from '../../lib/workers.ts';
import { createAccess } from '../../local/access/access.ts';
import { startS3 } from '../../local/emulators/s3.ts';
import { startSqs } from '../../local/emulators/sqs.ts';
import { startTestTable } from '../../test/support/table.ts';
import type { LifeDocument } from './documents.ts';

/** The table and bucket that a worker uses. */
export type Service = {
  readonly environment: Readonly<Record<string, string>>;
  createTenant(): Promise<string>;
  /** Stores a document and a job for it. */
  submit(accountId: string, document: LifeDocument): Promise<string>;
  /** The event with which a call invokes the worker of a document, and has its result returned. */
  invocation(accountId: string, document: LifeDocument): unknown;
  read(accountId: string, jobId: string): Promise<Job | undefined>;
  /** Returns the open parts of a job. */
  openParts(job: Job): Promise<readonly PagePart[]>;
  close(): Promise<void>;
};

const region = 'us-east-1';
const hour = 3_600_000;

/** A new file and a queued job for it. */
const jobOf = (accountId: string, { bytes, from, to, type, worker, filename }: LifeDocument) => {
  const now = Date.now();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const fileId = newId('file', now);
  const file = {
    ...{ accountId, fileId, filename, format: from, sizeBytes: bytes.length, sha256 },
    ...{ createdAt: now, expiresAt: now + hour },
  };
  const step = { type, target: to, from, worker, options: {}, inputs: [{ file: 0 }], isOutput: false };
  const job: Job = {
    ...{ accountId, jobId: newId('job', now), status: 'queued', fileId, furtherFileIds: [], from },
    ...{ sourceUrl: undefined, webhookUrl: undefined, steps: { list: [step], done: [] } },
    ...{ createdAt: now, startedAt: undefined, completedAt: undefined, expiresAt: undefined },
    ...{ attempts: 0, leaseUntil: undefined, claimedAt: undefined, workedMs: 0 },
    ...{ maxFileBytes: 26_214_400, maxResultBytes: 262_144_000 },
    ...{ progress: undefined, output: undefined, report: undefined, error: undefined },
  };
  return { file, job };
};

/** Starts the emulators that a worker needs, with their data in a folder. */
export const startService = async (folder: string): Promise<Service> => {
  const credentials = {
    accessKeyId: `AKIA${randomBytes(8).toString('hex').toUpperCase()}`,
    secretAccessKey: randomBytes(20).toString('hex'),
  };
  const [database, objects, queues] = await Promise.all([
    startTestTable(),
    startS3({ directory: join(folder, 's3'), access: createAccess(credentials) }),
    startSqs({ directory: join(folder, 'sqs') }),
  ]);
  const bucketName = 'docforge-bucket';
  const sender = new SQSClient({ region, credentials, endpoint: queues.endpoint });
  const environment = {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
    AWS_ENDPOINT_URL_S3: objects.endpoint,
    AWS_ENDPOINT_URL_SQS: queues.endpoint,
    [environmentNames.tableName]: database.table.name,
    [environmentNames.bucketName]: bucketName,
    [environmentNames.retentionSeconds]: '7200',
    [environmentNames.leaseSeconds]: String(leaseSeconds),
    [environmentNames.engineDeadlineSeconds]: String(engineDeadlineSeconds),
    // Nobody receives their messages: the benchmark invokes the worker.
    ...Object.fromEntries(
      await Promise.all(
        workerNames.map(async (QueueName) => {
          const { QueueUrl } = await sender.send(new CreateQueueCommand({ QueueName }));
          return [environmentNames[`${QueueName}QueueUrl`], QueueUrl] as const;
        }),
      ),
    ),
  };
  sender.destroy();
  Object.assign(process.env, environment);
  const client = new S3Client({ region, credentials, endpoint: objects.endpoint, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: bucketName }));
  client.destroy();
  // With the credentials of the bucket.
  const table = openTable();
  const store = openObjectStore(table);
  return {
    environment,
    createTenant: async () => {
      const email = `${randomBytes(8).toString('hex')}@example.test`;
      return (await createAccount({ email, plan: 'pro' }, accountStore(table), Date.now())).accountId;
    },
    submit: async (accountId, document) => {
      const { file, job } = jobOf(accountId, document);
      const { fileId, sha256 } = file;
      const { bytes } = document;
      await fileStore(table).create(file);
      await store.put(fileObjectKey(accountId, fileId), bytes, {
        mimeType: 'application/octet-stream',
        sha256,
      });
      const outcome = await createJob(table, job, [file]);
      if (outcome !== 'created') throw new Error(`The job was not created: ${JSON.stringify(outcome)}`);
      return job.jobId;
    },
    invocation: (accountId, document) => {
      const { file, job } = jobOf(accountId, document);
      const leaseUntil = job.createdAt + hour;
      const claimed: Job = {
        ...job,
        status: 'processing',
        attempts: 1,
        startedAt: job.createdAt,
        leaseUntil,
      };
      const lease = { accountId, jobId: job.jobId, attempt: 1, owner: 'lambda-life' };
      return JSON.parse(
        fromExpressJob({ job: claimed, file, lease, answerUntil: leaseUntil }, document.bytes),
      );
    },
    read: (accountId, jobId) => readJob(table, accountId, jobId),
    openParts: async (job) =>
      currentParts(job, await pagePartStore(table).list(job)).filter(({ state }) => state === 'open'),
    close: async () => {
      table.client.destroy();
      await Promise.all([database.close(), objects.close(), queues.close()]);
    },
  };
};
