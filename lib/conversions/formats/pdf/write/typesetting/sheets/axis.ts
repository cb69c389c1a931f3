import type { SheetAxis } from '../../../../../document/printed-sheet.ts';

/** The positions of columns or rows, in points. */
export interface Axis {
  /** Distance of a column's or row's start from that of the first one. */
  readonly offset: (index: number) => number;
  readonly size: (index: number) => number;
}

/** Creates the positions of columns or rows. Memory grows with the ranges of equal size, not with the columns or rows. */
export function createAxis({ defaultSize, ranges }: SheetAxis): Axis {
  const starts: number[] = [];
  let end = 0;
  let next = 0;
  for (const { first, last, size } of ranges) {
    end += (first - next) * defaultSize;
    starts.push(end);
    end += (last - first + 1) * size;
    next = last + 1;
  }
  /** The last range that starts at or before an index; -1 if there is none. */
  const rangeBefore = (index: number): number => {
    let low = 0;
    let high = ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ranges[middle]?.first ?? 0) <= index) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };
  const offset = (index: number): number => {
    const at = rangeBefore(index);
    const range = ranges[at];
    if (range === undefined) return index * defaultSize;
    const start = starts[at] ?? 0;
    const inside = Math.min(index, range.last + 1) - range.first;
    return start + inside * range.size + Math.max(0, index - range.last - 1) * defaultSize;
  };
  const size = (index: number): number => {
    const range = ranges[rangeBefore(index)];
    return range !== undefined && index <= range.last ? range.size : defaultSize;
  };
  return { offset, size };
}
