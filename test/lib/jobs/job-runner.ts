import { afterAll, beforeAll, beforeEach } from 'vitest';
import { readJob } from '../../../lib/aws/job-read-store.ts';
import { jobStore } from '../../../lib/aws/job-store.ts';
import type { Effects } from '../../../lib/jobs/effects.ts';
import type { Job } from '../../../lib/jobs/job.ts';
import { messageOf } from '../../../lib/jobs/job-steps.ts';
import type { JobStore } from '../../../lib/jobs/job-store.ts';
import { type RunOutcome, runJob } from '../../../lib/jobs/run-job.ts';
import { fakeEffects, submitJob, type TestClock } from '../../support/jobs.ts';
import { forgetSweeps, startTestTable, type TestTable } from '../../support/table.ts';
import { createTenant, type TestTenant } from '../../support/tenant.ts';

export const start = Date.UTC(2026, 10, 20);

export let database: TestTable;
export let store: JobStore;
export let tenant: TestTenant;
export let clock: TestClock;
export let faults: unknown[];

export const submit = (values: Partial<Job> = {}): Promise<Job> =>
  submitJob(database.table, tenant, clock.now, values);

export const run = (job: Job, work: Partial<Effects> = {}): Promise<RunOutcome> =>
  runJob(messageOf(job), store, fakeEffects(clock, work), (fault) => faults.push(fault));

export const read = (job: Job): Promise<Job | undefined> => readJob(database.table, job.accountId, job.jobId);

export const usage = async () => {
  const { operations, activeJobs } = await tenant.account();
  return { operations, activeJobs };
};

/** Gives the tests a table, and each test a tenant and a clock. */
export const useJobRunner = (): void => {
  beforeAll(async () => {
    database = await startTestTable();
    store = jobStore(database.table);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await forgetSweeps(database.table);
    tenant = await createTenant(database.table, 'pro', start);
    clock = { now: start };
    faults = [];
  });
};
