import { maxOf, minOf } from '../../../base/arrays.ts';
import { clusterSpans } from '../../../shared/geometry/clusters.ts';
import type { OrderedBox } from './reading-order.ts';
import { rowsOf } from './text-line.ts';
import type { SourcePage, TextRun } from './text-run.ts';

/** Runs of one line with no wide gap between them. */
export interface Segment extends OrderedBox {
  readonly runs: readonly TextRun[];
  readonly text: string;
}

// In ems. A wider gap is no space between words, not even in justified text: a gutter, or the next cell of a table.
const SEGMENT_GAP = 1;

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

/** The lines of a page, each in the parts that wide gaps leave of it; tables' text left out. */
export function segmentsOf({ runs, tables }: SourcePage): Segment[] {
  const isInTable = (run: TextRun): boolean =>
    tables.some(({ bbox }) => {
      const x = run.x + run.width / 2;
      const y = run.y + run.height / 2;
      return (
        x >= bbox.x - 1 && x <= bbox.x + bbox.width + 1 && y >= bbox.y - 1 && y <= bbox.y + bbox.height + 1
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
