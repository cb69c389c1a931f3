import * as z from 'zod';
import { ConversionError } from '../../errors.ts';
import { fileContent } from '../content.ts';
import { type Content, type Engine, type EngineOutput, EngineRefusal } from '../engine.ts';
import { MAX_CELLS } from '../sheets/cell-budget.ts';
import { loadNumberFormats } from '../sheets/number-formats.ts';
import { hasCells } from '../sheets/sheet-options.ts';
import { workbookOfSheetJs } from '../sheets/sheetjs-workbook.ts';

const damaged = (cause?: unknown): ConversionError =>
  new ConversionError('corrupt_document', 'The workbook is damaged and can not be read. Save it again.', {
    cause,
  });

/** A compound file, or a bare stream of records of Excel 2 to 4: the library takes anything, from a web page to a picture. */
const isOldWorkbook = (file: Buffer): boolean =>
  file.length > 16 && (file.readUInt32BE(0) === 0xd0cf11e0 || (file[0] === 0x09 && (file[1] ?? 9) <= 8));

/** Runs a function that ends at once without what it writes about each record of a damaged file. */
function quietly<T>(run: () => T): T {
  const { error } = globalThis.console;
  globalThis.console.error = () => {};
  try {
    return run();
  } finally {
    globalThis.console.error = error;
  }
}

async function convert(content: Content): Promise<EngineOutput> {
  const input = fileContent(content);
  const file = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  if (!isOldWorkbook(file)) throw damaged();
  const [{ read, set_cptable }, codePages] = await Promise.all([
    import('@e965/xlsx'),
    import('@e965/xlsx/dist/cpexcel.full.mjs'),
  ]);
  // Files before Excel 97 are in the code page of their country.
  set_cptable(codePages);
  const formats = await loadNumberFormats();
  try {
    const book = quietly(() =>
      read(file, {
        dense: true,
        cellFormula: false,
        cellHTML: false,
        cellText: false,
        cellNF: true,
      }),
    );
    const workbook = workbookOfSheetJs(book, formats);
    // Of a damaged file it may find the sheets and none of their cells.
    if (!workbook.sheets.some(hasCells)) {
      const message = 'No cell of the workbook holds anything, or it is damaged. Check the file.';
      throw new EngineRefusal(new ConversionError('empty_document', message));
    }
    return { content: workbook, report: {} };
  } catch (error) {
    if (error instanceof ConversionError || error instanceof EngineRefusal) throw error;
    if (error instanceof Error && /password|encrypt/i.test(error.message)) {
      const message = 'The workbook is protected by a password. Save it without one.';
      throw new ConversionError('encrypted_document', message, { cause: error });
    }
    throw new EngineRefusal(damaged(error));
  }
}

/** Reader of xls: BIFF2 to BIFF8. */
export const sheetJs: Engine = {
  name: 'sheetjs',
  package: '@e965/xlsx',
  edges: [{ from: 'xls', operation: 'read', to: 'workbook' }],
  options: z.strictObject({}),
  limits: { maxCells: MAX_CELLS },
  convert,
};
