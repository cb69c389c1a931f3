import { afterEach, beforeEach } from 'vitest';
import { dueStore } from '../../../lib/aws/due-store.ts';
import { readJob } from '../../../lib/aws/job-read-store.ts';
import { jobStore } from '../../../lib/aws/job-store.ts';
import type { Job, JobMessage } from '../../../lib/jobs/job.ts';
import type { JobStore } from '../../../lib/jobs/job-store.ts';
import { type ReconcileDependencies, reconcile } from '../../../lib/reconcile/reconcile.ts';
import type { WorkerName } from '../../../lib/workers.ts';
import { submitJob, type TestClock } from '../../support/jobs.ts';
import { startTestTable, type TestTable } from '../../support/table.ts';
import { createTenant, type TestTenant } from '../../support/tenant.ts';

export const start = Date.UTC(2026, 10, 20);

export const nothing = {
  sent: 0,
  failed: 0,
  deleted: 0,
  postponed: 0,
  freed: 0,
  faults: 0,
  unlisted: 0,
  unfinished: 0,
};

export let database: TestTable;
export let store: JobStore;
export let tenant: TestTenant;
export let clock: TestClock;
export let sent: JobMessage[];
/** The workers to which they were sent. */
export let receivers: WorkerName[];
export let removed: string[];
export let faults: string[];
export let dependencies: ReconcileDependencies;

export const submit = (values: Partial<Job> = {}): Promise<Job> =>
  submitJob(database.table, tenant, clock.now, values);

export const read = (job: Job): Promise<Job | undefined> => readJob(database.table, job.accountId, job.jobId);

export const runReconciler = (changed: Partial<ReconcileDependencies> = {}) =>
  reconcile({ ...dependencies, ...changed }, () => clock.now);

/** Gives each test a table, a tenant and a clock. */
export const useReconciler = (): void => {
  beforeEach(async () => {
    // A new table for each test, because the due index covers the whole table.
    database = await startTestTable();
    store = jobStore(database.table);
    tenant = await createTenant(database.table, 'pro', start);
    clock = { now: start };
    sent = [];
    receivers = [];
    removed = [];
    faults = [];
    dependencies = {
      due: dueStore(database.table),
      jobs: store,
      objects: { remove: async (key) => void removed.push(key) },
      send: async (message, worker) => {
        sent.push(message);
        receivers.push(worker);
      },
      sendDelivery: async () => undefined,
      onFault: (_fault, { kind, id = kind }) => faults.push(id),
      secondsLeft: () => 60,
      retentionSeconds: 7200,
    };
  });
  afterEach(() => database.close());
};
