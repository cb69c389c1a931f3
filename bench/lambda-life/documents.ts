import { buffer } from 'node:stream/consumers';
import Pdf from 'pdfkit';
import type { ExtractFormat, Format } from '../../lib/conversions/formats.ts';
import { convert } from '../../lib/conversions/index.ts';
import type { WorkerName } from '../../lib/workers.ts';

/** A document, what is made of it, and the worker that has the engine. */
export type LifeDocument = {
  readonly name: string;
  readonly worker: WorkerName;
  readonly type: 'conversion' | 'extraction';
  readonly from: Format;
  readonly to: Format | ExtractFormat;
  readonly filename: string;
  readonly bytes: Buffer;
  /** Measured once. */
  readonly isLong?: boolean;
};

const paragraph =
  'The harbour office records the height of each tide and the ships that wait for it. A ship whose draught exceeds the depth over the sill stays outside until the next high water, and its master pays for the night. ';

/** About ten pages: sections of text, a list and a table. */
const tenPages = (): string =>
  Array.from({ length: 10 }, (_, section) => {
    const rows = Array.from(
      { length: 12 },
      (__, row) =>
        `| ${row + 1} | Ship ${section}-${row} | ${(row * 1.7 + section).toFixed(1)} | ${row * 31} |`,
    );
    return [
      `## ${section + 1}. Tides of week ${section + 1}`,
      paragraph.repeat(3),
      '- high water in the morning\n- low water at noon\n- high water at night',
      paragraph.repeat(2),
      ['| No | Ship | Draught | Fee |', '|---:|---|---:|---:|', ...rows].join('\n'),
    ].join('\n\n');
  }).join('\n\n');

const made = async (input: Uint8Array, from: Format, to: Format, options = {}): Promise<Buffer> =>
  Buffer.from((await convert(input, { from, to, options })).bytes);

/** A PDF of page images, in turns until there are enough. */
const scanOf = async (images: readonly Buffer[], pages: number): Promise<Buffer> => {
  const document = new Pdf({ size: 'A4', margin: 0, autoFirstPage: false });
  for (let page = 0; page < pages; page += 1)
    document.addPage().image(images[page % images.length] ?? '', 0, 0, { width: 595.28 });
  document.end();
  return await buffer(document);
};

/** Makes the documents that are measured; the longest one has `pages` pages. */
export const makeDocuments = async (pages: number): Promise<readonly LifeDocument[]> => {
  const markdown = Buffer.from(`# Tides\n\n${tenPages()}\n`);
  const pdf = await made(markdown, 'markdown', 'pdf');
  const [docx, html] = [await made(markdown, 'markdown', 'docx'), await made(markdown, 'markdown', 'html')];
  const pageImages: Buffer[] = [];
  for (let page = 1; page <= 5; page += 1)
    pageImages.push(await made(pdf, 'pdf', 'png', { pages: String(page), dpi: 150 }));
  const [scan, scans] = [await scanOf(pageImages, 1), await scanOf(pageImages, pages)];
  const row = (
    name: string,
    worker: WorkerName,
    from: Format,
    to: Format | ExtractFormat,
    bytes: Buffer,
  ): LifeDocument => ({
    ...{ name, worker, from, to, bytes, filename: `tides.${from}` },
    type: to === 'text' ? 'extraction' : 'conversion',
  });
  return [
    row('PDF of ten pages to text', 'standard', 'pdf', 'text', pdf),
    row('html to PDF', 'browser', 'html', 'pdf', html),
    row('docx to PDF', 'office', 'docx', 'pdf', docx),
    row('scanned page to text', 'standard', 'pdf', 'text', scan),
    { ...row(`scan of ${pages} pages to text`, 'standard', 'pdf', 'text', scans), isLong: true },
  ];
};
