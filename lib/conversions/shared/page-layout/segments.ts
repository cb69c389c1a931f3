import { maxOf, minOf } from '../../base/arrays.ts';
import { clusterSpans } from '../geometry/clusters.ts';
import type { OrderedBox } from './columns.ts';
import { rowsOf } from './text-line.ts';
import type { SourcePage, TextRun } from './text-run.ts';

// Font sizes; a wider gap is no space between words, not even in justified text, but a gutter or the next cell of a table.
const SEGMENT_GAP = 1;
// Points by which text of a table may be outside its box: rounding.
const TABLE_MARGIN = 1;

/** Runs of one line with no wide gap between them. */
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

/** Splits the lines of a page at wide gaps. Skips the text of tables. */
export function segmentsOf({ runs, tables }: SourcePage): Segment[] {
  const isInTable = (run: TextRun): boolean =>
    tables.some(({ bbox }) => {
      const x = run.x + run.width / 2;
      const y = run.y + run.height / 2;
      return (
        x >= bbox.x - TABLE_MARGIN &&
        x <= bbox.x + bbox.width + TABLE_MARGIN &&
        y >= bbox.y - TABLE_MARGIN &&
        y <= bbox.y + bbox.height + TABLE_MARGIN
      );
    });
  return rowsOf(runs.filter((run) => !isInTable(run))).flatMap((row) => {
    const parts = clusterSpans(
      row,
      ({ x, width }) => ({ from: x, to: x + width }),
      (next, furthest, run) => next.from - furthest.to > SEGMENT_GAP * run.size,
    );
    return parts.map(toSegment);
  });
}
