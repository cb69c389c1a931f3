import { describe, expect, test } from 'vitest';
import { readJob } from '../../lib/aws/job-read-store.ts';
import { newId } from '../../lib/ids.ts';
import { jobItem, submitJob } from '../support/jobs.ts';
import { createTenant } from '../support/tenant.ts';
import { cancel, claim, service, store, submit, success, usage, useCancelService } from './cancelled-jobs.ts';

const failure = {
  status: 'failed',
  error: { code: 'corrupt_document', message: 'It is broken' },
} as const;

useCancelService();

describe('a job that has ended', () => {
  test.each([
    ['complete', success],
    ['failed', () => failure],
  ])('cannot be cancelled as %s', async (status, end) => {
    const job = await submit();
    const lease = await claim(job);
    await store.end(job, end(), { lease, report: {}, now: Date.now() });
    const before = await jobItem(service.table, job);

    const answer = await cancel(job.jobId);

    expect([answer.status, answer.json]).toEqual([
      409,
      { error: 'job_not_active', message: `${job.jobId} is ${status} and can no longer be cancelled.` },
    ]);
    expect(await jobItem(service.table, job)).toEqual(before);
    expect(await usage()).toEqual({ operations: 1, activeJobs: 0 });
  });
});

test.each(['job_x', '', newId('job', 0), newId('file', 0)])('returns 404 for the id %j', async (id) => {
  const { status, json } = await cancel(id);

  expect([status, json]).toEqual([
    404,
    { error: 'job_not_found', message: `No job ${JSON.stringify(id)} in this account.` },
  ]);
});

test('returns 404 for the job of another account and does not change it', async () => {
  const other = await createTenant(service.table);
  const job = await submitJob(service.table, other, Date.now());

  const { status } = await cancel(job.jobId);

  expect(status).toBe(404);
  expect(await readJob(service.table, other.accountId, job.jobId)).toMatchObject({ status: 'queued' });
  expect(await usage()).toEqual({ operations: 0, activeJobs: 0 });
});
