import { ConversionError } from '../../../errors.ts';
import { type DocumentInfo, noInfo } from '../../document/document.ts';
import { showsPages } from '../../document/page-layout.ts';
import { declineCorrupt } from '../../engine/decline-corrupt.ts';
import { EngineRefusal } from '../../engine/engine.ts';
import { noOptions } from '../../engine/options.ts';
import { type WorkbookResult, workbookReader } from '../../engine/roles.ts';
import { openCompound } from '../../shared/compound-file/open-compound.ts';
import { readSummary } from '../../shared/compound-file/summary-information.ts';
import { MAX_CELLS } from '../../workbook/cell-budget.ts';
import { loadNumberFormats } from '../../workbook/number-formats.ts';
import { hasCells } from '../../workbook/sheet-options.ts';
import { readWorkbookLayout } from './layout/workbook-layout.ts';
import { workbookOfSheetJs } from './sheetjs-workbook.ts';
import { hasWholeRecords } from './whole-records.ts';

const damaged = (cause?: unknown): ConversionError =>
  new ConversionError(
    'corrupt_document',
    'The workbook is damaged: its records cannot be read. Save it again.',
    {
      cause,
    },
  );

// [MS-OFFCRYPTO] 2.3: a workbook with one of these streams is encrypted.
const encryptionStreams: readonly string[] = ['EncryptedPackage', 'encryption'];

const encrypted = (cause?: unknown): ConversionError =>
  new ConversionError(
    'encrypted_document',
    'The workbook is password-protected. Save it without a password.',
    {
      cause,
    },
  );

/** Whether a stream starts with a record, [MS-XLS] 2.4.21. The library accepts any file, even web pages and images. */
const isRecords = (stream: Buffer): boolean =>
  stream.length > 16 && stream[0] === 0x09 && (stream[1] ?? 9) <= 8;

/** The records and metadata of a workbook. Excel 2 to 4 writes records without a container. */
function openWorkbook(file: Buffer): { readonly records: Buffer; readonly info: DocumentInfo } {
  if (isRecords(file)) return { records: file, info: noInfo };
  const streams = openCompound(file);
  if (encryptionStreams.some((name) => streams(name) !== undefined)) throw encrypted();
  const records = streams('Workbook') ?? streams('Book');
  if (records === undefined || !isRecords(records)) throw damaged();
  return { records, info: readSummary(streams).info };
}

/** Runs a synchronous function without its console errors: the library logs each damaged record. */
function quietly<T>(run: () => T): T {
  const { error } = globalThis.console;
  globalThis.console.error = () => {};
  try {
    return run();
  } finally {
    globalThis.console.error = error;
  }
}

async function readWorkbook(input: Uint8Array, hasLayout: boolean): Promise<WorkbookResult> {
  const file = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  const { records, info } = await declineCorrupt(() => openWorkbook(file));
  if (!hasWholeRecords(records)) throw new EngineRefusal(damaged());
  const [{ read, set_cptable }, codePages] = await Promise.all([
    import('@e965/xlsx'),
    import('@e965/xlsx/dist/cpexcel.full.mjs'),
  ]);
  // Files before Excel 97 use the code page of their country.
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
    const layout = hasLayout ? readWorkbookLayout(records) : undefined;
    const workbook = workbookOfSheetJs(book, info, formats, layout);
    // The library may find the sheets of a damaged file but none of their cells.
    if (!workbook.sheets.some(hasCells)) {
      const message = 'The workbook is empty or damaged. Open it in a spreadsheet program and save it again.';
      throw new EngineRefusal(new ConversionError('empty_document', message));
    }
    return { workbook };
  } catch (error) {
    if (error instanceof ConversionError || error instanceof EngineRefusal) throw error;
    if (error instanceof Error && /password|encrypt/i.test(error.message)) {
      throw encrypted(error);
    }
    throw new EngineRefusal(damaged(error));
  }
}

/** Reads XLS workbooks, BIFF2 to BIFF8. */
export const xlsReader = workbookReader({
  name: 'sheetjs-xls-reader',
  package: '@e965/xlsx',
  from: ['xls'],
  options: noOptions,
  limits: { maxCells: MAX_CELLS },
  read: (bytes, { target }) => readWorkbook(bytes, showsPages(target)),
});
