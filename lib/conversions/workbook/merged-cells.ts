import type { MergedCells, Sheet } from './workbook.ts';

/** Limit on merged ranges; more are an attack or a faulty tool. Each is compared with the open ranges beside it. */
export const MAX_MERGED = 20_000;

/** Merged ranges ordered by first row, without single cells and ranges that overlap an earlier one. */
export function validMerges(sheet: Sheet): MergedCells[] {
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
