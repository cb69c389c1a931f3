import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { job as jobSchema } from '../../../../lib/api/job-schemas.ts';
import { jobStatuses } from '../../../../lib/api/job-statuses.ts';
import type { ObjectStore } from '../../../../lib/files/objects.ts';
import { jobView } from '../../../../lib/http/views/job-view.ts';
import type { Job } from '../../../../lib/jobs/job.ts';
import { newJob, newStep } from '../../../support/jobs.ts';
import type { TestTenant } from '../../../support/tenant.ts';

const start = Date.UTC(2026, 10, 20);
const tenant = { accountId: 'acct_1' } as TestTenant;

const objects = {
  signDownload: async (key, { filename, seconds }) =>
    `https://storage.test/${key}?filename=${filename}&seconds=${seconds}`,
} as ObjectStore;

const output = {
  objectKey: 'accounts/acct_1/results/job_1/1',
  filename: 'a.pdf',
  mimeType: 'application/pdf',
  sizeBytes: 4,
  sha256: 'a'.repeat(64),
};

const complete = (values: Partial<Job> = {}): Job =>
  newJob(tenant, start, {
    status: 'complete',
    attempts: 1,
    startedAt: start + 1,
    completedAt: start + 2,
    expiresAt: start + 7_200_000,
    output,
    report: { engine: 'fake' },
    ...values,
  });

describe('jobView', () => {
  it('lists the files of a job that combines several', async () => {
    const job = newJob(tenant, start, { fileId: 'file_1', furtherFileIds: ['file_2', 'file_3'] });

    const view = jobSchema.parse(await jobView(job, objects, start));

    expect(view.file_ids).toEqual(['file_1', 'file_2', 'file_3']);
  });

  it('contains every field of the contract for a queued job, and no secret', async () => {
    const job = newJob(tenant, start, { from: undefined });

    const view = await jobView(job, objects, start);

    expect(view).toEqual({
      job_id: job.jobId,
      type: 'conversion',
      status: 'queued',
      file_id: null,
      filename: null,
      from: null,
      to: 'pdf',
      progress: null,
      created_at: '2026-11-20T00:00:00.000Z',
      started_at: null,
      completed_at: null,
      expires_at: null,
      output: null,
      report: null,
      error: null,
      attempts: 0,
    });
  });

  it.each([
    [{ deliverTo: 'https://secret.example/' }, { status: 'pending' }],
    [
      { status: 'complete', delivery: { status: 'delivered', httpStatus: 200 } },
      { status: 'delivered', http_status: 200 },
    ],
    [
      { status: 'complete', delivery: { status: 'failed', message: 'No.' } },
      { status: 'failed', message: 'No.' },
    ],
  ] as const)('contains the state of the delivery, not its address (%j)', async (values, delivery) => {
    const view = await jobView(newJob(tenant, start, values), undefined, start);

    expect(view).toHaveProperty('delivery', delivery);
    expect(JSON.stringify(view)).not.toContain('secret.example');
  });

  it('contains a URL valid for an hour for a complete job', async () => {
    const view = await jobView(complete({ fileId: 'file_1' }), objects, start + 10);

    expect(view).toMatchObject({
      status: 'complete',
      file_id: 'file_1',
      from: 'text',
      started_at: '2026-11-20T00:00:00.001Z',
      completed_at: '2026-11-20T00:00:00.002Z',
      expires_at: '2026-11-20T02:00:00.000Z',
      output_url: 'https://storage.test/accounts/acct_1/results/job_1/1?filename=a.pdf&seconds=3600',
      output: { filename: 'a.pdf', mime_type: 'application/pdf', size_bytes: 4, sha256: 'a'.repeat(64) },
      report: { engine: 'fake' },
      error: null,
    });
  });

  it('contains the extract format of an extraction', async () => {
    const view = await jobView(
      newJob(tenant, start, {
        steps: { list: [newStep({ type: 'extraction', target: 'chunks' })], done: [] },
      }),
      objects,
      start,
    );

    expect(view).toMatchObject({ type: 'extraction', format: 'chunks' });
    expect(view).not.toHaveProperty('to');
  });

  it.each([
    ['corrupt_document', false],
    ['conversion_timeout', true],
  ] as const)('reports whether %s is retryable', async (code, retryable) => {
    const job = newJob(tenant, start, { status: 'failed', error: { code, message: 'Why' } });

    expect((await jobView(job, objects, start)).error).toEqual({ code, message: 'Why', retryable });
  });

  it('never returns a URL that outlives the result', async () => {
    const view = await jobView(complete(), objects, start + 7_200_000 - 90_500);

    expect(view).toMatchObject({ output_url: expect.stringContaining('seconds=90') });
  });

  const statuses = fc.constantFrom(...jobStatuses);

  it('returns a URL only for a complete job with a live result', async () => {
    await fc.assert(
      fc.asyncProperty(
        statuses,
        fc.boolean(),
        fc.option(fc.integer({ min: -10_000, max: 10_000_000 }), { nil: undefined }),
        async (status, hasOutput, leftMs) => {
          const job = complete({
            status,
            output: hasOutput ? output : undefined,
            expiresAt: leftMs === undefined ? undefined : start + leftMs,
          });

          const view = await jobView(job, objects, start);

          const alive = leftMs === undefined || leftMs > 0;
          expect('output_url' in view).toBe(status === 'complete' && hasOutput && alive);
          expect(jobSchema.safeParse({ ...view, report: null }).error).toBeUndefined();
        },
      ),
    );
  });
});
