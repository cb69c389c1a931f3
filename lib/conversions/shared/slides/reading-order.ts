/** A rectangle on a slide, in any unit. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Placed<T> {
  readonly item: T;
  readonly box: Box;
}

type Axis = readonly ['top', 'bottom'] | readonly ['left', 'right'];

// Margins of text boxes may overlap by this share of the smaller box.
const TOLERANCE = 0.05;

/** Groups items that overlap along an axis. */
function partsAlong<T>(placed: readonly Placed<T>[], [from, to]: Axis): Placed<T>[][] {
  const sorted = placed.toSorted((one, other) => one.box[from] - other.box[from]);
  const parts: Placed<T>[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  let extent = Number.POSITIVE_INFINITY;
  for (const one of sorted) {
    const own = one.box[to] - one.box[from];
    const isBeyond = one.box[from] >= end - TOLERANCE * Math.min(own, extent);
    if (isBeyond || parts.length === 0) {
      parts.push([one]);
      end = one.box[to];
      extent = own;
    } else {
      parts.at(-1)?.push(one);
      if (one.box[to] > end) {
        end = one.box[to];
        extent = own;
      }
    }
  }
  return parts;
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
export function inReadingOrder<T>(items: readonly T[], boxOf: (item: T) => Box | undefined): T[] {
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
