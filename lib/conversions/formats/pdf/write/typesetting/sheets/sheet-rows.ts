import type { PrintedCell, PrintedSheet, StyleRun } from '../../../../../document/printed-sheet.ts';

/** A row with text or styles. */
export interface SheetRow {
  readonly row: number;
  readonly cells: readonly PrintedCell[];
  readonly styles: readonly StyleRun[];
}

/** Returns the visible rows that have text or styles, in order. */
export function sheetRows({ cells, styles }: PrintedSheet, isVisible: (row: number) => boolean): SheetRow[] {
  const cellsOf = Map.groupBy(cells, ({ row }) => row);
  const rows = new Set([...cellsOf.keys(), ...styles.keys()]);
  return [...rows]
    .filter(isVisible)
    .toSorted((one, other) => one - other)
    .map((row) => ({ row, cells: cellsOf.get(row) ?? [], styles: styles.get(row) ?? [] }));
}

/** Returns the style of a cell by its column. Call it with ascending columns. */
export function createStyleAt(runs: readonly StyleRun[]): (column: number) => number {
  const sorted = runs.toSorted((one, other) => one.first - other.first);
  let at = 0;
  return (column) => {
    while ((sorted[at]?.last ?? Number.POSITIVE_INFINITY) < column) at += 1;
    const run = sorted[at];
    return run !== undefined && run.first <= column ? run.style : 0;
  };
}
