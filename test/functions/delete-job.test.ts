import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { dueStore } from '../../lib/aws/due-store.ts';
import { jobStore } from '../../lib/aws/job-store.ts';
import { openObjectStore } from '../../lib/aws/object-store.ts';
import { newId } from '../../lib/ids.ts';
import { resultObjectKey } from '../../lib/jobs/job.ts';
import { messageOf } from '../../lib/jobs/job-steps.ts';
import { runJob } from '../../lib/jobs/run-job.ts';
import { reconcile } from '../../lib/reconcile/reconcile.ts';
import { fakeEffects, jobItem, submitJob } from '../support/jobs.ts';
import { createTenant } from '../support/tenant.ts';
import { call, service, tenant, useApi } from './use-api.ts';

useApi();

const remove = (id: string) => call('delete-job', { method: 'DELETE', id });

/** A complete job whose result is in the bucket. */
const completeJob = async () => {
  const job = await submitJob(service.table, tenant, Date.now());
  const objects = openObjectStore(service.table);
  await runJob(
    messageOf(job),
    jobStore(service.table),
    { ...fakeEffects({ now: Date.now() }), storeResult: objects.put },
    () => expect.fail(),
  );
  return job;
};

describe('DELETE /job/{id}', () => {
  it('deletes the result before the response, and the job', async () => {
    const { jobId } = await completeJob();
    const { output_url: url } = (await call('get-job', { id: jobId })).json;
    expect((await fetch(url)).status).toBe(200);

    const { status, text } = await remove(jobId);

    expect([status, text]).toEqual([204, '']);
    expect((await fetch(url)).status).toBe(404);
    for (const name of ['get-job', 'get-result', 'cancel-job', 'delete-job']) {
      const answer = await call(name, { id: jobId });
      expect([name, answer.status, answer.json.error]).toEqual([name, 404, 'job_not_found']);
    }
    expect((await call('list-jobs')).json.data).toEqual([]);
  });

  it('leaves nothing of the document in the record', async () => {
    const job = await completeJob();

    await remove(job.jobId);

    const item = await jobItem(service.table, job);
    for (const name of [
      'file_id',
      'job_output',
      'report',
      'job_error',
      'steps',
      'step_options',
      'step_results',
      'source_url',
      'delivery',
    ])
      expect(item).not.toHaveProperty(name);
  });

  it('refuses a job that is active', async () => {
    const { jobId } = await submitJob(service.table, tenant, Date.now());

    const { status, json } = await remove(jobId);

    expect([status, json]).toEqual([
      409,
      {
        error: 'job_active',
        message: `${jobId} is queued. Cancel it first with POST /job/${jobId}/cancel, or wait until it ends.`,
      },
    ]);
    expect((await call('get-job', { id: jobId })).status).toBe(200);
  });

  it('deletes a result that the worker of a cancelled job stored late', async () => {
    const job = await submitJob(service.table, tenant, Date.now());
    const now = Date.now();
    const claim = { owner: 'one', now, leaseUntil: now + 30_000 };
    const claimed = await jobStore(service.table).claim(job, claim);
    expect(claimed).toBeDefined();
    await call('cancel-job', { method: 'POST', id: job.jobId });
    await remove(job.jobId);
    const objects = openObjectStore(service.table);
    const key = resultObjectKey(tenant.accountId, job.jobId, 1);
    const late = Buffer.from('late');
    const sha256 = createHash('sha256').update(late).digest('hex');
    await objects.put(key, late, { mimeType: 'text/plain', sha256 });

    await reconcile(
      {
        due: dueStore(service.table),
        jobs: jobStore(service.table),
        objects,
        send: async () => undefined,
        sendDelivery: async () => undefined,
        secondsLeft: () => 60,
        retentionSeconds: 7200,
        onFault: (fault) => {
          throw fault;
        },
      },
      () => Date.now() + 181_000,
    );

    expect(await objects.get(key)).toBeUndefined();
  });

  it('is 404 for unknown, malformed and foreign ids', async () => {
    const foreign = await submitJob(service.table, await createTenant(service.table), Date.now());

    for (const id of [newId('job', Date.now()), 'job_1', foreign.jobId]) {
      const { status, json } = await remove(id);
      expect([status, json]).toEqual([
        404,
        { error: 'job_not_found', message: `No job "${id}" in this account.` },
      ]);
    }
  });
});
