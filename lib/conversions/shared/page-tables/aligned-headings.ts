import { centerOf, middleOf, sharedWidth, unionOf } from '../geometry/box.ts';
import type { Column } from './columns.ts';
import type { HeaderBlock } from './header-columns.ts';
import type { TableLine } from './lines.ts';

/** Maximum distance between the middles of two lines of a heading, in line heights. */
export const LINE_DISTANCE = 1.7;
// Maximum distance between their starts, middles or ends, in points.
const ALIGNED = 1.5;

/** Returns true if two lines start, end or are centered at the same place. */
export const areAligned = (one: Column, other: Column): boolean =>
  Math.abs(one.left - other.left) < ALIGNED ||
  Math.abs(one.right - other.right) < ALIGNED ||
  Math.abs(centerOf(one) - centerOf(other)) < ALIGNED;

/** Stacks the headings of lines that start, end or are centered at the same place. */
function stacksOf(lines: readonly (readonly TableLine[])[], height: number): TableLine[][] {
  const stacks: TableLine[][] = [];
  for (const heading of lines.flat()) {
    const stack = stacks.find((each) => {
      const last = each.at(-1);
      return (
        last !== undefined &&
        middleOf(heading) > middleOf(last) &&
        middleOf(heading) - middleOf(last) < LINE_DISTANCE * height &&
        areAligned(heading, last)
      );
    });
    if (stack === undefined) stacks.push([heading]);
    else stack.push(heading);
  }
  return stacks;
}

/** Assigns each extent a column of its own, in their order, so that they are as near as possible. */
function columnsInOrder(extents: readonly Column[], columns: readonly Column[]): number[] {
  const distance = (extent: Column, column: Column): number => Math.max(0, -sharedWidth(extent, column));
  // The least distance of the first extents from columns up to one, with the choice of the last.
  const costs: number[][] = [columns.map(() => 0)];
  for (const [at, extent] of extents.entries()) {
    let least = Infinity;
    const row = columns.map((column, index) => {
      const before = at === 0 ? 0 : (costs[at]?.[index - 1] ?? Infinity);
      least = Math.min(least, before + distance(extent, column));
      return least;
    });
    costs.push(row);
  }
  const chosen: number[] = [];
  let index = columns.length - 1;
  for (let at = extents.length; at > 0; at -= 1) {
    while (index > 0 && costs[at]?.[index - 1] === costs[at]?.[index]) index -= 1;
    chosen.unshift(index);
    index -= 1;
  }
  return chosen;
}

/**
 * Returns the headings of a header in one row, whose lines are aligned with each other: left-aligned headings may be nearer to the
 * numbers before their own. Undefined if headings are above each other or over several columns.
 */
export function alignedHeadings(
  lines: readonly (readonly TableLine[])[],
  columns: readonly Column[],
  height: number,
): HeaderBlock[] | undefined {
  const stacks = stacksOf(lines, height).toSorted((a, b) => unionOf(a).left - unionOf(b).left);
  const extents = stacks.map((stack) => unionOf(stack));
  const isSplit = extents.every((extent, at) => at === 0 || extent.left >= (extents[at - 1]?.right ?? 0));
  const isOverOne = (extent: Column): boolean =>
    columns.filter((column) => sharedWidth(extent, column) > 0).length < 2;
  const isEach = stacks.length === columns.length || extents.every(isOverOne);
  // A heading over others is on another line.
  const [first, last] = [lines[0], lines.at(-1)];
  const isOneRow =
    stacks.every(([top]) => top !== undefined && first?.includes(top)) ||
    stacks.every((stack) => last?.some((heading) => heading === stack.at(-1)));
  if (stacks.length > columns.length || !isSplit || !isEach || !isOneRow) return undefined;
  const chosen = columnsInOrder(extents, columns);
  return stacks.map((own, at) => ({ first: chosen[at] ?? 0, last: chosen[at] ?? 0, lines: own }));
}
