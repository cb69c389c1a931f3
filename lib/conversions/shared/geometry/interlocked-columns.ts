import { maxOf, minOf } from '../../base/arrays.ts';
import type { Box } from './box.ts';
import { clusterSpans, isAfter, type Span } from './clusters.ts';

// Maximum distance between the edges or middles of texts that are level, in heights of the lower one, and the maximum such height in
// points.
const LEVEL = 0.12;
const LEVEL_HEIGHT = 10;
// Maximum gap between the lines of a block, in font sizes.
const BLOCK_GAP = 0.6;
// Minimum number of lines between those of the other column, and their minimum share of the lines beside it.
const MIN_BETWEEN = 3;
const BETWEEN = 0.33;
// Each line is compared with all of the other side. A page of the smallest print has 300 lines.
const MAX_LINES = 300;
// Font sizes that count as a line of something higher than a line, such as a table.
const LINE_PITCH = 2;

/** A line of text of a column, or something as high as several lines. */
interface ColumnLine extends Box {
  /** Font size, in points. */
  readonly size: number;
}

interface Line extends Span {
  /** The number of lines that it counts as. */
  readonly count: number;
}

const lineOf = ({ y, height, size }: ColumnLine): Line => ({
  from: y,
  to: y + height,
  count: Math.max(1, Math.round(height / (size * LINE_PITCH))),
});

const spanAround = (spans: readonly Span[]): Span => ({
  from: minOf(spans.map(({ from }) => from)),
  to: maxOf(spans.map(({ to }) => to)),
});

/** Returns true if two texts start, end or are centered at the same height. */
function areLevel(one: Span, other: Span): boolean {
  const reach = LEVEL * Math.min(one.to - one.from, other.to - other.from, LEVEL_HEIGHT);
  const [start, end] = [other.from - one.from, other.to - one.to];
  return Math.abs(start) < reach || Math.abs(end) < reach || Math.abs(start + end) < 2 * reach;
}

/** Groups the lines of a column that are near each other. */
const blocksOf = (lines: readonly ColumnLine[]): Line[][] =>
  clusterSpans(lines, lineOf, (next, furthest, { size }) => next.from - furthest.to > size * BLOCK_GAP).map(
    (block) => block.map(lineOf),
  );

const countOf = (lines: readonly Line[]): number => lines.reduce((sum, { count }) => sum + count, 0);

/** Returns the lines of a block, and pairs of neighbouring ones: a cell beside a wrapped one is level with one of them. */
function withPairs(lines: readonly Line[]): Span[] {
  const pairs: Span[] = [];
  let [above, last] = [lines[0], lines[0]];
  for (const line of lines) {
    if (above === undefined || last === undefined) continue;
    if (line.from >= last.to) above = last;
    if (line.from >= above.to) pairs.push({ from: above.from, to: line.to });
    last = line;
  }
  return [...lines, ...pairs];
}

const startOf = ({ y }: ColumnLine): number => Math.round(y * 2);

/** Returns true if enough lines may be between those of the other column: most pages have none, and this is quick to see. */
function mayBeBetween(lines: readonly ColumnLine[], others: readonly ColumnLine[]): boolean {
  const starts = new Set(others.map(startOf));
  let count = 0;
  for (const line of lines) if (!starts.has(startOf(line))) count += lineOf(line).count;
  return count >= MIN_BETWEEN;
}

/**
 * Returns true if lines of both columns are between those of the other column, and not on a level with them as the cells of a table
 * and the labels of a form are.
 */
export function areInterlocked(left: readonly ColumnLine[], right: readonly ColumnLine[]): boolean {
  if (Math.max(left.length, right.length) > MAX_LINES) return false;
  if (!mayBeBetween(left, right) || !mayBeBetween(right, left)) return false;
  const blocks = [left, right].flatMap((lines, side) =>
    blocksOf(lines).map((block) => ({
      side,
      lines: block,
      levels: withPairs(block),
      span: spanAround(block),
    })),
  );
  const beside = [0, 0];
  const between = [0, 0];
  for (const row of clusterSpans(blocks, ({ span }) => span, isAfter)) {
    const parts = [0, 1].map((side) => row.filter((block) => block.side === side));
    if (parts.some((part) => part.length === 0)) continue;
    const [one, other] = row;
    // Cells of one row that wrap.
    const areCells =
      row.length === 2 && one !== undefined && other !== undefined && areLevel(one.span, other.span);
    for (const [side, part] of parts.entries()) {
      const lines = part.flatMap((block) => block.lines);
      beside[side] = (beside[side] ?? 0) + countOf(lines);
      if (areCells) continue;
      const levels = (parts[1 - side] ?? []).flatMap((block) => block.levels);
      const apart = lines.filter((line) => !levels.some((level) => areLevel(line, level)));
      between[side] = (between[side] ?? 0) + countOf(apart);
    }
  }
  return between.every((count, side) => count >= MIN_BETWEEN && count >= (beside[side] ?? 0) * BETWEEN);
}
