import { centerOf } from '../geometry/box.ts';
import { type Column, columnsUnder } from './columns.ts';
import type { ColumnRange } from './header-columns.ts';
import type { TableLine } from './lines.ts';

// Maximum distance in line heights between the middle of a heading and that of the columns that it spans.
const CENTERED = 1;

/** Returns how far a heading is from the middle of a range, or from its only column; Infinity if it is not the range's. */
function distanceOf(
  heading: TableLine,
  [first, last]: ColumnRange,
  extents: readonly Column[],
  height: number,
): number {
  const [from, to] = [extents[first], extents[last]];
  if (from === undefined || to === undefined) return Infinity;
  if (first === last) return heading.left < to.right && heading.right > from.left ? 0 : Infinity;
  const distance = Math.abs(centerOf(heading) - (from.left + to.right) / 2);
  return distance < CENTERED * height ? distance : Infinity;
}

/**
 * Divides the columns of values among the headings of a line that are centered over them. Undefined if that is impossible, or if
 * a heading would span columns that have no headings of their own.
 *
 * @param extents the columns with their headings below the line
 * @param isHeaded the columns with a heading below the line
 */
export function spannedColumns(
  headings: readonly TableLine[],
  extents: readonly Column[],
  isHeaded: (column: number) => boolean,
  height: number,
): readonly ColumnRange[] | undefined {
  const isLabel = (heading: TableLine): boolean => columnsUnder(heading, extents)[1] === 0;
  const labels = headings.filter(isLabel).length;
  const spanning = headings.slice(labels);
  if (spanning.length === 0 || spanning.length >= extents.length - 1) return undefined;
  // The best division of the columns before each one among the headings so far.
  let best = new Map<number, { cost: number; ranges: ColumnRange[] }>([[1, { cost: 0, ranges: [] }]]);
  for (const heading of spanning) {
    const next: typeof best = new Map();
    for (const [first, { cost, ranges }] of best) {
      let headed = 0;
      for (let last = first; last < extents.length; last += 1) {
        if (isHeaded(last)) headed += 1;
        const range = [first, last] as const;
        const all = cost + distanceOf(heading, range, extents, height);
        if ((last > first && headed < 2) || all >= (next.get(last + 1)?.cost ?? Infinity)) continue;
        next.set(last + 1, { cost: all, ranges: [...ranges, range] });
      }
    }
    best = next;
  }
  const found = best.get(extents.length)?.ranges;
  return found === undefined
    ? undefined
    : [...headings.slice(0, labels).map((): ColumnRange => [0, 0]), ...found];
}
