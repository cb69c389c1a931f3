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

// Frames of text reach into each other by their margins: up to a twentieth of the smaller one is no overlap.
const TOLERANCE = 0.05;

/** Parts what stands beside each other along an axis; one group where nothing does. */
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

// Rows within columns within rows: more is no layout.
const MAX_CUTS = 6;

function cut<T>(placed: readonly Placed<T>[], depth: number): Placed<T>[] {
  if (placed.length < 2 || depth >= MAX_CUTS) return [...placed];
  const axes: readonly Axis[] = [
    ['top', 'bottom'],
    ['left', 'right'],
  ];
  for (const axis of axes) {
    const parts = partsAlong(placed, axis);
    // Within a part things keep the order they came in, which is the file's.
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

// Sorting a drawing of more shapes gives no text, only takes time.
const MAX_ITEMS = 400;

/**
 * Sets what lies on a slide in reading order: rows from above, columns of a row from the left (recursive XY-cut; Nagy and
 * Seth 1984). What overlaps keeps the order of the file. Items without a place stand where they stood.
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
