import type { StyleRun } from '../../../document/printed-sheet.ts';
import type { CellStyles } from './cell-styles.ts';

/** Collects the styles of a row: those of the cells, or the default of the row, or that of each column. */
export interface StyledRow {
  readonly addColumn: (first: number, last: number, style: string | undefined) => void;
  /** Starts a row with its default style. */
  readonly begin: (style: string | undefined) => void;
  readonly add: (first: number, last: number, style: string | undefined, isNumber: boolean) => void;
  readonly runs: () => readonly StyleRun[];
}

// Thousands of columns with defaults, in each of a million rows, are not a document.
const MAX_STEPS = 5_000_000;

/** Creates the styles of a table's rows. */
export function createStyledRow({ indexOf }: CellStyles): StyledRow {
  const columns: { readonly first: number; last: number; readonly style: string }[] = [];
  let runs: StyleRun[] = [];
  let rowStyle: string | undefined;
  let at = 0;
  let steps = MAX_STEPS;
  const push = (first: number, last: number, style: number): void => {
    if (style > 0) runs.push({ first, last, style });
  };
  const addColumnStyles = (first: number, last: number, isNumber: boolean): void => {
    let next = first;
    while (next <= last) {
      steps -= 1;
      const column = steps > 0 ? columns[at] : undefined;
      const end = Math.min(last, column?.last ?? last);
      push(next, end, indexOf(column?.style ?? 'Default', isNumber));
      next = end + 1;
      if (column !== undefined && next > column.last) at += 1;
    }
  };
  return {
    addColumn: (first, last, style = 'Default') => {
      const before = columns.at(-1);
      if (before?.style === style) before.last = last;
      else columns.push({ first, last, style });
    },
    begin: (style) => {
      runs = [];
      rowStyle = style;
      at = 0;
    },
    add: (first, last, style = rowStyle, isNumber) => {
      if (style !== undefined) push(first, last, indexOf(style, isNumber));
      else {
        for (let column = columns[at]; column !== undefined && column.last < first; column = columns[at]) {
          at += 1;
          steps -= 1;
          if (steps <= 0) break;
        }
        addColumnStyles(first, last, isNumber);
      }
    },
    runs: () => runs,
  };
}
