import { afterAll, beforeAll, beforeEach } from 'vitest';
import { jobStore } from '../../lib/aws/job-store.ts';
import type { ApiFunction } from '../../lib/http/api-handler.ts';
import type { Job } from '../../lib/jobs/job.ts';
import type { JobStore } from '../../lib/jobs/job-store.ts';
import { callFunction } from '../support/api-event.ts';
import { submitJob } from '../support/jobs.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createTenant, type TestTenant } from '../support/tenant.ts';

export let service: TestService;
export let store: JobStore;
export let getResult: ApiFunction;
export let token: string;
let cancelJob: ApiFunction;
let tenant: TestTenant;

export const submit = (values: Partial<Job> = {}): Promise<Job> =>
  submitJob(service.table, tenant, Date.now(), values);

export const cancel = (id: string) => callFunction(cancelJob, { method: 'POST', token, id });

export const usage = async () => {
  const { operations, activeJobs } = await tenant.account();
  return { operations, activeJobs };
};

export const claim = async (job: Job) => {
  const now = Date.now();
  const claimed = await store.claim(job, { owner: 'one', now, leaseUntil: now + 30_000, from: undefined });
  return { accountId: job.accountId, jobId: job.jobId, attempt: claimed?.attempts ?? 0, owner: 'one' };
};

export const success = () =>
  ({
    status: 'complete',
    output: { objectKey: 'k', filename: 'f', mimeType: 'm', sizeBytes: 1, sha256: '0'.repeat(64) },
    expiresAt: Date.now() + 60_000,
  }) as const;

/** Starts the service, and gives each test a new tenant. */
export const useCancelService = (): void => {
  beforeAll(async () => {
    service = await startTestService();
    store = jobStore(service.table);
    ({ handler: cancelJob } = await import('../../functions/api/cancel-job.ts'));
    ({ handler: getResult } = await import('../../functions/api/get-result.ts'));
  });
  beforeEach(async () => {
    tenant = await createTenant(service.table);
    token = await tenant.newToken();
  });
  afterAll(() => service.close());
};
