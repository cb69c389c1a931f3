import { centerOf, widthOf } from '../geometry/box.ts';
import { type Column, columnsUnder } from './columns.ts';
import type { ColumnRange } from './header-columns.ts';
import { type TableLine, textOf } from './lines.ts';
import { isNumeric } from './words.ts';

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
  // The last columns may be in no group, such as one of totals.
  let found = best.get(extents.length)?.ranges;
  for (let last = extents.length - 1; found === undefined && last > 0 && isHeaded(last); last -= 1)
    found = best.get(last)?.ranges;
  return found === undefined
    ? undefined
    : [...headings.slice(0, labels).map((): ColumnRange => [0, 0]), ...found];
}

// The start of a second line of a heading.
const CONTINUES = /^[\p{Ll}(%/&-]/u;

/**
 * Returns true if headings that are centered over an odd number of columns span them, and are not the first lines of the headings
 * of the columns in the middle: each would have fitted before the line below it, or that line is a number, or headings repeat.
 *
 * @param below the heading of a column below the line
 */
export function areGroups(
  headings: readonly TableLine[],
  ranges: readonly ColumnRange[],
  extents: readonly Column[],
  below: (column: number) => TableLine | undefined,
): boolean {
  const textsOf = ([first, last]: ColumnRange): string[] =>
    Array.from({ length: last - first + 1 }, (_, at) => {
      const line = below(first + at);
      return line === undefined ? '' : textOf(line);
    });
  const groups = ranges.filter(([first, last]) => last > first);
  const keys = groups.map((range) => textsOf(range).join('\t'));
  if (groups.length > 1 && new Set(keys).size === 1) return true;
  return headings.every((heading, at) => {
    const [first, last] = ranges[at] ?? [0, 0];
    if (first === last) return true;
    const middle = (first + last) / 2;
    const line = Number.isInteger(middle) ? below(middle) : undefined;
    if (line === undefined) return true;
    if (textsOf([first, last]).every((text) => isNumeric(text))) return true;
    const room = (extents[middle + 1]?.left ?? Infinity) - (extents[middle - 1]?.right ?? 0);
    return !CONTINUES.test(textOf(line)) && widthOf(heading) + widthOf(line) < room;
  });
}
