import sharp from 'sharp';
import { expect, test } from 'vitest';
import { convert } from '../../lib/conversions/index.ts';
import { readPdf } from '../conversions/read-pdf.ts';
import { simplePdf } from './support/documents.ts';
import { withToken } from './support/shared-tenant.ts';

const page = `<!doctype html><title>Orchard</title><style>h1 { color: #14532d } td { border: 1px solid }</style>
<h1>Harvest</h1><p>Apples and <b>pears</b>.</p><table><tr><th>Fruit<th>Tons</tr><tr><td>Apple<td>12</tr></table>`;

/** Uploads documents, submits a job and returns its final state and its result. */
const work = async (
  documents: readonly (string | Uint8Array)[],
  path: '/convert' | '/extract',
  body: object,
) => {
  const { tenant, token } = await withToken();
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

test('combines several files into one, in order', async () => {
  const documents = [simplePdf(['one', 'two']), simplePdf(['three'])];

  const { job, result } = await work(documents, '/convert', { to: 'pdf', options: { pages: '2-3' } });

  expect(job).toMatchObject({ status: 'complete', report: { engine: 'qpdf-pdf-to-pdf', pages: 2 } });
  expect((await readPdf(result)).text.split('\f').map((text) => text.trim())).toEqual(['two', 'three']);
});

test('refuses several files of different formats, or for a target that accepts one', async () => {
  const { tenant, token } = await withToken();
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
    'file_ids: text files cannot be combined into one pdf. Send one file, or choose a target with several_files. GET /formats lists them.',
  ]);
  expect([strange.status, strange.json.error]).toEqual([404, 'file_not_found']);
});

test('recognizes the pages of a scan in calls of their own', async () => {
  const written = simplePdf(['The apples and pears of the orchard are ripe.']);
  const { bytes: page } = await convert(written, { to: 'png', options: { dpi: 150 } });
  const line = await sharp(page).extract({ left: 0, top: 60, width: 1000, height: 240 }).png().toBuffer();
  const scan = await sharp(Array(4).fill(line), { join: { animated: true } })
    .tiff()
    .toBuffer();

  const { job, result } = await work([scan], '/convert', { from: 'tiff', to: 'text' });

  expect(job).toMatchObject({
    status: 'complete',
    report: { ocr_pages: 4, warnings: [], timings_ms: { recognition: expect.any(Number) } },
  });
  expect(String(result).match(/apples and pears/g)).toHaveLength(4);
});
