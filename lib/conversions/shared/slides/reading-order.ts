import type { Edges } from '../geometry/box.ts';
import { clusterSpans } from '../geometry/clusters.ts';

interface Placed<T> {
  readonly item: T;
  readonly box: Edges;
}

type Axis = readonly ['top', 'bottom'] | readonly ['left', 'right'];

// Margins of text boxes may overlap by this share of the smaller box.
const TOLERANCE = 0.05;

/** Splits what is side by side along an axis; one group if everything overlaps. */
function partsAlong<T>(placed: readonly Placed<T>[], [from, to]: Axis): Placed<T>[][] {
  return clusterSpans(
    placed,
    ({ box }) => ({ from: box[from], to: box[to] }),
    (next, furthest) =>
      next.from >= furthest.to - TOLERANCE * Math.min(next.to - next.from, furthest.to - furthest.from),
  );
}

// Rows within columns within rows; real layouts are not deeper.
const MAX_CUTS = 6;

function cut<T>(placed: readonly Placed<T>[], depth: number): Placed<T>[] {
  if (placed.length < 2 || depth >= MAX_CUTS) return [...placed];
  const axes: readonly Axis[] = [
    ['top', 'bottom'],
    ['left', 'right'],
  ];
  for (const axis of axes) {
    const parts = partsAlong(placed, axis);
    // Within a group, items keep the file's order.
    if (parts.length > 1)
      return parts.flatMap((part) =>
        cut(
          placed.filter((one) => part.includes(one)),
          depth + 1,
        ),
      );
  }
  return [...placed];
}

// Limit on items; a drawing with more shapes has no text worth sorting.
const MAX_ITEMS = 400;

/**
 * Sorts the items of a slide in reading order: rows from top to bottom, columns of a row from left to right (recursive
 * XY-cut; Nagy and Seth 1984). Overlapping items keep the file's order; items without a position keep their index.
 */
export function inReadingOrder<T>(items: readonly T[], boxOf: (item: T) => Edges | undefined): T[] {
  const placed = items.flatMap((item) => {
    const box = boxOf(item);
    return box === undefined ? [] : [{ item, box }];
  });
  if (placed.length < 2 || placed.length > MAX_ITEMS) return [...items];
  const ordered = cut(placed, 0).map(({ item }) => item);
  const known = new Set(placed.map(({ item }) => item));
  let next = 0;
  return items.map((item) => {
    if (!known.has(item)) return item;
    next += 1;
    return ordered[next - 1] ?? item;
  });
}
