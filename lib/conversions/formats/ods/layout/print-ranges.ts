import type { CellRange } from '../../../document/printed-sheet.ts';
import { MAX_COLUMNS, MAX_ROWS } from '../../../workbook/cell-budget.ts';
import { columnIndex } from '../../../workbook/cell-names.ts';

const MAX_CHARACTERS = 8192;
const REFERENCE = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/;

const cellOf = (reference: string): readonly [column: number, row: number] | undefined => {
  const [, letters, row] = REFERENCE.exec(reference.slice(reference.lastIndexOf('.') + 1)) ?? [];
  if (letters === undefined) return undefined;
  return [Math.min(MAX_COLUMNS - 1, columnIndex(letters)), Math.min(MAX_ROWS, Number(row)) - 1];
};

function rangeOf(text: string): CellRange | undefined {
  const [first = '', last = first] = text.split(':');
  const [from, to] = [cellOf(first), cellOf(last)];
  if (from === undefined || to === undefined) return undefined;
  const range = { firstRow: from[1], firstColumn: from[0], lastRow: to[1], lastColumn: to[0] };
  const isRange =
    range.firstRow >= 0 && range.firstRow <= range.lastRow && range.firstColumn <= range.lastColumn;
  return isRange ? range : undefined;
}

/** Parses print ranges such as `Sheet1.A1:Sheet1.C3 $'My sheet'.$A$9:.$C$12` (OpenDocument 1.3 part 3, 18.3.7). */
export function printRanges(text: string | undefined): readonly CellRange[] | undefined {
  const ranges = (text ?? '')
    .slice(0, MAX_CHARACTERS)
    .replaceAll(/'[^']*'/g, '')
    .split(/\s+/)
    .flatMap((each) => rangeOf(each) ?? []);
  return ranges.length > 0 ? ranges : undefined;
}
