import type { StyleRun } from '../../document/printed-sheet.ts';

// Cells beyond are printed without a style. More do not fit in a PDF.
const MAX_RUNS = 1_000_000;

/** Collects the styles of cells. */
export interface StyleRuns {
  readonly add: (row: number, first: number, last: number, style: number) => void;
  readonly runs: ReadonlyMap<number, readonly StyleRun[]>;
}

/** Creates an empty collection. Neighbouring cells of one style are one run. */
export function createStyleRuns(): StyleRuns {
  const runs = new Map<number, { first: number; last: number; style: number }[]>();
  let count = 0;
  const add = (row: number, first: number, last: number, style: number): void => {
    if (style <= 0 || count >= MAX_RUNS) return;
    const ofRow = runs.get(row);
    const before = ofRow?.at(-1);
    if (before !== undefined && before.style === style && before.last + 1 === first) before.last = last;
    else {
      count += 1;
      if (ofRow === undefined) runs.set(row, [{ first, last, style }]);
      else ofRow.push({ first, last, style });
    }
  };
  return { add, runs };
}
