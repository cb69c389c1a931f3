import { type Edges, heightOf, widthOf } from '../geometry/box.ts';
import { type CutRules, xyCut } from '../geometry/xy-cut.ts';

// Share of a box's width or height at each side that another box may overlap: text boxes have margins inside.
const INSET = 0.025;
// Levels of columns within columns; real slides have two.
const MAX_DEPTH = 3;
// Limit on items; a drawing with more shapes has no text worth sorting.
const MAX_ITEMS = 400;

interface Placed<T> {
  readonly item: T;
  readonly box: Edges;
}

const inset = (box: Edges): Edges => ({
  left: box.left + INSET * widthOf(box),
  right: box.right - INSET * widthOf(box),
  top: box.top + INSET * heightOf(box),
  bottom: box.bottom - INSET * heightOf(box),
});

// Rows before columns: cards in a grid are read row by row. Any gap separates columns, since boxes hold whole texts.
const rules: CutRules<Placed<unknown>> = {
  areaOf: ({ box }) => inset(box),
  mayCut: ({ length }) => length > 1 && length <= MAX_ITEMS,
  minGap: 0,
  spansRows: false,
  selectGaps: (gaps) => gaps,
  rtl: false,
  maxDepth: MAX_DEPTH,
};

/**
 * Sorts the items of a slide in reading order: rows from top to bottom, columns of a row from left to right. Overlapping
 * items keep the file's order; items without a position keep their index.
 */
export function inReadingOrder<T>(items: readonly T[], boxOf: (item: T) => Edges | undefined): T[] {
  const placed = items.flatMap((item): Placed<T>[] => {
    const box = boxOf(item);
    return box === undefined ? [] : [{ item, box }];
  });
  const ordered = xyCut<Placed<T>>(placed, rules)
    .flat()
    .map(({ item }) => item);
  const known = new Set(ordered);
  let next = 0;
  return items.map((item) => {
    if (!known.has(item)) return item;
    next += 1;
    return ordered[next - 1] ?? item;
  });
}
