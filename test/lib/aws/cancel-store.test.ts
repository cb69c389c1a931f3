import { expect, it } from 'vitest';
import { cancelStore } from '../../../lib/aws/cancel-store.ts';
import { jobItem } from '../../support/jobs.ts';
import { beforeWrite } from '../../support/table.ts';
import { clock, database, run, store, submit, usage, useJobRunner } from '../jobs/job-runner.ts';

useJobRunner();

it('schedules the results of a job that a worker claims while it is cancelled', async () => {
  const job = await submit();
  const leaseUntil = clock.now + 60_000;
  beforeWrite(database.table, 1, () => store.claim(job, { owner: 'one', now: clock.now, leaseUntil }));

  const cancelled = await cancelStore(database.table).cancel(job.accountId, job.jobId, clock.now);

  expect(cancelled?.status).toBe('cancelled');
  expect(await jobItem(database.table, job)).toMatchObject({
    job_status: 'cancelled',
    attempts: 1,
    due: expect.stringMatching(/^RESULT#/),
  });
  expect(await usage()).toEqual({ operations: 1, activeJobs: 0 });
});

it('leaves a job alone that ends while it is cancelled, and frees its slot once', async () => {
  const job = await submit();
  const other = await submit();
  await store.claim(other, { owner: 'one', now: clock.now, leaseUntil: clock.now + 60_000 });
  const lease = { accountId: other.accountId, jobId: other.jobId, attempt: 1, owner: 'one' };
  const failed = { status: 'failed', error: { code: 'corrupt_document', message: '' } } as const;
  beforeWrite(database.table, 1, () =>
    store.end({ ...other, attempts: 1 }, failed, { lease, report: {}, now: clock.now }),
  );

  const answered = await cancelStore(database.table).cancel(other.accountId, other.jobId, clock.now);

  expect(answered).toMatchObject({ status: 'failed', error: { code: 'corrupt_document' } });
  // The other one is still active.
  expect(await usage()).toEqual({ operations: 2, activeJobs: 1 });
  expect(await run(job)).toBe('ended');
});
