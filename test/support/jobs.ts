import { createJob } from '../../lib/aws/create-job.ts';
import { fileStore } from '../../lib/aws/file-store.ts';
import { keys, type Table } from '../../lib/aws/table.ts';
import type { ReadyFile } from '../../lib/files/file.ts';
import { newId } from '../../lib/ids.ts';
import type { Effects } from '../../lib/jobs/effects.ts';
import type { Job } from '../../lib/jobs/job.ts';
import type { JobStep } from '../../lib/jobs/job-steps.ts';
import { queuedNow } from '../../lib/jobs/new-job.ts';
import type { Share } from '../../lib/reconcile/reconcile.ts';
import { duePartition, duePartitions } from '../../lib/table-layout.ts';
import { readItem } from './table.ts';
import type { TestTenant } from './tenant.ts';

/** The share of a reconciler that sweeps only the lists of this job, of its results and of others in its shard: a ninth of the calls. */
export const shareOf = ({ jobId }: Pick<Job, 'jobId'>): Share => {
  const partitions = duePartitions('JOB');
  return { part: partitions.indexOf(duePartition('JOB', jobId)), of: partitions.length };
};

/** The step of a conversion, as `convert` creates it. */
export const newStep = (values: Partial<JobStep> = {}): JobStep => ({
  type: 'conversion',
  target: 'pdf',
  from: 'text',
  worker: 'standard',
  options: { password: 'secret' },
  inputs: [{ file: 0 }],
  isOutput: false,
  ...values,
});

/** A new conversion of a public URL, as `convert` creates it. */
export const newJob = (
  tenant: Pick<TestTenant, 'accountId'>,
  now: number,
  values: Partial<Job> = {},
): Job => ({
  ...queuedNow(now),
  accountId: tenant.accountId,
  fileId: undefined,
  furtherFileIds: [],
  sourceUrl: 'https://documents.example/a.txt',
  webhookUrl: undefined,
  from: 'text',
  steps: { list: [newStep()], done: [] },
  maxFileBytes: 26_214_400,
  maxResultBytes: 262_144_000,
  ...values,
});

/** An uploaded text that expires after two hours. */
export const textFile = (
  { accountId }: Pick<TestTenant, 'accountId'>,
  fileId: string,
  now: number,
): ReadyFile => ({
  accountId,
  fileId,
  filename: 'a.txt',
  format: 'text',
  sizeBytes: 10,
  sha256: '0'.repeat(64),
  createdAt: now,
  expiresAt: now + 7_200_000,
});

/** Stores a new job, charged and with a slot. */
export const submitJob = async (
  table: Table,
  tenant: Pick<TestTenant, 'accountId'>,
  now: number,
  values: Partial<Job> = {},
): Promise<Job> => {
  const job = newJob(tenant, now, values);
  const files = job.fileId === undefined ? [] : [textFile(tenant, job.fileId, now)];
  if ((await createJob(table, job, files)) !== 'created') throw new Error('The job was refused');
  return job;
};

/** Stores the item of an uploaded text and returns its id. */
export const storeFile = async (table: Table, tenant: TestTenant, now: number): Promise<string> => {
  const fileId = newId('file', now);
  await fileStore(table).create(textFile(tenant, fileId, now));
  return fileId;
};

/** The whole item of a job. */
export const jobItem = (table: Table, job: Pick<Job, 'accountId' | 'jobId'>) =>
  readItem(table, keys.job(job.accountId, job.jobId));

/** A clock that advances only when it is set. */
export type TestClock = { now: number };

/** Effects that converts any document to `%PDF` immediately; each owner is different. */
export const fakeEffects = (clock: TestClock, values: Partial<Effects> = {}): Effects => ({
  fetchSource: async () => ({
    bytes: Buffer.from('Some text.'),
    further: [],
    filename: 'a.txt',
    from: 'text',
  }),
  convert: async () => ({
    bytes: Buffer.from('%PDF'),
    mimeType: 'application/pdf',
    extension: 'pdf',
    report: { engine: 'fake', version: '1' },
  }),
  fetchPages: async () => Buffer.from('[]'),
  storeResult: async () => undefined,
  storeLargeResult: async () => undefined,
  deliver: async () => ({ status: 'delivered', httpStatus: 200 }),
  send: async () => undefined,
  onRenewalError: () => undefined,
  leaseSeconds: 30,
  retentionSeconds: 7200,
  clock: () => clock.now,
  newOwner: () => crypto.randomUUID(),
  ...values,
});
