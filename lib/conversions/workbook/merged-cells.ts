import type { MergedCells, Sheet } from './workbook.ts';

/** More is no layout but an attack, or a tool gone wild; each is compared with those open beside it. */
export const MAX_MERGED = 20_000;

/** Merged cells in the order of their first row, without any that overlap an earlier one or are one cell alone. */
export function soundMerges(sheet: Sheet): MergedCells[] {
  const sorted = (sheet.merged ?? [])
    .filter((range) => range.firstRow <= range.lastRow && range.firstColumn <= range.lastColumn)
    .filter((range) => range.firstRow < range.lastRow || range.firstColumn < range.lastColumn)
    .slice(0, MAX_MERGED)
    .toSorted((one, other) => one.firstRow - other.firstRow || one.firstColumn - other.firstColumn);
  const sound: MergedCells[] = [];
  let open: MergedCells[] = [];
  let row = -1;
  for (const range of sorted) {
    if (range.firstRow > row) {
      row = range.firstRow;
      open = open.filter((earlier) => earlier.lastRow >= row);
    }
    const overlaps = open.some(
      (earlier) => earlier.firstColumn <= range.lastColumn && earlier.lastColumn >= range.firstColumn,
    );
    if (overlaps) continue;
    open.push(range);
    sound.push(range);
  }
  return sound;
}
