import type { Axis } from './axis.ts';
import type { Rectangle } from './joined-boxes.ts';
import type { Span } from './page-spans.ts';
import { type OpenPane, openPane } from './pane-content.ts';

/** Where consecutive columns or rows start and end, in points. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Returns the stretch of a span. */
export const stretchOf = (axis: Axis, { first, last }: Span): Stretch => ({
  start: axis.offset(first),
  end: axis.offset(last + 1),
});

/** The indexes of the stretches that a range overlaps. Stretches are in order. */
function* overlapped(stretches: readonly Stretch[], from: number, to: number): Generator<number> {
  let low = 0;
  let high = stretches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stretches[middle]?.end ?? 0) <= from) low = middle + 1;
    else high = middle;
  }
  for (; low < stretches.length && (stretches[low]?.start ?? 0) < to; low += 1) yield low;
}

/** Distributes items among the panes that show them. A pane is created for its first item. */
export function createPanes(columns: readonly Stretch[], rows: readonly Stretch[], scale: number) {
  const panes = new Map<number, OpenPane>();
  const paneAt = (row: number, column: number): OpenPane => {
    const key = row * columns.length + column;
    const known = panes.get(key);
    if (known !== undefined) return known;
    const x = columns[column] ?? { start: 0, end: 0 };
    const y = rows[row] ?? { start: 0, end: 0 };
    const pane = openPane({ left: x.start, right: x.end, top: y.start, bottom: y.end }, scale);
    panes.set(key, pane);
    return pane;
  };
  const visit = (box: Rectangle, add: (pane: OpenPane) => void): void => {
    for (const row of overlapped(rows, box.top, box.bottom))
      for (const column of overlapped(columns, box.left, box.right)) add(paneAt(row, column));
  };
  return {
    visit,
    paneAt,
    has: (row: number, column: number) => panes.has(row * columns.length + column),
    places: () =>
      Array.from(panes.keys(), (key) => ({
        row: Math.floor(key / columns.length),
        column: key % columns.length,
      })),
  };
}
