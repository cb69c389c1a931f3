import { appendAll, maxOf, minOf } from '../../base/arrays.ts';
import { centerOf, type Edges } from './box.ts';
import { clusterSpans, isAfter, type Span } from './clusters.ts';

/** Where a page is cut into rows and columns. */
export interface CutRules<T> {
  /** The exclusive area of an item: smaller than its box if boxes may overlap a little. */
  readonly areaOf: (item: T) => Edges;
  /** Whether to search these items for columns. Otherwise they stay one group. */
  readonly mayCut: (items: readonly T[]) => boolean;
  /** Gaps must be wider, in the unit of the areas. */
  readonly minGap: number;
  /** Whether gaps can run through several rows. Columns are then read before rows. */
  readonly spansRows: boolean;
  /** Selects the gaps to cut at among those that run through some rows. */
  readonly selectGaps: (gaps: readonly Span[], items: readonly T[]) => readonly Span[];
  /** Whether columns are read from right to left. */
  readonly rtl: boolean;
  /** Levels of columns within columns. */
  readonly maxDepth: number;
}

interface Placed<T> {
  readonly item: T;
  readonly area: Edges;
  /** Index in the input. */
  readonly at: number;
}

// Rows between two checks for gaps, so that a long page is checked a few times and not at each row.
const CHECK_ROWS = 16;

/** Rows from top to bottom: areas of one row overlap in height, and no two rows do. Keeps the order within a row. */
function rowsOf<T>(placed: readonly Placed<T>[]): Placed<T>[][] {
  const rows = clusterSpans(placed, ({ area }) => ({ from: area.top, to: area.bottom }), isAfter);
  return rows.map((row) => row.toSorted((one, other) => one.at - other.at));
}

/** Returns the parts of `gaps` that no area covers. */
function uncovered<T>(gaps: readonly Span[], row: readonly Placed<T>[], minGap: number): readonly Span[] {
  let left = gaps;
  for (const { area } of row) {
    const isCut = (gap: Span): boolean => area.right > gap.from && area.left < gap.to;
    // Most areas cover no further gap.
    if (!left.some(isCut)) continue;
    left = left.flatMap((gap) => {
      if (!isCut(gap)) return [gap];
      const rest = [
        { from: gap.from, to: area.left },
        { from: area.right, to: gap.to },
      ];
      return rest.filter(({ from, to }) => to - from > minGap);
    });
  }
  return left;
}

/** Groups items by column, from left to right, in input order. */
function splitAt<T>(placed: readonly Placed<T>[], gaps: readonly Span[]): Placed<T>[][] {
  const cuts = gaps.map(({ from, to }) => (from + to) / 2);
  const columns = Map.groupBy(placed, ({ area }) => cuts.filter((cut) => cut <= centerOf(area)).length);
  return [...columns].toSorted(([one], [other]) => one - other).map(([, column]) => column);
}

/** Searches the rows from `from` for columns. Returns the most rows with gaps to cut at, and the number of rows with any gap. */
function searchColumns<T>(rows: readonly Placed<T>[][], from: number, bounds: Span, rules: CutRules<T>) {
  const { minGap } = rules;
  const last = rules.spansRows ? rows.length : from + 1;
  const inside: Placed<T>[] = [];
  let gaps = uncovered([bounds], rows[from] ?? [], minGap);
  let end = from;
  let found: { readonly end: number; readonly columns: Placed<T>[][] } | undefined;
  while (gaps.length > 0) {
    appendAll(inside, rows[end] ?? []);
    end += 1;
    const next = end < last ? uncovered(gaps, rows[end] ?? [], minGap) : [];
    if (next.length === 0 || (end - from) % CHECK_ROWS === 0) {
      const selected = rules.selectGaps(
        gaps,
        inside.map(({ item }) => item),
      );
      const columns = splitAt(inside, selected);
      if (columns.length > 1) found = { end, columns };
    }
    gaps = next;
  }
  return { found, rows: end - from };
}

function cut<T>(placed: readonly Placed<T>[], rules: CutRules<T>, depth: number): Placed<T>[][] {
  if (depth >= rules.maxDepth || !rules.mayCut(placed.map(({ item }) => item))) return [[...placed]];
  const bounds = {
    from: minOf(placed.map(({ area }) => area.left)),
    to: maxOf(placed.map(({ area }) => area.right)),
  };
  const rows = rowsOf(placed);
  const groups: Placed<T>[][] = [];
  let uncut: Placed<T>[] = [];
  for (let at = 0; at < rows.length; ) {
    const { found, rows: searched } = searchColumns(rows, at, bounds, rules);
    if (found === undefined) {
      // A search from the next row would see almost the same: after a long one, continue further down.
      const next = at + Math.max(1, Math.floor(searched / CHECK_ROWS));
      appendAll(uncut, rows.slice(at, next).flat());
      at = next;
      continue;
    }
    if (uncut.length > 0) groups.push(uncut);
    uncut = [];
    const columns = rules.rtl ? found.columns.toReversed() : found.columns;
    for (const column of columns) appendAll(groups, cut(column, rules, depth + 1));
    at = found.end;
  }
  return uncut.length > 0 ? [...groups, uncut] : groups;
}

/**
 * Groups items in reading order, each group within one column: a recursive XY-cut (Nagy and Seth, 1984). An item that
 * spans a page separates the columns above it from those below.
 */
export function xyCut<T>(items: readonly T[], rules: CutRules<T>): T[][] {
  if (items.length === 0) return [];
  const placed = items.map((item, at): Placed<T> => ({ item, area: rules.areaOf(item), at }));
  return cut(placed, rules, 0).map((group) => group.map(({ item }) => item));
}
