import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { routes } from '../../../lib/api/routes.ts';
import { createJob } from '../../../lib/aws/create-job.ts';
import { dueStore } from '../../../lib/aws/due-store.ts';
import { fileStore, readFile } from '../../../lib/aws/file-store.ts';
import { jobStore } from '../../../lib/aws/job-store.ts';
import { callStore } from '../../../lib/aws/recorded-calls.ts';
import { keys } from '../../../lib/aws/table.ts';
import { fileObjectKey, incomingObjectKey } from '../../../lib/files/file.ts';
import { formatDetector } from '../../../lib/files/format-detector.ts';
import type { ObjectStore } from '../../../lib/files/objects.ts';
import { finalizeUpload } from '../../../lib/files/presigned-upload.ts';
import type { FileStore } from '../../../lib/files/upload.ts';
import { newId } from '../../../lib/ids.ts';
import { createFormatTable } from '../../../lib/jobs/format-table.ts';
import { messageOf } from '../../../lib/jobs/job-steps.ts';
import { runJob } from '../../../lib/jobs/run-job.ts';
import { stepsOf } from '../../../lib/jobs/step-requests.ts';
import { type JobSubmission, submitJob as submit } from '../../../lib/jobs/submit-job.ts';
import { operationOf } from '../../../lib/limits/operation.ts';
import { limitsOf } from '../../../lib/plans.ts';
import { reconcile } from '../../../lib/reconcile/reconcile.ts';
import { fakeEffects, storeFile, submitJob } from '../../support/jobs.ts';
import { readItem, startTestTable, type TestTable } from '../../support/table.ts';
import { createTenant, type TestTenant } from '../../support/tenant.ts';

const start = Date.UTC(2026, 10, 20);
const expiry = start + 7_200_000;

let database: TestTable;
let tenant: TestTenant;
let stored: Map<string, Uint8Array>;

beforeEach(async () => {
  database = await startTestTable();
  tenant = await createTenant(database.table, 'pro', start);
  stored = new Map();
});
afterEach(() => database.close());

type Objects = Pick<ObjectStore, 'put' | 'putNew' | 'get' | 'remove'>;

const objects: Objects = {
  put: async (key, bytes) => void stored.set(key, bytes),
  putNew: async (key, bytes) => {
    if (stored.has(key)) return false;
    stored.set(key, bytes);
    return true;
  },
  get: async (key) => stored.get(key),
  remove: async (key) => void stored.delete(key),
};

const submissionOver = (bytes: Objects): JobSubmission => ({
  create: (job, files, call) => createJob(database.table, job, files, call),
  calls: callStore(database.table),
  getFile: (accountId, fileId) => readFile(database.table, accountId, fileId),
  send: async () => undefined,
  finalize: (file) =>
    finalizeUpload(file, {
      files: fileStore(database.table),
      objects: bytes as ObjectStore,
      formats: formatDetector,
      onLeftover: () => undefined,
    }),
  ownFile: () => undefined,
  onUnsent: () => undefined,
});

const runReconciler = (now: number, bytes: Objects = objects) =>
  reconcile(
    {
      due: dueStore(database.table),
      jobs: jobStore(database.table),
      objects: bytes,
      send: async () => undefined,
      sendDelivery: async () => undefined,
      secondsLeft: () => 60,
      retentionSeconds: 7200,
      onFault: (fault) => {
        throw fault;
      },
    },
    () => now,
  );

const convert = (fileId: string, submission: JobSubmission, now: number) =>
  submit(
    {
      ...operationOf(routes.convert, { accountId: tenant.accountId, limits: limitsOf('pro') }),
      fileIds: [fileId],
      fileUrl: undefined,
      from: undefined,
      steps: stepsOf({ to: 'pdf' }),
    },
    submission,
    createFormatTable(),
    now,
  );

const presignFile = async (): Promise<string> => {
  const fileId = newId('file', start);
  const { accountId } = tenant;
  await fileStore(database.table).create({
    accountId,
    fileId,
    filename: 'a.txt',
    format: undefined,
    sizeBytes: 10,
    sha256: undefined,
    createdAt: start,
    expiresAt: expiry,
  });
  stored.set(incomingObjectKey(accountId, fileId), Buffer.from('Some plain text.'));
  return fileId;
};

test('two simultaneous conversions of one presigned upload are both accepted', async () => {
  const fileId = await presignFile();
  const submission = submissionOver(objects);
  const { promise: refusedOnce, resolve: onRefused } = Promise.withResolvers<void>();
  const { promise: finalized, resolve: onFinalized } = Promise.withResolvers<void>();
  const late: JobSubmission = {
    ...submission,
    finalize: async (file) => {
      onRefused();
      await finalized;
      return submission.finalize(file);
    },
  };

  const second = convert(fileId, late, start);
  await refusedOnce;
  const first = await convert(fileId, submission, start);
  onFinalized();

  expect([first.isRepeat, (await second).isRepeat]).toEqual([false, false]);
});

test('two requests that finalize an upload sent twice both record the hash of the stored bytes', async () => {
  const fileId = await presignFile();
  const { accountId } = tenant;
  const key = fileObjectKey(accountId, fileId);
  const presigned = await readFile(database.table, accountId, fileId);
  if (presigned === undefined) throw new Error('The file was not presigned');
  const finalize = (over: Partial<Objects>, files: Partial<FileStore> = {}) =>
    finalizeUpload(presigned, {
      files: { ...fileStore(database.table), ...files },
      objects: { ...objects, ...over } as ObjectStore,
      formats: formatDetector,
      onLeftover: () => undefined,
    });
  // The first use reads, the form is sent again, the second use reads and ends, and then the first one ends.
  const { promise: hasRead, resolve: onRead } = Promise.withResolvers<void>();
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  const first = finalize({
    get: async (each) => {
      const bytes = await objects.get(each);
      if (each !== key) {
        onRead();
        await mayGoOn;
      }
      return bytes;
    },
  });
  await hasRead;
  stored.set(incomingObjectKey(accountId, fileId), Buffer.from('<html><p>Other bytes.</p></html>'));
  const second = await finalize({});
  goOn();

  const outcomes = [await first, second];

  const bytes = stored.get(key) ?? Buffer.from('');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const truth = { format: 'html', sizeBytes: bytes.length, sha256 };
  expect(outcomes).toMatchObject([truth, truth]);
  expect(await readFile(database.table, accountId, fileId)).toMatchObject(truth);
});

test('a finalization that died before its write is completed by the next, even if the form was sent again', async () => {
  const fileId = await presignFile();
  const { accountId } = tenant;
  const presigned = await readFile(database.table, accountId, fileId);
  if (presigned === undefined) throw new Error('The file was not presigned');
  const dependencies = {
    objects: objects as ObjectStore,
    formats: formatDetector,
    onLeftover: () => undefined,
  };
  const died = {
    ...fileStore(database.table),
    finalize: () => Promise.reject(new Error('The function was killed')),
  };
  await finalizeUpload(presigned, { ...dependencies, files: died }).catch(() => undefined);
  stored.set(incomingObjectKey(accountId, fileId), Buffer.from('<html><p>Other bytes.</p></html>'));

  const finalized = await finalizeUpload(presigned, { ...dependencies, files: fileStore(database.table) });

  expect(finalized).toMatchObject({ format: 'text', sizeBytes: 16 });
  expect(await readFile(database.table, accountId, fileId)).toMatchObject({ sha256: finalized.sha256 });
});

test('a file whose job is accepted while it expires is not deleted under it', async () => {
  const fileId = await storeFile(database.table, tenant, start);
  stored.set(fileObjectKey(tenant.accountId, fileId), Buffer.from('Some plain text.'));
  const crossing: Objects = {
    ...objects,
    remove: async (key) => {
      await convert(fileId, submissionOver(objects), expiry - 1);
      stored.delete(key);
    },
  };

  await runReconciler(expiry + 1, crossing);

  expect([...stored.keys()]).toEqual([fileObjectKey(tenant.accountId, fileId)]);
});

test('finalizing a file while it expires leaves no object behind', async () => {
  const fileId = await presignFile();
  const crossing: Objects = {
    ...objects,
    get: async (key) => {
      await runReconciler(expiry + 1);
      return stored.get(key);
    },
  };

  await convert(fileId, submissionOver(crossing), expiry - 1);
  await runReconciler(expiry + 36_000_000);

  expect([...stored.keys()]).toEqual([]);
});

test('the result of a lost attempt is deleted with the result of the job', async () => {
  const clock = { now: start };
  const job = await submitJob(database.table, tenant, start);
  const store = jobStore(database.table);
  const work = fakeEffects(clock, { storeResult: objects.put });
  const dying = { ...store, end: () => Promise.reject(new Error('The worker was killed')) };
  await runJob(messageOf(job), dying, work, () => undefined).catch(() => undefined);
  clock.now += 31_000;
  expect(await runJob(messageOf(job), store, work, () => undefined)).toBe('ended');
  expect(stored.size).toBe(2);

  await runReconciler(clock.now + 7_260_000);

  expect(stored.size).toBe(0);
});

test('the results of all attempts are deleted when an abandoned job fails', async () => {
  const clock = { now: start };
  const job = await submitJob(database.table, tenant, start);
  const store = jobStore(database.table);
  const work = fakeEffects(clock, { storeResult: objects.put });
  const dying = { ...store, end: () => Promise.reject(new Error('The worker was killed')) };
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await runJob(messageOf(job), dying, work, () => undefined).catch(() => undefined);
    clock.now += 31_000;
  }
  expect(stored.size).toBe(3);

  // The first run fails the job, and may have listed results before.
  await runReconciler(clock.now);
  // Once a result that a worker still stores has arrived.
  await runReconciler(clock.now + 180_000);

  expect(stored.size).toBe(0);
});

test('a job that has ended no longer stores its file_url and deliver_to', async () => {
  const job = await submitJob(database.table, tenant, start, {
    sourceUrl: 'https://user:secret@host.example/a?X-Amz-Signature=S',
    deliverTo: 'https://bucket.example/a?X-Amz-Signature=secret',
  });

  await runJob(messageOf(job), jobStore(database.table), fakeEffects({ now: start }), () => undefined);

  const item = await readItem(database.table, keys.job(job.accountId, job.jobId));
  expect(item).toMatchObject({ job_status: 'complete' });
  expect(JSON.stringify(item)).not.toMatch(/secret|X-Amz-Signature/);
});
