import type { CellRange } from '../../../../../document/printed-sheet.ts';

/** Finds the merged range of a cell. Call it with ascending rows. */
export type MergedAt = (row: number, column: number) => CellRange | undefined;

/** Creates the lookup. Merged ranges must be sorted by their first rows and must not overlap. */
export function createMergedAt(merged: readonly CellRange[]): MergedAt {
  let open: CellRange[] = [];
  let byColumn = new Map<number, CellRange>();
  let next = 0;
  let changesAt = merged[0]?.firstRow ?? Number.POSITIVE_INFINITY;
  const advance = (row: number): void => {
    open = open.filter(({ lastRow }) => lastRow >= row);
    for (let range = merged[next]; range !== undefined && range.firstRow <= row; range = merged[next]) {
      if (range.lastRow >= row) open.push(range);
      next += 1;
    }
    byColumn = new Map();
    changesAt = merged[next]?.firstRow ?? Number.POSITIVE_INFINITY;
    for (const range of open) {
      changesAt = Math.min(changesAt, range.lastRow + 1);
      for (let column = range.firstColumn; column <= range.lastColumn; column += 1)
        byColumn.set(column, range);
    }
  };
  return (row, column) => {
    if (row >= changesAt) advance(row);
    return byColumn.get(column);
  };
}
