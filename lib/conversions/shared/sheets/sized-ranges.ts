import type { SizedRange } from '../../document/printed-sheet.ts';

/** Collects sizes of columns or rows in any order. */
export interface SizeList {
  readonly add: (first: number, last: number, size: number) => void;
  /** Returns the sizes in order and without overlaps; an earlier entry wins. */
  readonly ranges: () => readonly SizedRange[];
}

/** Creates a list of sizes. Entries in order are joined as they come, so that equal rows cost nothing. */
export function createSizeList(): SizeList {
  const list: { first: number; last: number; size: number }[] = [];
  const add = (first: number, last: number, size: number): void => {
    const before = list.at(-1);
    if (!(first <= last)) return;
    if (before !== undefined && before.size === size && before.last + 1 === first) before.last = last;
    else list.push({ first, last, size });
  };
  const ranges = (): readonly SizedRange[] => {
    const sorted: SizedRange[] = [];
    let next = 0;
    for (const { first, last, size } of list.toSorted((one, other) => one.first - other.first)) {
      if (last < next) continue;
      sorted.push({ first: Math.max(first, next), last, size });
      next = last + 1;
    }
    return sorted;
  };
  return { add, ranges };
}
