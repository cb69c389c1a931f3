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

/** Makes the documents that are measured. */
export const makeDocuments = async (): Promise<readonly LifeDocument[]> => {
  const markdown = Buffer.from(`# Tides\n\n${tenPages()}\n`);
  const pdf = await made(markdown, 'markdown', 'pdf');
  const [docx, html] = [await made(markdown, 'markdown', 'docx'), await made(markdown, 'markdown', 'html')];
  const scan = await made(await made(pdf, 'pdf', 'png', { pages: '1', dpi: 150 }), 'png', 'pdf');
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
  ];
};
