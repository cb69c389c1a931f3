import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { cancelStore } from '../../../lib/aws/cancel-store.ts';
import { chargedTransaction } from '../../../lib/aws/charged-transaction.ts';
import { chargeAndPut, createJob } from '../../../lib/aws/create-job.ts';
import { deleteJobStore } from '../../../lib/aws/delete-job-store.ts';
import { fromStoredFile } from '../../../lib/aws/file-item.ts';
import { fileStore } from '../../../lib/aws/file-store.ts';
import { readLiveJob } from '../../../lib/aws/job-read-store.ts';
import { checkSlots, freeSlot, returnSlot } from '../../../lib/aws/job-slots.ts';
import { jobStore } from '../../../lib/aws/job-store.ts';
import { keys } from '../../../lib/aws/table.ts';
import { fileObjectKey, incomingObjectKey } from '../../../lib/files/file.ts';
import { newId } from '../../../lib/ids.ts';
import { isActive, type Job, resultObjectKey } from '../../../lib/jobs/job.ts';
import { newJob, textFile } from '../../support/jobs.ts';
import { beforeWrite, inPlaceOfWrite, readItem } from '../../support/table.ts';
import {
  clock,
  database,
  nothing,
  read,
  removed,
  runReconciler,
  start,
  submit,
  tenant,
  useReconciler,
} from '../reconcile/reconciler.ts';

useReconciler();

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const never = () => new Promise<void>(() => undefined);

const usage = async () => {
  const { operations, dayOperations, refunds, activeJobs, engineMs } = await tenant.account();
  return { operations, dayOperations, refunds, activeJobs, engineMs };
};
const unused = { operations: 0, dayOperations: 0, refunds: 0, activeJobs: 0, engineMs: 0 };

const charge = (jobId: string, operations = 1, now = clock.now) =>
  chargedTransaction(
    database.table,
    { accountId: tenant.accountId, now, jobId, operations, maxOperations: 25_000 },
    [],
  );

const claim = async (job: Job): Promise<Job> => {
  const lease = { owner: 'worker', now: clock.now, leaseUntil: clock.now + minute };
  return (await jobStore(database.table).claim(job, lease)) ?? expect.fail();
};

const end = (job: Job, code: 'internal_error' | 'corrupt_document' = 'internal_error'): Promise<boolean> => {
  const { accountId, jobId, attempts: attempt } = job;
  const lease = { accountId, jobId, attempt, owner: 'worker' };
  const failed = { status: 'failed', error: { code, message: '' } } as const;
  return jobStore(database.table).end(job, failed, { lease, report: {}, now: clock.now });
};

/** Runs a function that dies at a write: before the table has it, or before its response arrives. */
const dieAt = async (
  ordinal: number,
  when: 'before' | 'after',
  run: () => Promise<unknown>,
): Promise<void> => {
  const death = Promise.withResolvers<void>();
  inPlaceOfWrite(database.table, ordinal, async (write) => {
    if (when === 'after') await write();
    death.resolve();
    await never();
  });
  void run();
  await death.promise;
};

/** Lets the reconciler check the account after its day. */
const checkAccount = async () => {
  clock.now = Math.max(clock.now, start) + day + hour + minute;
  return runReconciler();
};

describe('the slot of a job that was charged and never stored', () => {
  const jobOf = (steps = 1): Job => {
    const job = newJob(tenant, clock.now);
    return { ...job, steps: { ...job.steps, list: Array(steps).fill(job.steps.list[0]) } };
  };

  it.each(['before', 'after'] as const)(
    'is freed and its charge reversed (%s the job is written)',
    async (when) => {
      const job = jobOf(3);
      await dieAt(2, when, () => createJob(database.table, job, []));
      expect(await usage()).toEqual({ ...unused, operations: 3, dayOperations: 3, activeJobs: 1 });

      const counts = await checkAccount();

      const lost = when === 'before';
      if (lost) expect(counts.freed).toBe(1);
      // A job that was stored is accepted: it fails after two hours without a worker, and is refunded.
      expect(await usage()).toMatchObject({ operations: 0, activeJobs: 0, refunds: lost ? 0 : 3 });
      expect(await tenant.days()).toEqual({ '2026-11-20': 0 });
    },
  );

  it('is freed without leaving the result, which a worker may have stored for the function that died', async () => {
    const { accountId, jobId } = jobOf();
    await charge(jobId);
    await checkAccount();

    clock.now += 3 * minute;
    await runReconciler();

    expect(removed).toEqual([resultObjectKey(accountId, jobId, 1)]);
    expect(await readLiveJob(database.table, accountId, jobId, clock.now)).toBeUndefined();
    expect(await usage()).toEqual(unused);
  });

  it('is reversed with the operation of the file in its request, whose record is left and expires', async () => {
    const job = jobOf();
    const file = textFile(tenant, newId('file', clock.now), clock.now);
    const { accountId, jobId } = job;
    const both = { accountId, now: clock.now, jobId, operations: 2, maxOperations: 25_000 };
    await dieAt(3, 'before', () => chargeAndPut(database.table, both, job, undefined, fromStoredFile(file)));

    await checkAccount();

    expect(await usage()).toEqual(unused);
    expect(await readItem(database.table, keys.file(accountId, file.fileId))).toMatchObject({
      expires_at: file.expiresAt,
      ttl: expect.any(Number),
    });
    expect(removed).toEqual([
      fileObjectKey(accountId, file.fileId),
      incomingObjectKey(accountId, file.fileId),
    ]);
  });

  it('is freed by the next job that it would refuse, once two minutes have passed', async () => {
    await tenant.change({ max_active_jobs: 1 });
    await charge(jobOf().jobId);

    await expect(submit()).rejects.toMatchObject({ code: 'active_jobs_limit_reached' });
    clock.now += 2 * minute;
    await expect(submit()).rejects.toMatchObject({ code: 'active_jobs_limit_reached' });
    clock.now += 1;
    await submit();

    expect(await usage()).toEqual({ ...unused, operations: 1, dayOperations: 1, activeJobs: 1 });
  });

  it('is freed by the next job that the limit of the month would refuse', async () => {
    await tenant.change({ max_operations: 2 });
    await charge(jobOf().jobId, 2);
    clock.now += 3 * minute;

    await submit();

    expect(await usage()).toMatchObject({ operations: 1, activeJobs: 1 });
  });

  it('is not reversed in another month', async () => {
    await tenant.change({ month: '2026-11' });
    await charge(jobOf().jobId);
    await tenant.change({ month: '2026-12', operations: 7 });

    await checkAccount();

    expect(await usage()).toMatchObject({ operations: 7, activeJobs: 0 });
  });

  it('is returned once by many, and charged once by many', async () => {
    const job = jobOf();
    await Promise.all(Array.from({ length: 8 }, () => charge(job.jobId, 2)));
    const charged = await usage();

    const returned = await Promise.all(
      Array.from({ length: 8 }, () => returnSlot(database.table, job, 2, clock.now)),
    );

    expect(charged).toEqual({ ...unused, operations: 2, dayOperations: 2, activeJobs: 1 });
    expect(returned.filter(Boolean)).toHaveLength(1);
    expect(await usage()).toEqual(unused);
  });

  it.each([
    ['the job', 2],
    ['nothing', 3],
  ])('costs nothing if the table refuses to store %s', async (_, writes) => {
    const error = Object.assign(new Error('Busy'), { name: 'ThrottlingException' });
    beforeWrite(database.table, writes, () => Promise.reject(error));

    const outcome = await createJob(database.table, jobOf(), []).catch((reason: unknown) => reason);

    expect(outcome).toBe(writes === 2 ? error : 'created');
    expect((await usage()).operations).toBe(writes === 2 ? 0 : 1);
  });
});

describe('the slot of a job that has ended', () => {
  it.each([
    ['internal_error', 1],
    ['corrupt_document', 0],
  ] as const)('is freed if its worker died before it could (%s)', async (code, refunds) => {
    const job = await claim(await submit());
    clock.now += 7000;
    await dieAt(1, 'after', () => end(job, code));
    expect(await usage()).toMatchObject({ operations: 1, activeJobs: 1, engineMs: 0 });

    const counts = await checkAccount();

    expect(counts.freed).toBe(1);
    expect(await usage()).toMatchObject({ operations: 1 - refunds, refunds, activeJobs: 0, engineMs: 7000 });
    expect(await end(job, code)).toBe(false);
    expect(await usage()).toMatchObject({ operations: 1 - refunds, refunds, activeJobs: 0, engineMs: 7000 });
  });

  it.each([
    ['internal_error', 3],
    ['corrupt_document', 0],
  ] as const)('is refunded although the client deleted the job (%s)', async (code, refunds) => {
    const { steps, ...given } = newJob(tenant, clock.now);
    const stored = { ...given, steps: { ...steps, list: Array(3).fill(steps.list[0]) } };
    await createJob(database.table, stored, []);
    const job = await claim(stored);
    await dieAt(1, 'after', () => end(job, code));
    await deleteJobStore(database.table).remove((await read(job)) ?? expect.fail(), clock.now);

    await checkAccount();

    expect(await usage()).toMatchObject({ operations: 3 - refunds, refunds, activeJobs: 0 });
  });

  it('is freed if the function that cancelled it died', async () => {
    const { accountId, jobId } = await claim(await submit());
    clock.now += 5000;
    await dieAt(2, 'before', () => cancelStore(database.table).cancel(accountId, jobId, clock.now));

    await checkAccount();

    expect(await usage()).toMatchObject({ operations: 1, refunds: 0, activeJobs: 0, engineMs: 5000 });
  });

  it('is freed once by a worker and a check at the same time', async () => {
    const job = await claim(await submit());
    clock.now += 7000;
    const ended = { ...job, status: 'complete', workedMs: 7000 } as const;

    const freed = await Promise.all(
      Array.from({ length: 8 }, () => freeSlot(database.table, ended, 0, clock.now)),
    );

    expect(freed.filter(Boolean)).toHaveLength(1);
    expect(await usage()).toMatchObject({ activeJobs: 0, engineMs: 7000 });
  });

  it.each([1, 2])('does not stay taken if its end fails at write %i', async (ordinal) => {
    const job = await claim(await submit());
    beforeWrite(database.table, ordinal, () => Promise.reject(new Error('Lost')));

    await expect(end(job)).rejects.toThrow('Lost');

    expect(await end(job)).toBe(ordinal === 1);
    await checkAccount();
    expect(await usage()).toMatchObject({ operations: 0, activeJobs: 0 });
  });
});

describe('the check of an account', () => {
  const dueAt = async () => (await readItem(database.table, keys.account(tenant.accountId)))?.due_at;

  it('keeps the slot of an active job, and comes back the next day', async () => {
    clock.now = start + day - minute;
    const job = await submit();
    clock.now = start + day + hour;

    const counts = await runReconciler();

    expect(counts.freed).toBe(0);
    expect(isActive((await read(job)) ?? expect.fail())).toBe(true);
    expect((await usage()).activeJobs).toBe(1);
    expect(await dueAt()).toBeGreaterThan(start + 2 * day - 1);
  });

  it('lists an active job again whose time the reconciler has passed', async () => {
    const job = await claim(await submit());
    const key = keys.job(job.accountId, job.jobId);
    const passed = async (ageMs: number) => {
      clock.now += day;
      const due_at = clock.now - ageMs;
      const item = (await readItem(database.table, key)) ?? expect.fail();
      await database.table.client.send(
        new PutCommand({ TableName: database.table.name, Item: { ...item, due_at } }),
      );
      await checkSlots(database.table, tenant.accountId, clock.now);
      return Number((await readItem(database.table, key))?.due_at) - due_at;
    };

    expect(await passed(hour)).toBe(0);
    expect(await passed(hour + 1)).toBe(hour + 1);
  });

  it('writes nothing for an account without taken slots', async () => {
    const before = await readItem(database.table, keys.account(tenant.accountId));

    const counts = await checkAccount();

    expect(counts).toEqual(nothing);
    expect(await readItem(database.table, keys.account(tenant.accountId))).toEqual(before);
  });

  it('is not put off by accounts that are charged at every midnight', async () => {
    await charge(newJob(tenant, clock.now).jobId);
    const freed: number[] = [];
    for (let days = 1; days <= 3; days += 1) {
      clock.now = start + days * day + 1;
      await charge(newJob(tenant, clock.now).jobId);
      clock.now = start + days * day + 2 * hour;
      freed.push((await runReconciler()).freed);
    }

    expect(freed).toEqual([1, 1, 1]);
    expect((await usage()).activeJobs).toBe(0);
  });

  it('is scheduled again by the first charge after a pause', async () => {
    await checkAccount();
    clock.now = start + 9 * day;
    await charge(newJob(tenant, clock.now).jobId);
    clock.now += day + hour + minute;

    expect((await runReconciler()).freed).toBe(1);
    expect((await usage()).activeJobs).toBe(0);
  });
});

it('refuses a job at the limit with one read of each old job at most once a minute', async () => {
  await tenant.change({ max_active_jobs: 2 });
  await Promise.all([submit(), submit()]);
  clock.now += 3 * minute;
  const reads: string[] = [];
  database.table.client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        reads.push(commandName);
        return next(args);
      },
    { step: 'initialize', name: 'countReads' },
  );

  for (let refused = 0; refused < 5; refused += 1)
    await expect(submit()).rejects.toThrow('Too many active jobs');

  expect(reads.filter((name) => name.startsWith('Get'))).toHaveLength(2);
});

it('charges nothing for an upload whose file the table refuses, and keeps none', async () => {
  const error = new Error('Busy');
  const file = textFile(tenant, newId('file', clock.now), clock.now);
  beforeWrite(database.table, 2, () => Promise.reject(error));

  await expect(fileStore(database.table).create(file)).rejects.toBe(error);

  expect(await usage()).toEqual(unused);
  expect(await readItem(database.table, keys.file(tenant.accountId, file.fileId))).toBeUndefined();
});

beforeEach(() => {
  clock.now = start;
});
