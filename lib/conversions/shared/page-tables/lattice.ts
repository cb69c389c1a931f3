import { maxOf, minOf } from '../../base/arrays.ts';
import type { Rule, Rules } from './rules.ts';

// Maximum gap between rules that touch, in points.
const REACH = 4;
// Minimum points by which rules extend past the last crossing rule of a table that is open at this side.
const OPEN_SIDE = 12;
// Minimum share of a cell's side that rules cover if they separate it from the next cell.
const WALL = 0.5;
// Maximum rules of a page and cells of a table; more are a drawing.
const MAX_RULES = 1500;
const MAX_CELLS = 20_000;
// Minimum rules of a table.
const MIN_RULES = 4;
// Maximum height of a shaded band, in points; a taller one is a box around text.
const MAX_BAND = 80;
// Maximum gap between shaded bands, in heights of a band: the gap is a row without shading.
const BAND_GAP = 3;

/** A rectangle of cells that rules enclose, by rows and columns. Ends are exclusive. */
export interface LatticeCell {
  readonly row: number;
  readonly column: number;
  readonly endRow: number;
  readonly endColumn: number;
}

/** A grid of crossing rules: `ys` are the edges of the rows from top to bottom, `xs` those of the columns. */
export interface Lattice {
  /** Mean share of the column edges that rules cover, from 0 to 1. */
  readonly drawnDown: number;
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly cells: readonly LatticeCell[];
}

/** Rules that may cross each other. */
type Crossing = Pick<Rules, 'across' | 'down'>;

function components({ across, down }: Crossing): Crossing[] {
  const parent = Array.from({ length: across.length + down.length }, (_, index) => index);
  const find = (index: number): number => {
    let root = index;
    while (parent[root] !== undefined && parent[root] !== root) root = parent[root] ?? root;
    let step = index;
    while (step !== root) {
      const next = parent[step] ?? root;
      parent[step] = root;
      step = next;
    }
    return root;
  };
  for (const [i, row] of across.entries()) {
    for (const [j, column] of down.entries()) {
      const touches =
        column.at >= row.from - REACH &&
        column.at <= row.to + REACH &&
        row.at >= column.from - REACH &&
        row.at <= column.to + REACH;
      if (touches) parent[find(i)] = find(across.length + j);
    }
  }
  const groups = new Map<number, { across: Rule[]; down: Rule[] }>();
  const groupOf = (index: number) => {
    const root = find(index);
    const group = groups.get(root) ?? { across: [], down: [] };
    groups.set(root, group);
    return group;
  };
  for (const [i, rule] of across.entries()) groupOf(i).across.push(rule);
  for (const [j, rule] of down.entries()) groupOf(across.length + j).down.push(rule);
  return [...groups.values()];
}

/** Returns the positions of edges. Skips one that is too near to the previous edge. */
function edges(places: readonly number[]): number[] {
  const kept: number[] = [];
  for (const place of places.toSorted((a, b) => a - b)) {
    const last = kept.at(-1);
    if (last === undefined || place - last > REACH) kept.push(place);
  }
  return kept;
}

/** Returns the share of a range that rules cover, from 0 to 1. */
export function coverage(rules: readonly Rule[] | undefined, from: number, to: number): number {
  let covered = 0;
  for (const rule of rules ?? []) covered += Math.max(0, Math.min(to, rule.to) - Math.max(from, rule.from));
  return Math.min(1, covered / Math.max(1, to - from));
}

function toLattice({ across, down }: Crossing): Lattice | undefined {
  const ends = (rules: readonly Rule[]): number[] => {
    const places = rules.map((rule) => rule.at);
    return [minOf(places), maxOf(places)];
  };
  // A table may be open at its sides: its rules then stick out past the last ones that cross them.
  const open = (rules: readonly Rule[], crossing: readonly Rule[]): number[] => {
    const [first = 0, last = 0] = ends(crossing);
    const from = minOf(rules.map((rule) => rule.from));
    const to = maxOf(rules.map((rule) => rule.to));
    return [...(first - from > OPEN_SIDE ? [from] : []), ...(to - last > OPEN_SIDE ? [to] : [])];
  };
  const xs = edges([...down.map((rule) => rule.at), ...open(across, down)]);
  const ys = edges([...across.map((rule) => rule.at), ...open(down, across)]);
  const rows = ys.length - 1;
  const columns = xs.length - 1;
  if (rows < 1 || columns < 1 || rows * columns > MAX_CELLS) return undefined;
  const edge = (list: readonly number[], index: number): number => list[index] ?? 0;
  const downAt = xs.map((at) => down.filter((rule) => Math.abs(rule.at - at) <= REACH));
  const acrossAt = ys.map((at) => across.filter((rule) => Math.abs(rule.at - at) <= REACH));
  const wallRight = (row: number, column: number): boolean =>
    coverage(downAt[column + 1], edge(ys, row), edge(ys, row + 1)) > WALL;
  const wallBelow = (row: number, column: number): boolean =>
    coverage(acrossAt[row + 1], edge(xs, column), edge(xs, column + 1)) > WALL;
  const taken = new Set<number>();
  const cells: LatticeCell[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (taken.has(row * columns + column)) continue;
      let endColumn = column + 1;
      while (endColumn < columns && !wallRight(row, endColumn - 1) && !taken.has(row * columns + endColumn))
        endColumn += 1;
      let endRow = row + 1;
      const span = Array.from({ length: endColumn - column }, (_, index) => column + index);
      const continuesIn = (below: number): boolean =>
        span.every((at) => !wallBelow(below - 1, at)) &&
        span.slice(0, -1).every((at) => !wallRight(below, at)) &&
        (endColumn === columns || wallRight(below, endColumn - 1)) &&
        span.every((at) => !taken.has(below * columns + at));
      while (endRow < rows && continuesIn(endRow)) endRow += 1;
      for (let r = row; r < endRow; r += 1) for (const at of span) taken.add(r * columns + at);
      cells.push({ row, column, endRow, endColumn });
    }
  }
  const drawnDown = mean(downAt.map((rules) => coverage(rules, edge(ys, 0), edge(ys, rows))));
  return { drawnDown, xs, ys, cells };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const isNear = (one: number | undefined, other: number | undefined): boolean =>
  Math.abs((one ?? 0) - (other ?? 0)) <= REACH;

/** Returns true if grids have the same columns. */
const haveSameColumns = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((edge, index) => isNear(edge, other[index]));

/** Joins shaded bands below each other that have the same edges: the rows between them are not shaded. */
function joinBands(groups: readonly Crossing[]): Crossing[] {
  const joined: Crossing[] = [];
  const bands: { readonly xs: readonly number[]; readonly group: Crossing; top: number; bottom: number }[] =
    [];
  for (const group of groups) {
    const ats = group.across.map(({ at }) => at);
    const isBand = group.across.length > 0 && group.down.length > 1 && maxOf(ats) - minOf(ats) < MAX_BAND;
    if (!isBand) joined.push(group);
    else
      bands.push({ xs: edges(group.down.map(({ at }) => at)), group, top: minOf(ats), bottom: maxOf(ats) });
  }
  const stacks: (typeof bands)[] = [];
  for (const band of bands.toSorted((a, b) => a.top - b.top)) {
    const stack = stacks.find((each) => {
      const last = each.at(-1);
      return (
        last !== undefined &&
        haveSameColumns(last.xs, band.xs) &&
        band.top - last.bottom > 0 &&
        band.top - last.bottom < BAND_GAP * Math.min(last.bottom - last.top, band.bottom - band.top)
      );
    });
    if (stack === undefined) stacks.push([band]);
    else stack.push(band);
  }
  for (const stack of stacks) {
    const [from, to] = [stack[0]?.top ?? 0, stack.at(-1)?.bottom ?? 0];
    const across = stack.flatMap(({ group }) => group.across);
    const down = stack.flatMap(({ group }) => group.down);
    const walls = edges(down.map(({ at }) => at)).map((at): Rule => ({ at, from, to }));
    joined.push({ across, down: stack.length === 1 ? down : walls });
  }
  return joined;
}

/** Finds the grids that a page's rules form, from top to bottom. */
export function lattices(rules: Rules): Lattice[] {
  if (rules.across.length + rules.down.length > MAX_RULES) return [];
  return joinBands(components(rules))
    .filter(
      ({ across, down }) => across.length > 1 && down.length > 0 && across.length + down.length >= MIN_RULES,
    )
    .flatMap((component) => toLattice(component) ?? [])
    .toSorted((a, b) => (a.ys[0] ?? 0) - (b.ys[0] ?? 0));
}

/** Inserts edges between others. Returns the new index of each range, too. */
export function withInnerEdges(
  edges: readonly number[],
  inner: readonly (readonly number[])[],
): { edges: number[]; start: (index: number) => number } {
  const starts: number[] = [0];
  for (const between of inner) starts.push((starts.at(-1) ?? 0) + between.length + 1);
  return {
    edges: edges.flatMap((edge, index) => [edge, ...(inner[index] ?? [])]),
    start: (index) => starts[index] ?? 0,
  };
}
