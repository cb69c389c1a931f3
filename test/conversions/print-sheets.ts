import { odsReader } from '../../lib/conversions/formats/ods/reader.ts';
import { typstDocument } from '../../lib/conversions/formats/pdf/write/from-document.ts';
import { xlsReader } from '../../lib/conversions/formats/xls/reader.ts';
import { xlsxReader } from '../../lib/conversions/formats/xlsx/reader.ts';
import { sheetDocument } from '../../lib/conversions/hubs/workbook-to-document.ts';
import { readPdf } from './read-pdf.ts';
import { runEngines } from './run-engines.ts';

const engines = [xlsxReader, xlsReader, odsReader, sheetDocument, typstDocument];

/** Prints a workbook without LibreOffice. Returns the sizes of the pages in points, and the words on each. */
export async function printSheets(
  workbook: Uint8Array,
  from: 'xlsx' | 'xls' | 'ods',
  options: Readonly<Record<string, unknown>> = {},
): Promise<{ sizes: readonly (readonly [number, number])[]; pages: readonly (readonly string[])[] }> {
  const { bytes } = await runEngines(
    workbook,
    { from, operation: 'convert', to: 'pdf', options },
    { engines },
  );
  const { sizes, text } = await readPdf(bytes);
  return { sizes, pages: text.split('\f').map((page) => page.trim().split(/\s+/)) };
}
