import { maxOf, minOf } from '../../base/arrays.ts';
import { isAmid } from '../geometry/box.ts';
import { clusterSpans, spanAcross } from '../geometry/clusters.ts';
import { MANY_LINES, MIN_GUTTER_SIZES, MIN_LETTERS, type OrderedBox } from './columns.ts';
import { rowsOf } from './text-line.ts';
import type { SourcePage, TextRun } from './text-run.ts';

// Maximum width of a space, in font sizes; a wider gap is a gutter or separates table cells.
const SEGMENT_GAP = 1;

// Points; a wider gap always counts.
const MAX_GUTTER = 60;

/** Runs of one line without a wide gap. */
export interface Segment extends OrderedBox {
  readonly runs: readonly TextRun[];
  readonly text: string;
}

function toSegment(runs: readonly TextRun[]): Segment {
  const x = minOf(runs.map((run) => run.x));
  const y = minOf(runs.map((run) => run.y));
  const text = runs.map((run) => run.text).join(' ');
  return {
    runs,
    text,
    x,
    y,
    width: maxOf(runs.map((run) => run.x + run.width)) - x,
    height: maxOf(runs.map((run) => run.y + run.height)) - y,
    letters: text.length,
    size: maxOf(runs.map((run) => run.size)),
  };
}

/**
 * Counts the lines with a gap between texts, by position in points from the left. A space in a justified line can be as wide as a
 * gutter.
 */
function gapsAt(rows: readonly (readonly TextRun[])[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const row of rows) {
    const all = row.reduce((sum, run) => sum + run.text.length, 0);
    if (all < MIN_LETTERS * 2) continue;
    let letters = 0;
    let end = Infinity;
    for (const run of row.toSorted((a, b) => a.x - b.x)) {
      const isGutter =
        run.x - end > MIN_GUTTER_SIZES * run.size &&
        run.x - end < MAX_GUTTER &&
        letters >= MIN_LETTERS &&
        all - letters >= MIN_LETTERS;
      if (isGutter)
        for (let at = Math.ceil(end); at <= run.x; at += 1) counts.set(at, (counts.get(at) ?? 0) + 1);
      letters += run.text.length;
      end = end === Infinity ? run.x + run.width : Math.max(end, run.x + run.width);
    }
  }
  return counts;
}

/** Returns the runs of a page that are in no table. */
export const runsBesideTables = ({ runs, tables }: SourcePage): readonly TextRun[] =>
  tables.length === 0 ? runs : runs.filter((run) => !tables.some(({ bbox }) => isAmid(run, bbox)));

/** Splits the lines of runs at wide gaps, and at the gutters of columns. */
export function segmentsOf(runs: readonly TextRun[]): Segment[] {
  const rows = rowsOf(runs);
  const counts = gapsAt(rows);
  const isInGutter = (from: number, to: number): boolean => {
    for (let at = Math.ceil(from); at <= to; at += 1) if ((counts.get(at) ?? 0) >= MANY_LINES) return true;
    return false;
  };
  return rows.flatMap((row) => {
    const parts = clusterSpans(row, spanAcross, (next, furthest, run) => {
      const gap = next.from - furthest.to;
      return (
        gap > SEGMENT_GAP * run.size ||
        (gap > MIN_GUTTER_SIZES * run.size && isInGutter(furthest.to, next.from))
      );
    });
    return parts.map(toSegment);
  });
}
