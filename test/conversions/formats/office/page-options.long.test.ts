import { describe, expect, it } from 'vitest';
import type { Format } from '../../../../lib/conversions/formats.ts';
import { convert } from '../../../../lib/conversions/index.ts';
import { convertInProcess } from '../../engine-runner.ts';
import { zipOf } from '../../office-files.ts';
import { readPdf } from '../../read-pdf.ts';
import { makeDocx } from './sample-docx.ts';

// Points, rounded.
const A4 = [595, 842];
const A4_WIDE = [842, 595];
const A5 = [420, 595];

/** A workbook with rows of so many numbers in each sheet, one number in 50 points. */
async function workbook(
  ...sheets: readonly (readonly [rows: number, columns: number])[]
): Promise<Uint8Array> {
  const tables = sheets.map(([rows, columns]) => {
    const row = `<tr>${'<td>1234567</td>'.repeat(columns)}</tr>`;
    return `<table>${row.repeat(rows)}</table>`;
  });
  return (await convert(Buffer.from(tables.join('<p>Next</p>')), { from: 'html', to: 'xlsx' })).bytes;
}

const odf = 'urn:oasis:names:tc:opendocument:xmlns';
const namespaces = [
  `xmlns:office="${odf}:office:1.0" xmlns:draw="${odf}:drawing:1.0" xmlns:text="${odf}:text:1.0"`,
  `xmlns:style="${odf}:style:1.0" xmlns:svg="${odf}:svg-compatible:1.0" xmlns:fo="${odf}:xsl-fo-compatible:1.0"`,
].join(' ');

/** A presentation with one slide, which a dark shape fills: 793.7 by 446.5 points, LibreOffice's default. */
const slides = zipOf({
  mimetype: 'application/vnd.oasis.opendocument.presentation',
  'META-INF/manifest.xml': `<manifest:manifest xmlns:manifest="${odf}:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.presentation"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/><manifest:file-entry manifest:full-path="styles.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
  'styles.xml': `<office:document-styles ${namespaces} office:version="1.3"><office:master-styles><style:master-page style:name="Master"/></office:master-styles></office:document-styles>`,
  'content.xml': `<office:document-content ${namespaces} office:version="1.3"><office:automatic-styles><style:style style:name="dark" style:family="graphic"><style:graphic-properties draw:fill="solid" draw:fill-color="#003366" draw:stroke="none"/></style:style></office:automatic-styles><office:body><office:presentation><draw:page draw:name="One" draw:master-page-name="Master"><draw:rect draw:style-name="dark" svg:x="0pt" svg:y="0pt" svg:width="793.7pt" svg:height="446.5pt"><text:p>Harvest</text:p></draw:rect></draw:page></office:presentation></office:body></office:document-content>`,
});

/** The bounds of the dark pixels of the only page of a PDF, in points from its top left. */
async function darkBounds(pdf: Uint8Array): Promise<readonly number[]> {
  const { bytes } = await convert(pdf, { from: 'pdf', to: 'png', options: { dpi: 72 } });
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const dark = Array.from({ length: info.width * info.height }, (_, at) => at).filter(
    (at) => (data[at * 3] ?? 255) < 40 && (data[at * 3 + 2] ?? 0) > 90,
  );
  const [xs, ys] = [dark.map((at) => at % info.width), dark.map((at) => Math.floor(at / info.width))];
  return [xs, ys].flatMap((values) => [
    values.reduce((least, value) => Math.min(least, value)),
    values.reduce((most, value) => Math.max(most, value)),
  ]);
}

describe('page options of LibreOffice', () => {
  const print = async (input: Uint8Array, from: Format, options: Readonly<Record<string, unknown>>) => {
    const { bytes, report } = await convertInProcess(input, from, 'pdf', options);
    const { text, sizes } = await readPdf(bytes);
    const pages = text.split('\f').map((page) => page.replaceAll(/\s+/g, ' ').trim());
    expect(report.tried).toEqual([{ engine: 'libreoffice-wasm-office-to-pdf', outcome: 'used' }]);
    return { bytes, report, pages, sizes };
  };

  it.each<Format>(['docx', 'rtf', 'odt'])('lay %s out on another paper', async (format) => {
    const docx = makeDocx(['One', 'Two']);
    const input = format === 'docx' ? docx : (await convertInProcess(docx, 'docx', format)).bytes;

    const upright = await print(input, format, { page_size: 'A5', margin: 10 });
    const wide = await print(input, format, { page_size: 'A4', landscape: true });

    expect(upright).toMatchObject({ sizes: [A5, A5], pages: ['One', 'Two'] });
    expect(wide.sizes).toEqual([A4_WIDE, A4_WIDE]);
  });

  it('move text by the margin, and leave room for it', async () => {
    const text = makeDocx(['word '.repeat(300)]);

    const narrow = await print(text, 'docx', { page_size: 'A5', margin: { left: 60, right: 60 } });
    const wide = await print(text, 'docx', { page_size: 'A5', margin: 5 });
    const none = await print(makeDocx(['One']), 'docx', {
      page_size: 'A5',
      margin: { left: 100, right: 100 },
    });

    expect(narrow.sizes.length).toBeGreaterThan(wide.sizes.length);
    expect(none.pages).toEqual(['One']);
  });

  it('stamp a header, a footer and page numbers, and select pages afterwards', async () => {
    const input = makeDocx(['One', 'Two', 'Three']);
    const options = { header: 'Report: {title}', footer: 'Secret', page_numbers: true, pages: '2-3' };

    const numbered = await print(input, 'docx', options);
    const stated = await print(input, 'docx', { footer: '{page} of {pages}', page_numbers: true });
    const plain = await print(input, 'docx', { page_numbers: false });

    expect(numbered.report.pages).toBe(2);
    expect(numbered.pages).toEqual(['Two Report: Secret · 2', 'Three Report: Secret · 3']);
    expect(stated.pages).toEqual(['One 1 of 3', 'Two 2 of 3', 'Three 3 of 3']);
    expect(plain.pages).toEqual(['One', 'Two', 'Three']);
  });

  it('keep the claim of an archiving standard, with stamps', async () => {
    const { bytes, pages } = await print(makeDocx(['One']), 'docx', {
      page_numbers: true,
      pdf_standard: 'a-2b',
    });

    expect(pages).toEqual(['One 1']);
    expect(bytes.toString('latin1')).toContain('<pdfaid:part>2</pdfaid:part>');
  });

  it('put a watermark on each page', async () => {
    const { pages } = await print(makeDocx(['One', 'Two']), 'docx', { watermark: 'Draft' });

    expect(pages).toEqual(['One Draft', 'Two Draft']);
  });

  it('scale slides to a paper, in the middle', async () => {
    const { bytes, sizes } = await print(slides, 'odp', { page_size: 'A4', margin: { left: 20, right: 20 } });

    expect(sizes).toEqual([A4_WIDE]);
    const [left = 0, right = 0, top = 0, bottom = 0] = await darkBounds(bytes);
    expect([left, right, top, bottom]).toEqual([57, 784, 93, 502].map((value) => expect.closeTo(value, -1)));
  });

  it('make room for stamps where a slide has none', async () => {
    const { bytes, pages } = await print(slides, 'odp', { page_numbers: true, header: 'Valley' });

    expect(pages).toEqual(['Harvest Valley 1']);
    const [left = 0, right = 0, top = 0, bottom = 0] = await darkBounds(bytes);
    expect([left, right, top, bottom]).toEqual([51, 742, 29, 416].map((value) => expect.closeTo(value, -1)));
  });

  it('fit a workbook to a page or its width', async () => {
    const input = await workbook([120, 20]);

    const plain = await print(input, 'xlsx', {});
    const width = await print(input, 'xlsx', { fit: 'width' });
    const page = await print(input, 'xlsx', { fit: 'page', page_size: 'A4' });

    expect(width.sizes.length).toBeLessThan(plain.sizes.length);
    expect(width.sizes.length).toBeGreaterThan(0);
    expect(page.sizes).toEqual([A4]);
    expect(page.pages[0]?.split('1234567')).toHaveLength(120 * 20 + 1);
  });

  it('print each worksheet on a page of its own size', async () => {
    const input = await workbook([120, 20], [2, 2]);

    const { sizes, pages } = await print(input, 'xlsx', { sheets: 'one_page_each' });

    expect(pages.map((page) => page.split('1234567').length - 1)).toEqual([2400, 4]);
    expect(sizes[0]?.[0]).toBeGreaterThan(sizes[1]?.[0] ?? Number.POSITIVE_INFINITY);
  });

  it('refuse a paper for pages that are as large as their worksheets', async () => {
    const options = { sheets: 'one_page_each', page_size: 'A4', fit: 'page' };

    await expect(convertInProcess(await workbook([2, 2]), 'xlsx', 'pdf', options)).rejects.toMatchObject({
      code: 'unsupported_content',
      message:
        '"sheets": "one_page_each" makes each page as large as its worksheet, so "page_size", "fit" cannot apply. Leave one out.',
    });
  });

  it('name the options of workbooks that text documents do not have', async () => {
    await expect(convert(makeDocx(['One']), { to: 'pdf', options: { fit: 'page' } })).rejects.toThrow('fit');
  });
});
