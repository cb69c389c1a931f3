import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { beforeAll, expect, test } from 'vitest';
import { readJob } from '../../lib/aws/job-read-store.ts';
import { keys } from '../../lib/aws/table.ts';
import type { Job } from '../../lib/jobs/job.ts';
import type { ReconcileCounts, Share } from '../../lib/reconcile/reconcile.ts';
import { submitJob } from '../support/jobs.ts';
import { changeItem } from '../support/table.ts';
import { service, tenant, useApi } from './use-api.ts';

useApi();

let failAbandonedJob: (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;
let reconcile: (event: Partial<Share>, context: Context) => Promise<ReconcileCounts>;

beforeAll(async () => {
  ({ handler: failAbandonedJob } = await import('../../functions/workers/fail-abandoned-job.ts'));
  ({ handler: reconcile } = await import('../../functions/scheduled/reconcile.ts'));
});

const bodyOf = ({ accountId, jobId }: Job, step?: number): string =>
  JSON.stringify({ account_id: accountId, job_id: jobId, step });

const receive = (...bodies: string[]): Promise<SQSBatchResponse> => {
  const Records = bodies.map((body, index) => ({ messageId: `message-${index}`, body }));
  return failAbandonedJob({ Records } as SQSEvent, {} as Context);
};

const read = (job: Job) => readJob(service.table, job.accountId, job.jobId);

test('fails the jobs of dead letters and deletes those without a job id', async () => {
  const job = await submitJob(service.table, tenant, Date.now());

  const answer = await receive('nonsense', '{"job_id":7}', bodyOf(job), bodyOf({ ...job, jobId: 'job_x' }));

  expect(answer).toEqual({ batchItemFailures: [] });
  expect(await read(job)).toMatchObject({ status: 'failed', error: { code: 'internal_error' } });
  expect(await tenant.account()).toMatchObject({ operations: 0, activeJobs: 0 });
});

test('leaves a job alone at the dead letter of an earlier step', async () => {
  const step = {
    name: 'a',
    type: 'conversion',
    target: 'pdf',
    from: 'text',
    options: {},
    worker: 'standard',
    inputs: [{ file: 0 }],
    isOutput: false,
  } as const;
  const output = { objectKey: 'k', filename: 'a', mimeType: 'application/pdf', sizeBytes: 1, sha256: '' };
  const done = [{ attempt: 1, output, report: {}, endedAt: 1 }];
  const job = await submitJob(service.table, tenant, Date.now(), { steps: { list: [step, step], done } });

  const late = await receive(bodyOf(job, 0), bodyOf(job));
  const status = (await read(job))?.status;
  await receive(bodyOf(job, 1));

  expect([late, status]).toEqual([{ batchItemFailures: [] }, 'queued']);
  expect(await read(job)).toMatchObject({ status: 'failed', error: { step: 'a' } });
});

test('keeps only the dead letters that could not be processed', async () => {
  const [broken, job] = [
    await submitJob(service.table, tenant, Date.now()),
    await submitJob(service.table, tenant, Date.now()),
  ];
  await changeItem(service.table, keys.job(broken.accountId, broken.jobId), { job_status: 'nonsense' });

  const answer = await receive(bodyOf(broken), bodyOf(job));

  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-0' }] });
  expect(await read(job)).toMatchObject({ status: 'failed' });
});

test('reconciles due items with the real queue and bucket', async () => {
  const job = await submitJob(service.table, tenant, Date.now() - 40_000);

  const counts = await reconcile({}, { getRemainingTimeInMillis: () => 60_000 } as Context);

  expect(counts).toEqual({
    sent: 1,
    failed: 0,
    deleted: 0,
    postponed: 0,
    freed: 0,
    faults: 0,
    unlisted: 0,
    unfinished: 0,
  });
  expect(await service.takeMessages()).toEqual([{ ...JSON.parse(bodyOf(job, 0)), worker: 'standard' }]);
});
