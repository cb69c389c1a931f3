import * as z from 'zod';
import { ConversionError } from '../../../errors.ts';
import { type DocumentInfo, noInfo } from '../../document/document.ts';
import { fileContent } from '../../engine/content.ts';
import { type Content, type Engine, type EngineOutput, EngineRefusal } from '../../engine/engine.ts';
import { readOrRefuse } from '../../engine/read-or-refuse.ts';
import { openCompound } from '../../shared/compound-file/open-compound.ts';
import { readSummary } from '../../shared/compound-file/summary-information.ts';
import { MAX_CELLS } from '../../workbook/cell-budget.ts';
import { loadNumberFormats } from '../../workbook/number-formats.ts';
import { hasCells } from '../../workbook/sheet-options.ts';
import { workbookOfSheetJs } from './sheetjs-workbook.ts';
import { hasWholeRecords } from './whole-records.ts';

const damaged = (cause?: unknown): ConversionError =>
  new ConversionError('corrupt_document', 'The workbook is damaged and can not be read. Save it again.', {
    cause,
  });

// [MS-OFFCRYPTO] 2.3: a workbook with one of these streams is encrypted.
const encryptionStreams: readonly string[] = ['EncryptedPackage', 'encryption'];

const encrypted = (cause?: unknown): ConversionError =>
  new ConversionError('encrypted_document', 'The workbook is protected by a password. Save it without one.', {
    cause,
  });

/** Whether a stream begins with a record, [MS-XLS] 2.4.21: the library takes anything, from a web page to a picture. */
const isRecords = (stream: Buffer): boolean =>
  stream.length > 16 && stream[0] === 0x09 && (stream[1] ?? 9) <= 8;

/** The records of a workbook, and what its file says about itself. Excel 2 to 4 writes bare records. */
function openWorkbook(file: Buffer): { readonly records: Buffer; readonly info: DocumentInfo } {
  if (isRecords(file)) return { records: file, info: noInfo };
  const streams = openCompound(file);
  if (encryptionStreams.some((name) => streams(name) !== undefined)) throw encrypted();
  const records = streams('Workbook') ?? streams('Book');
  if (records === undefined || !isRecords(records)) throw damaged();
  return { records, info: readSummary(streams).info };
}

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
  const { records, info } = await readOrRefuse(() => openWorkbook(file));
  if (!hasWholeRecords(records)) throw new EngineRefusal(damaged());
  const [{ read, set_cptable }, codePages] = await Promise.all([
    import('@e965/xlsx'),
    import('@e965/xlsx/dist/cpexcel.full.mjs'),
  ]);
  // Files before Excel 97 are in the code page of their country.
  set_cptable(codePages);
  const formats = await loadNumberFormats();
  try {
    const book = quietly(() =>
      read(records, {
        dense: true,
        cellFormula: false,
        cellHTML: false,
        cellText: false,
        cellNF: true,
      }),
    );
    const workbook = workbookOfSheetJs(book, info, formats);
    // Of a damaged file it may find the sheets and none of their cells.
    if (!workbook.sheets.some(hasCells)) {
      const message = 'The workbook is empty or damaged. Open it in a spreadsheet program and save it again.';
      throw new EngineRefusal(new ConversionError('empty_document', message));
    }
    return { content: workbook, report: {} };
  } catch (error) {
    if (error instanceof ConversionError || error instanceof EngineRefusal) throw error;
    if (error instanceof Error && /password|encrypt/i.test(error.message)) {
      throw encrypted(error);
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
