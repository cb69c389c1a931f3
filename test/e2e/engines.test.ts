import { unzipSync } from 'fflate';
import { expect, inject, test } from 'vitest';
import { readPdf } from '../conversions/read-pdf.ts';
import { itLong } from '../support/long-run.ts';
import { simplePdf } from './support/documents.ts';
import { createTenant } from './support/tenant.ts';

const stack = inject('stack');

const page = `<!doctype html><title>Orchard</title><style>h1 { color: #14532d } td { border: 1px solid }</style>
<h1>Harvest</h1><p>Apples and <b>pears</b>.</p><table><tr><th>Fruit<th>Tons</tr><tr><td>Apple<td>12</tr></table>`;

/** Uploads documents, submits a job and returns its final state and its result. */
const work = async (
  documents: readonly (string | Uint8Array)[],
  path: '/convert' | '/extract',
  body: object,
) => {
  const tenant = await createTenant(stack);
  const token = await tenant.authorize();
  const ids: string[] = [];
  for (const document of documents) ids.push(await tenant.upload(token, document));
  const source = ids.length === 1 ? { file_id: ids[0] } : { file_ids: ids };
  const job = await tenant.finish(token, await tenant.submit(token, path, { ...source, ...body }));
  const result = job.status === 'complete' ? await tenant.download(job) : Buffer.alloc(0);
  return { job, result };
};

test('renders a page with its styles in the browser worker', async () => {
  const { job, result } = await work([page], '/convert', { from: 'html', to: 'pdf' });

  expect(job).toMatchObject({ status: 'complete', report: { engine: 'chromium-html-to-pdf' } });
  const { text, title } = await readPdf(result);
  expect(text).toContain('Apples and pears.');
  expect(title).toBe('Orchard');
});

itLong('selects the worker by the file if the request names no format', async () => {
  const { job } = await work([page], '/convert', { to: 'pdf' });

  expect(job).toMatchObject({ status: 'complete', from: 'html', report: { engine: 'chromium-html-to-pdf' } });
});

itLong.each([
  ['markdown to docx', '# Harvest\n\nApples and **pears**.\n', { from: 'markdown', to: 'docx' }, 'PK'],
  [
    'markdown to pdf',
    '# Harvest\n\n| Fruit | Tons |\n|---|---|\n| Apple | 12 |\n',
    { from: 'markdown', to: 'pdf' },
    '%PDF',
  ],
  ['csv to xlsx', 'Fruit,Tons\nApple,12\nPear,5\n', { from: 'csv', to: 'xlsx' }, 'PK'],
  [
    'a page of a pdf to png',
    simplePdf(['One page']),
    { from: 'pdf', to: 'png', options: { dpi: 72 } },
    '\x89PNG',
  ],
])('converts %s with the deployed bundles', async (_, document, body, beginning) => {
  const { job, result } = await work([document], '/convert', body);

  expect(job).toMatchObject({ status: 'complete', error: null });
  expect(result.subarray(0, beginning.length).toString('latin1')).toBe(beginning);
});

itLong.each([
  ['markdown', /Harvest[\s\S]*Apples and \*\*pears\*\*/],
  ['tables', /"Apple",\s*"12"/],
  ['structured', /"heading": "Harvest"/],
  ['metadata', /"title": "Orchard"/],
])('extracts %s from an HTML page', async (format, expected) => {
  const { job, result } = await work([page], '/extract', { format });

  expect(job).toMatchObject({ status: 'complete', error: null });
  expect(result.toString()).toMatch(expected);
});

test('combines several files into one, in order', async () => {
  const documents = [simplePdf(['one', 'two']), simplePdf(['three'])];

  const { job, result } = await work(documents, '/convert', { to: 'pdf', options: { pages: '2-3' } });

  expect(job).toMatchObject({ status: 'complete', report: { engine: 'qpdf-pdf-to-pdf', pages: 2 } });
  expect((await readPdf(result)).text.split('\f').map((text) => text.trim())).toEqual(['two', 'three']);
});

itLong('splits one file into several', async () => {
  const { job, result } = await work([simplePdf(['one', 'two'])], '/convert', {
    to: 'pdf',
    options: { split_every: 1 },
  });

  expect(job.output).toMatchObject({ filename: 'document.zip', mime_type: 'application/zip' });
  expect(Object.keys(unzipSync(result))).toEqual(['part-001.pdf', 'part-002.pdf']);
});

test('refuses several files of different formats, or for a target that accepts one', async () => {
  const tenant = await createTenant(stack);
  const token = await tenant.authorize();
  const pdf = await tenant.upload(token, simplePdf(['one']));
  const other = await tenant.upload(token, simplePdf(['two']));
  const text = await tenant.upload(token, 'Some text.');

  const toText = await tenant.call({ path: '/convert', token, json: { file_ids: [pdf, other], to: 'text' } });
  const twice = await tenant.call({ path: '/convert', token, json: { file_ids: [pdf, pdf], to: 'pdf' } });
  const several = await tenant.call({
    path: '/convert',
    token,
    json: { file_ids: [text, other], to: 'pdf' },
  });
  const mixed = await tenant.call({ path: '/convert', token, json: { file_ids: [pdf, text], to: 'pdf' } });
  const strange = await tenant.call({
    path: '/convert',
    token,
    json: { file_ids: [pdf, 'file_00000000000000000000000000'], to: 'pdf' },
  });

  expect([toText.status, toText.json.message]).toEqual([400, expect.stringContaining('file_ids')]);
  expect([twice.status, twice.json.message]).toEqual([400, expect.stringContaining('file_ids')]);
  expect([mixed.status, mixed.json]).toEqual([
    422,
    {
      error: 'format_mismatch',
      field: 'file_ids',
      message: expect.stringMatching(
        new RegExp(
          `^file_ids: .+ \\(${text}\\) is text, but the first document is pdf\\. Send documents of one format, or `,
        ),
      ),
      detected: 'text',
    },
  ]);
  expect([several.status, several.json.message]).toEqual([
    400,
    'file_ids: several text files cannot be combined into one pdf. Send one. GET /formats lists the targets with several_files.',
  ]);
  expect([strange.status, strange.json.error]).toEqual([404, 'file_not_found']);
});
