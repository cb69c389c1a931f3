import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { expect, it } from 'vitest';
import { fileContent } from '../../../../lib/conversions/engine/content.ts';
import { pdfParse } from '../../../../lib/conversions/formats/pdf/pdf-parse.ts';
import { pdfRepair } from '../../../../lib/conversions/formats/pdf/repairing-reader.ts';
import { runEngines } from '../../run-engines.ts';

async function makePdf(text: string): Promise<Buffer> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  document.addPage([300, 300]).drawText(text, { x: 20, y: 200, font, size: 12 });
  return Buffer.from(await document.save({ useObjectStreams: false }));
}

/** Without the table of objects. */
const withoutTable = (pdf: Buffer): Buffer =>
  pdf.subarray(0, pdf.lastIndexOf('xref', pdf.lastIndexOf('startxref') - 1));

const request = { from: 'pdf', operation: 'convert', to: 'text', options: {} } as const;

it('reads a file without a cross-reference table and warns about the damage', async () => {
  const damaged = withoutTable(await makePdf('Harbour master'));

  const { content, report } = await pdfRepair.convert(damaged, request);

  expect(Buffer.from(fileContent(content)).toString()).toContain('Harbour master');
  expect(report.warnings?.[0]).toMatch(/^The PDF was damaged/);
});

it.each([
  ['a readable file', async () => await makePdf('whole')],
  ['a file without objects', async () => Buffer.from('%PDF-1.7\nnothing here')],
  ['objects without a page', async () => Buffer.from('%PDF-1.4\n1 0 obj\n<< /A 1 >>\nendobj\n')],
])('declines %s', async (_, make) => {
  await expect(pdfRepair.convert(await make(), request)).rejects.toMatchObject({
    otherwise: { code: 'corrupt_document' },
  });
});

it('runs after all other readers', async () => {
  const damaged = Buffer.from('%PDF-1.4\n1 0 obj\n<< /A 1 >>\nendobj\n');
  const asked: string[] = [];

  await expect(
    runEngines(damaged, request, { onRoute: (name) => void asked.push(name) }),
  ).rejects.toMatchObject({
    code: 'corrupt_document',
  });

  const first = asked.findIndex((name) => name.includes(pdfRepair.name));
  expect(first).toBeGreaterThan(asked.findLastIndex((name) => name.includes(pdfParse.name)));
});

it('lets the PDF.js reader accept disabled text recognition', () => {
  expect(pdfParse.options.safeParse({ ocr: 'never' }).success).toBe(true);
});
