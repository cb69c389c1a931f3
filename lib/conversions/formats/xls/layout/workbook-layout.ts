import type { SheetCellStyle } from '../../../document/printed-sheet.ts';
import type { SheetLayoutOnPages } from '../../../workbook/workbook.ts';
import { isBiff8, long, substream } from './biff-records.ts';
import { readCellStyles } from './cell-styles.ts';
import { readPrintNames } from './print-names.ts';
import { readSheetLayout } from './sheet-layout.ts';

const BOUND_SHEET = 0x0085;
// A damaged file may list a sheet many times.
const MAX_READ = 4;

/** The layout of a workbook. */
export interface WorkbookLayout {
  readonly cellStyles: readonly SheetCellStyle[];
  /** By the index of the sheet. */
  readonly sheets: readonly SheetLayoutOnPages[];
}

/** Reads how a workbook of Excel 97 or later is printed; undefined if it is older. */
export function readWorkbookLayout(stream: Buffer): WorkbookLayout | undefined {
  if (!isBiff8(stream)) return undefined;
  const records = [...substream(stream, 0, { bytes: stream.length })];
  const cellStyles = readCellStyles(records);
  const names = readPrintNames(records);
  const { font = 'Arial', size = 10 } = cellStyles[0] ?? {};
  const budget = { bytes: MAX_READ * stream.length };
  const sheets = records
    .filter(({ type }) => type === BOUND_SHEET)
    .map(({ data }, index) =>
      readSheetLayout(substream(stream, long(data, 0), budget), { font, size }, names.get(index) ?? {}),
    );
  return { cellStyles, sheets };
}
