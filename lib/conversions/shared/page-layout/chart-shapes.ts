import { type Edges, heightOf, overlap, unionOf, widthOf } from '../geometry/box.ts';

// Minimum bars of a chart, and minimum sectors.
const MIN_BARS = 3;
const MIN_SECTORS = 3;
// Maximum difference between edges in one place, and minimum between lengths that are not the same, in points.
const SAME = 1;
const DIFFERENT = 3;
// Maximum deviation of a pie from a circle and from its centre, as a share of it.
const ROUND = 0.1;
/** Maximum distance between a bar and its value, in points. */
export const VALUE_REACH = 14;

const isSame = (one: number, other: number): boolean => Math.abs(one - other) <= SAME;

/** Returns the largest group of shapes that start in one place and are equally wide, but not equally long. */
function barsIn(
  shapes: readonly Edges[],
  startOf: (edges: Edges) => number,
  acrossOf: (edges: Edges) => number,
  alongOf: (edges: Edges) => number,
): readonly Edges[] {
  const starts = Map.groupBy(shapes, (edges) => Math.round(startOf(edges)));
  let most: readonly Edges[] = [];
  for (const group of starts.values()) {
    const [first] = group;
    const bars = group.filter((edges) => first !== undefined && isSame(acrossOf(edges), acrossOf(first)));
    const lengths = bars.map(alongOf).toSorted((one, other) => one - other);
    const areDifferent = (lengths.at(-1) ?? 0) - (lengths[0] ?? 0) > DIFFERENT;
    if (bars.length >= MIN_BARS && areDifferent && bars.length > most.length) most = bars;
  }
  return most;
}

/** Returns the bars or columns of a chart: shapes on one line that differ in length only. */
export function barsAmong(shapes: readonly Edges[]): readonly Edges[] {
  const upright = barsIn(shapes, ({ bottom }) => bottom, widthOf, heightOf);
  return upright.length > 0 ? upright : barsIn(shapes, ({ left }) => left, heightOf, widthOf);
}

/** Returns true if each bar has a number at it. */
export const haveValues = (bars: readonly Edges[], numbers: readonly Edges[]): boolean =>
  bars.every(({ left, top, right, bottom }) =>
    numbers.some((edges) =>
      overlap(edges, {
        left: left - VALUE_REACH,
        top: top - VALUE_REACH,
        right: right + VALUE_REACH,
        bottom: bottom + VALUE_REACH,
      }),
    ),
  );

/** Returns true for the sectors of a pie: curved shapes within a circle that all reach its centre. */
export function arePie(curved: readonly Edges[]): boolean {
  if (curved.length < MIN_SECTORS) return false;
  const pie = unionOf(curved);
  const size = Math.max(widthOf(pie), heightOf(pie));
  if (Math.min(widthOf(pie), heightOf(pie)) < size * (1 - ROUND)) return false;
  const [x, y] = [(pie.left + pie.right) / 2, (pie.top + pie.bottom) / 2];
  const margin = size * ROUND;
  return curved.every(
    ({ left, top, right, bottom }) =>
      left - margin <= x && right + margin >= x && top - margin <= y && bottom + margin >= y,
  );
}

// Minimum lines of a grid, and minimum width of a curve, as a share of it.
const MIN_LINES = 4;
const WIDE = 0.5;

/** Returns true if one of the shapes without text is a curve over horizontal lines of one length: wide, and higher than a step. */
export function hasCurveOnGrid(lines: readonly Edges[], shapes: readonly Edges[]): boolean {
  const grids = Map.groupBy(lines, ({ left, right }) => `${Math.round(left)} ${Math.round(right)}`);
  return [...grids.values()].some((grid) => {
    if (grid.length < MIN_LINES) return false;
    const box = unionOf(grid);
    const step = heightOf(box) / (grid.length - 1);
    return shapes.some(
      (shape) =>
        overlap(shape, box) && widthOf(shape) >= widthOf(box) * WIDE && heightOf(shape) > step + DIFFERENT,
    );
  });
}
