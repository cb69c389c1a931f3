import { expect, inject, test } from 'vitest';
import { readPdf } from '../conversions/read-pdf.ts';
import { itLong } from '../support/long-run.ts';
import { simplePdf } from './support/documents.ts';
import { createTenant, type Tenant } from './support/tenant.ts';
import { withFile } from './support/with-file.ts';

const stack = inject('stack');

const run = async (tenant: Tenant, token: string, body: object) =>
  tenant.finish(token, await tenant.submit(token, '/convert', body));

const states = (job: { steps: { status: string }[] }): string[] => job.steps.map(({ status }) => status);

itLong('a text becomes a document, its PDF, the watermarked PDF and its text, in two workers', async () => {
  const { tenant, token, fileId } = await withFile(
    'The harvest of 2026.\n',
    'harvest.txt',
    createTenant(stack),
  );

  const job = await run(tenant, token, {
    file_id: fileId,
    steps: [
      { name: 'document', to: 'docx', output: true },
      { to: 'pdf' },
      { name: 'marked', to: 'pdf', options: { watermark: 'DRAFT' }, output: true },
      { format: 'text' },
    ],
  });

  expect([job.status, states(job), job.error, job.attempts]).toEqual([
    'complete',
    ['complete', 'complete', 'complete', 'complete'],
    null,
    4,
  ]);
  expect(
    job.steps.map(({ from, report }: { from: string; report: { engine: string } }) => [from, report.engine]),
  ).toEqual([
    ['text', expect.stringContaining('docx-writer')],
    ['docx', expect.stringContaining('libreoffice')],
    ['pdf', 'qpdf-pdf-to-pdf'],
    ['pdf', expect.stringContaining('liteparse')],
  ]);
  const text = (await tenant.download(job)).toString();
  expect(text).toContain('The harvest of 2026.');
  expect(text).not.toMatch(/D ?R ?A ?F ?T/);
  expect(job.output.filename).toBe('harvest.txt');
  const results = await Promise.all(
    job.steps.map((step: { output_url?: string }) => step.output_url && tenant.download(step)),
  );
  expect(results.map((bytes) => bytes?.subarray(0, 4).toString('latin1'))).toEqual([
    'PK\u0003\u0004',
    undefined,
    '%PDF',
    'The ',
  ]);
  expect((await readPdf(results[2])).text).toMatch(/D ?R ?A ?F ?T/);
  const { status, headers } = await tenant.call({ path: `/job/${job.job_id}/result?step=marked`, token });
  expect(status).toBe(303);
  expect(Buffer.from(await (await fetch(headers.location ?? '')).arrayBuffer())).toEqual(results[2]);
  const { json: usage } = await tenant.call({ path: '/usage', token });
  expect([usage.operations.used, usage.jobs.active]).toEqual([5, 0]);
  const key = new URL(job.steps[0].output_url);
  expect((await tenant.call({ method: 'DELETE', path: `/job/${job.job_id}`, token })).status).toBe(204);
  // S3 reports a missing object as forbidden to a signer that may not list the bucket.
  expect((await fetch(key)).status).toBe(403);
});

test('an error names its step, and its operations count', async () => {
  const { tenant, token, fileId } = await withFile(simplePdf(['Secret']), 'a.pdf', createTenant(stack));

  const job = await run(tenant, token, {
    file_id: fileId,
    steps: [
      { name: 'locked', to: 'pdf', options: { user_password: 'secret' }, output: true },
      { name: 'read', format: 'text', output: true },
      { name: 'drawn', to: 'png', inputs: ['locked'] },
    ],
  });

  expect(job).toMatchObject({
    status: 'failed',
    error: { code: 'encrypted_document', step: 'read', message: expect.stringMatching(/^Step "read": /) },
    output: null,
  });
  expect(states(job)).toEqual(['complete', 'failed', 'cancelled']);
  expect(job.steps[0]).not.toHaveProperty('output_url');
  expect((await tenant.call({ path: '/usage', token })).json.operations.used).toBe(4);
});

itLong('a ZIP of several images cannot be the input of a step', async () => {
  const { tenant, token, fileId } = await withFile(simplePdf(['One', 'Two']), 'a.pdf');

  const job = await run(tenant, token, { file_id: fileId, steps: [{ to: 'png' }, { to: 'pdf' }] });

  expect(job).toMatchObject({
    status: 'failed',
    error: {
      code: 'unsupported_content',
      step: 'step_2',
      message: expect.stringContaining('The result of "step_1" is a ZIP of several files'),
    },
  });
});
