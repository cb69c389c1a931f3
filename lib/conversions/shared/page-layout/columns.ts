import { maxOf, minOf } from '../../base/arrays.ts';
import { median } from '../../base/median.ts';
import type { Box } from '../geometry/box.ts';
import { clusterSpans, isAfter, type Span, spanAcross } from '../geometry/clusters.ts';
import { areInterlocked } from '../geometry/interlocked-columns.ts';
import { type CutRules, xyCut } from '../geometry/xy-cut.ts';

/** A box to order, and the text of a line of it. */
export interface OrderedBox extends Box {
  /** Number of characters. */
  readonly letters: number;
  /** Font size, in points. */
  readonly size: number;
}

// Maximum share of a line's height that the line above covers: descenders reach into the accents below.
const LINE_OVERLAP = 0.3;
// Minimum gutter in points; spaces between words can be almost as wide.
const MIN_GUTTER = 5;
/** Minimum gutter in font sizes, for large print. */
export const MIN_GUTTER_SIZES = 0.7;

// A column of text, unlike one of a table or the labels of a figure, has at least this many lines ...
const MIN_LINES = 3;
/** ... of this many characters: three short words ... */
export const MIN_LETTERS = 14;
// ... that fill this share of its width: last lines of paragraphs may be shorter.
const MIN_FILL = 0.45;
// Share of a column's boxes that are such lines ...
const MIN_LINE_SHARE = 0.4;
/** ... unless it has this many of them: a figure inside the column can have any number of labels. */
export const MANY_LINES = 8;

// Minimum number of characters of a line that is not a number on the axis of a chart.
const WORD_LETTERS = 4;

// Minimum share of the boxes in a column that may have other boxes beside it.
const MAIN_SHARE = 0.85;
// Maximum width of a column, as a share of the width of all columns.
const MAX_SHARE = 0.6;

// Maximum levels of columns within columns.
const MAX_DEPTH = 6;
// The search is quadratic; a page with more boxes is a drawing.
const MAX_BOXES = 3000;

const isLong = ({ letters }: OrderedBox): boolean => letters >= MIN_LETTERS;

const hasWord = ({ letters }: OrderedBox): boolean => letters >= WORD_LETTERS;

/** Returns true for this many lines among the boxes of a column. */
const areEnough = (lines: number, boxes: number): boolean =>
  lines >= MANY_LINES || (lines >= MIN_LINES && lines >= boxes * MIN_LINE_SHARE);

function isColumn(boxes: readonly OrderedBox[]): boolean {
  // Decides about most boxes, before their width is measured.
  const long = boxes.filter(isLong);
  if (!areEnough(long.length, boxes.length)) return false;
  // A line beside the column, such as the caption of a photo, does not widen it.
  const beside = clusterSpans(boxes, spanAcross, isAfter);
  const main = beside.find((each) => each.length >= MAIN_SHARE * boxes.length) ?? boxes;
  const width = maxOf(main.map((box) => box.x + box.width)) - minOf(main.map((box) => box.x));
  return areEnough(long.filter((box) => box.width >= MIN_FILL * width).length, boxes.length);
}

/** Returns true if boxes are several columns with many lines, between or below lines that span them. */
function areColumns(boxes: readonly OrderedBox[]): boolean {
  const long = boxes.filter(isLong);
  if (long.length < MANY_LINES * 2) return false;
  const width = maxOf(boxes.map((box) => box.x + box.width)) - minOf(boxes.map((box) => box.x));
  const lines = long.filter((box) => box.width < MAX_SHARE * width);
  const columns = clusterSpans(lines, spanAcross, isAfter);
  return columns.filter((column) => column.length >= MANY_LINES && isColumn(column)).length > 1;
}

/** Returns true if some lines end left of where others start; otherwise there are no columns. */
function mayHaveColumns(boxes: readonly OrderedBox[]): boolean {
  const lines = boxes.filter(hasWord);
  const ends = lines.map((box) => box.x + box.width).toSorted((a, b) => a - b);
  const starts = lines.map((box) => box.x).toSorted((a, b) => b - a);
  return (ends[MIN_LINES - 1] ?? Number.POSITIVE_INFINITY) < (starts[MIN_LINES - 1] ?? 0);
}

const isText = (boxes: readonly OrderedBox[]): boolean => isColumn(boxes) || areColumns(boxes);

/** Returns the widest gap between two columns of text, or between columns that are interlocked. */
function gutterOf(gaps: readonly Span[], boxes: readonly OrderedBox[]): Span | undefined {
  const size = median(boxes.map((box) => box.size));
  return gaps
    .filter((gap) => gap.to - gap.from >= size * MIN_GUTTER_SIZES)
    .toSorted((a, b) => b.to - b.from - a.to + a.from)
    .find((gap) => {
      const left = boxes.filter((box) => box.x + box.width <= gap.from);
      const right = boxes.filter((box) => box.x >= gap.to);
      return (isText(left) && isText(right)) || areInterlocked(left.filter(hasWord), right.filter(hasWord));
    });
}

const rulesFor = (rtl: boolean): CutRules<OrderedBox> => ({
  areaOf: ({ x, y, width, height }) => ({
    left: x,
    right: x + width,
    top: y + height * LINE_OVERLAP,
    bottom: y + height,
  }),
  mayCut: (boxes) => boxes.length <= MAX_BOXES && mayHaveColumns(boxes),
  minGap: MIN_GUTTER,
  spansRows: true,
  // One at a time: the columns of each side may begin at other heights.
  selectGaps: (gaps, boxes) => {
    const gutter = gutterOf(gaps, boxes);
    return gutter === undefined ? [] : [gutter];
  },
  rtl,
  maxDepth: MAX_DEPTH,
});

/** Groups the boxes of a page by column, in reading order. Does not cut between the cells of rows and the labels and values of forms. */
export const columnsOf = <T extends OrderedBox>(boxes: readonly T[], rtl: boolean): T[][] =>
  xyCut<T>(boxes, rulesFor(rtl));
