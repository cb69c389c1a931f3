import { EngineRefusal } from '../../engine/engine.ts';
import { ConversionError } from '../../errors.ts';
import { filledSheets } from '../../workbook/choose-sheets.ts';
import { loadNumberFormats } from '../../workbook/number-formats.ts';
import type { Workbook } from '../../workbook/workbook.ts';
import { type SheetJsFacts, workbookOfSheetJs } from './sheetjs-workbook.ts';

export const damagedWorkbook = (cause?: unknown): ConversionError =>
  new ConversionError(
    'corrupt_document',
    'The workbook is damaged: its records cannot be read. Save it again.',
    {
      cause,
    },
  );

export const encryptedWorkbook = (cause?: unknown): ConversionError =>
  new ConversionError(
    'encrypted_document',
    'The workbook is password-protected. Save it without a password.',
    {
      cause,
    },
  );

/**
 * Reads a workbook of binary records. `file` is the records of an xls file or an xlsb package. `codePage` is that of a file
 * that states none.
 *
 * Throws ConversionError `too_complex`, and EngineRefusal if it is encrypted, damaged or empty.
 */
export async function readWithSheetJs(
  file: Uint8Array,
  facts: SheetJsFacts,
  codePage?: number,
): Promise<Workbook> {
  const [{ read, set_cptable }, codePages] = await Promise.all([
    import('@e965/xlsx'),
    import('@e965/xlsx/dist/cpexcel.full.mjs'),
  ]);
  // Files before Excel 97 use the code page of their country.
  set_cptable(codePages);
  const formats = await loadNumberFormats();
  try {
    const book = read(file, {
      dense: true,
      cellFormula: false,
      cellHTML: false,
      cellText: false,
      cellNF: true,
      // Dates of dBase, which have no format of their own.
      dateNF: 'yyyy-mm-dd',
      ...(codePage === undefined ? {} : { codepage: codePage }),
    });
    const workbook = workbookOfSheetJs(book, facts, formats);
    // The library may find the sheets of a damaged file but none of their cells.
    if (filledSheets(workbook.sheets).length === 0) {
      const message = 'The workbook is empty or damaged. Open it in a spreadsheet program and save it again.';
      throw new EngineRefusal(new ConversionError('empty_document', message));
    }
    return workbook;
  } catch (error) {
    if (error instanceof ConversionError || error instanceof EngineRefusal) throw error;
    // LibreOffice opens workbooks that are encrypted with Excel's own password, [MS-OFFCRYPTO] 2.4.2.3.
    if (error instanceof Error && /password|encrypt/i.test(error.message))
      throw new EngineRefusal(encryptedWorkbook(error));
    throw new EngineRefusal(damagedWorkbook(error));
  }
}
