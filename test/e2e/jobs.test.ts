import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { acceptedJob, job as jobSchema } from '../../lib/api/job-schemas.ts';
import { keys } from '../../lib/aws/table.ts';
import { isLong } from '../support/long-run.ts';
import { changeItem } from '../support/table.ts';
import { multipart } from './support/client.ts';
import { encryptedPdf, simplePdf } from './support/documents.ts';
import { withToken } from './support/shared-tenant.ts';
import { withFile } from './support/with-file.ts';

test('converts a PDF to its text', async () => {
  const { tenant, token, fileId } = await withFile(
    simplePdf(['Hello from page one', 'And from page two']),
    'two pages.pdf',
  );

  const accepted = await tenant.call({
    path: '/convert',
    token,
    json: { file_id: fileId, from: 'pdf', to: 'text' },
  });
  const job = await tenant.finish(token, accepted.json.job_id);
  const result = await tenant.download(job);

  expect(accepted.status).toBe(202);
  expect(acceptedJob.parse(accepted.json)).toEqual(accepted.json);
  expect(accepted.headers).toMatchObject({ location: `/job/${accepted.json.job_id}`, 'retry-after': '1' });
  expect(jobSchema.parse(job)).toMatchObject({
    type: 'conversion',
    status: 'complete',
    file_id: fileId,
    from: 'pdf',
    to: 'text',
    output: { filename: 'two pages.txt', mime_type: 'text/plain; charset=utf-8', size_bytes: result.length },
    report: { engine: 'liteparse-pdf-reader', pages: 2, ocr_pages: 0, warnings: [] },
    error: null,
    attempts: 1,
  });
  expect(job.report.output).toEqual({ size_bytes: job.output.size_bytes, sha256: job.output.sha256 });
  expect(result.toString('utf8')).toMatch(/Hello from page one[\s\S]*And from page two/);
});

test('opens an encrypted PDF only with its password, and does not store the password', async () => {
  const { tenant, token, fileId } = await withFile(await encryptedPdf('Behind the lock', 'sesame'));
  const convert = async (options: object) =>
    tenant.finish(token, await tenant.submit(token, '/convert', { file_id: fileId, to: 'text', options }));

  const ends = [
    await convert({}),
    await convert({ password: 'wrong' }),
    await convert({ password: 'sesame' }),
  ];

  const refused = { status: 'failed', error: { code: 'encrypted_document', retryable: false } };
  expect(ends).toMatchObject([refused, refused, { status: 'complete' }]);
  expect((await tenant.download(ends[2])).toString('utf8')).toContain('Behind the lock');
  const { Items = [] } = await tenant.table.client.send(new ScanCommand({ TableName: tenant.table.name }));
  expect(JSON.stringify(Items)).not.toContain('sesame');
});

const extractions = [
  { format: undefined, check: (body: string) => expect(body).toContain('Extract me') },
  { format: 'text', check: (body: string) => expect(body).toContain('Extract me') },
  {
    format: 'structured',
    check: (body: string) =>
      expect(JSON.parse(body)).toMatchObject({
        document: { sections: [{ content: expect.stringContaining('Extract me') }] },
        tables: [],
        metadata: { pages: 1, file_type: 'pdf' },
      }),
  },
  {
    format: 'chunks',
    check: (body: string) =>
      expect(JSON.parse(body)).toEqual([
        {
          index: 0,
          text: expect.stringContaining('Extract me'),
          heading: null,
          path: [],
          kinds: ['paragraph'],
          places: [{ page: 1, box: [72, expect.any(Number), expect.any(Number), expect.any(Number)] }],
          page_start: 1,
          page_end: 1,
          char_start: expect.any(Number),
          char_end: expect.any(Number),
          token_count: expect.any(Number),
        },
      ]),
  },
  {
    format: 'document',
    check: (body: string) =>
      expect(JSON.parse(body)).toMatchObject({
        version: 1,
        format: 'pdf',
        blocks: [
          { kind: 'paragraph', content: [{ kind: 'text', text: 'Extract me' }], places: [{ page: 1 }] },
        ],
      }),
  },
  {
    format: 'metadata',
    check: (body: string) => expect(JSON.parse(body)).toMatchObject({ pages: 1, file_type: 'pdf' }),
  },
];

test.each(isLong ? extractions : extractions.slice(0, 3))(
  'extracts $format from a PDF',
  async ({ format, check }) => {
    const { tenant, token, fileId } = await withFile(simplePdf(['Extract me']));

    const job = await tenant.finish(
      token,
      await tenant.submit(token, '/extract', { file_id: fileId, format }),
    );

    expect(job).toMatchObject({
      type: 'extraction',
      status: 'complete',
      from: 'pdf',
      format: format ?? 'text',
    });
    check((await tenant.download(job)).toString('utf8'));
  },
);

test('redirects to the result, which a browser saves under its name', async () => {
  const { tenant, token, fileId } = await withFile(simplePdf(['x']), 'Übersicht.pdf');
  const jobId = await tenant.submit(token, '/convert', { file_id: fileId, to: 'text' });
  await tenant.finish(token, jobId);

  const answer = await tenant.call({ path: `/job/${jobId}/result`, token });
  const stored = await fetch(answer.headers.location ?? '');

  expect(answer.status).toBe(303);
  expect(stored.status).toBe(200);
  expect(stored.headers.get('content-disposition')).toBe(
    `attachment; filename="_bersicht.txt"; filename*=UTF-8''%C3%9Cbersicht.txt`,
  );
});

test('returns 409 for the result of a failed job', async () => {
  const { tenant, token, fileId } = await withFile(simplePdf(['x']).subarray(0, 200));
  const jobId = await tenant.submit(token, '/convert', { file_id: fileId, to: 'text' });
  const job = await tenant.finish(token, jobId);

  const answer = await tenant.call({ path: `/job/${jobId}/result`, token });

  expect(job).toMatchObject({
    status: 'failed',
    output: null,
    error: { code: 'corrupt_document', message: expect.any(String), retryable: false },
  });
  expect(job.output_url).toBeUndefined();
  expect([answer.status, answer.json.error]).toEqual([409, 'job_not_complete']);
});

test('returns 410 for an expired result, and its job without a URL', async () => {
  const { tenant, token, fileId } = await withFile(simplePdf(['x']));
  const jobId = await tenant.submit(token, '/convert', { file_id: fileId, to: 'text' });
  await tenant.finish(token, jobId);
  await changeItem(tenant.table, keys.job(tenant.accountId, jobId), { expires_at: Date.now() });

  const answer = await tenant.call({ path: `/job/${jobId}/result`, token });
  const job = await tenant.call({ path: `/job/${jobId}`, token });

  expect([answer.status, answer.json.error]).toEqual([410, 'result_expired']);
  expect(job.json).toMatchObject({ status: 'complete' });
  expect(job.json.output_url).toBeUndefined();
});

test('accepts the signed URL that the upload returned', async () => {
  const { tenant, token } = await withToken();
  const part = multipart([{ name: 'file', filename: 'a.pdf', content: simplePdf(['By address']) }]);
  const { json: file } = await tenant.call({ path: '/upload', token, ...part });

  const jobId = await tenant.submit(token, '/convert', { file_url: file.file_url, to: 'text' });
  const job = await tenant.finish(token, jobId);

  expect(job).toMatchObject({ status: 'complete', file_id: file.file_id });
});
