import { LiteParse } from '@llamaindex/liteparse';
import PDFDocument from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { tablesOfPage } from '../../../../lib/conversions/shared/page-tables/tables-of-page.ts';

const rows = [
  ['Item', 'Net', 'Gross'],
  ['Ink', '4.10', '4.90'],
  ['Paper', '12.00', '14.28'],
];

/** A page with a paragraph, a table in a grid of lines, and one without lines. */
async function makePdf(): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4' });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => document.on('end', resolve));
  document
    .fontSize(10)
    .text('What was bought in the last year, and for how much of it taxes were paid.', 60, 60);
  const cell = (text: string, x: number, y: number) => document.text(text, x, y, { lineBreak: false });
  for (const [y, row] of rows.entries()) {
    for (const [x, text] of row.entries()) {
      document.rect(60 + x * 100, 100 + y * 24, 100, 24).stroke();
      cell(text, 66 + x * 100, 107 + y * 24);
      cell(text, 66 + x * 100, 307 + y * 16);
    }
  }
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

describe('tablesOfPage', () => {
  it('finds the tables of a page that liteparse parsed', async () => {
    const parser = new LiteParse({
      ocrEnabled: false,
      quiet: true,
      extractBlocks: true,
      extractVectorGraphics: true,
      emitWordBoxes: true,
    });

    const { pages } = await parser.parse(await makePdf());
    const tables = pages.flatMap((page) => tablesOfPage(page));

    const texts = tables.map((table) => table.rows.map((row) => row.map(({ text }) => text)));
    expect(texts).toEqual([rows, rows]);
    expect(tables[0]?.rows[0]?.[0]?.box).toMatchObject({
      x: expect.closeTo(66, 0),
      y: expect.closeTo(105, 0),
    });
    expect(tables[0]?.bbox).toMatchObject({ x: expect.closeTo(60, 0), y: expect.closeTo(100, 0) });
  });
});
