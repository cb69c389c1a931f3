import { appendAll, maxOf, minOf } from '../../../base/arrays.ts';
import { median } from '../../../base/median.ts';
import type { Box } from '../../../shared/geometry/box.ts';
import { clusterSpans, type Span } from '../../../shared/geometry/clusters.ts';

/** What is put in order: a box, and how many letters a line of it holds. */
export interface OrderedBox extends Box {
  readonly letters: number;
  /** Of its letters, in points. */
  readonly size: number;
}

// Share of a line's height that the line above it may cover: descenders reach into the accents below.
const LINE_OVERLAP = 0.3;

/** Boxes from top to bottom in bands: each band's boxes overlap in height, and no two bands do. */
function bandsOf<T extends Box>(boxes: readonly T[]): T[][] {
  return clusterSpans(
    boxes,
    ({ y, height }) => ({ from: y, to: y + height }),
    // Lines of one paragraph overlap a little: descenders, accents.
    (_, furthest, { y, height }) => y + height * LINE_OVERLAP >= furthest.to,
  );
}

/** What of `free` no box covers. */
function cutOut(free: readonly Span[], boxes: readonly Box[]): readonly Span[] {
  let left = free;
  for (const box of boxes) {
    const from = box.x;
    const to = box.x + box.width;
    const isCut = (gap: Span): boolean => to > gap.from && from < gap.to;
    // Most boxes cover what others cover already.
    if (!left.some(isCut)) continue;
    left = left.flatMap((gap) =>
      isCut(gap)
        ? [
            { from: gap.from, to: from },
            { from: to, to: gap.to },
          ].filter((rest) => rest.to - rest.from > 1)
        : [gap],
    );
  }
  return left;
}

// What tells a column of text from a column of a table: several lines of some words that fill its width, among the labels
// and the code of figures.
const LINES = 3;
const LETTERS = 14;
const FILL = 0.45;
const SHARE = 0.5;
const MANY_LINES = 8;

function isColumn(boxes: readonly OrderedBox[]): boolean {
  if (boxes.length < LINES) return false;
  const left = minOf(boxes.map((box) => box.x));
  const right = maxOf(boxes.map((box) => box.x + box.width));
  const lines = boxes.filter((box) => box.letters >= LETTERS && box.width >= FILL * (right - left)).length;
  return lines >= MANY_LINES || (lines >= LINES && lines >= boxes.length * SHARE);
}

/** Whether some lines of text end left of where others begin: without them there are no columns, and no search. */
function mayHaveColumns(boxes: readonly OrderedBox[]): boolean {
  const lines = boxes.filter((box) => box.letters >= LETTERS);
  const ends = lines.map((box) => box.x + box.width).toSorted((a, b) => a - b);
  const starts = lines.map((box) => box.x).toSorted((a, b) => b - a);
  return (ends[LINES - 1] ?? Number.POSITIVE_INFINITY) < (starts[LINES - 1] ?? 0);
}

/** The widest gap between two columns, if any of the gaps is one. */
function gutterOf(gaps: readonly Span[], boxes: readonly OrderedBox[]): Span | undefined {
  const size = median(boxes.map((box) => box.size));
  return gaps
    .filter((gap) => gap.to - gap.from >= Math.max(5, size * 0.7))
    .toSorted((a, b) => b.to - b.from - a.to + a.from)
    .find(
      (gap) =>
        isColumn(boxes.filter((box) => box.x + box.width <= gap.from + 1)) &&
        isColumn(boxes.filter((box) => box.x >= gap.to - 1)),
    );
}

// Columns within columns within columns: no page has more. The search is quadratic in the boxes: beyond these many, a
// page is no text to read.
const MAX_DEPTH = 6;
const MAX_BOXES = 3000;

/**
 * Boxes of a page in the order in which it is read, in groups that each stand in one column. Bands that share a gap that
 * runs down between two columns are read column by column; what spans the page parts the columns above from those
 * below.
 *
 * A recursive X-Y cut (Nagy and Seth, 1984) that cuts only where columns of text are.
 */
export function columnsOf<T extends OrderedBox>(boxes: readonly T[], rtl: boolean, depth = 0): T[][] {
  if (boxes.length === 0) return [];
  if (boxes.length > MAX_BOXES || !mayHaveColumns(boxes)) return [[...boxes]];
  const left = minOf(boxes.map((box) => box.x));
  const right = maxOf(boxes.map((box) => box.x + box.width));
  const groups: T[][] = [];
  let plain: T[] = [];
  const flush = (): void => {
    if (plain.length > 0) groups.push(plain);
    plain = [];
  };
  const bands = bandsOf(boxes);
  for (let at = 0; at < bands.length; ) {
    let gaps: Span[] = [{ from: left - 1, to: right + 1 }];
    let end = at;
    let found: { readonly end: number; readonly gutter: Span } | undefined;
    const run: T[] = [];
    while (depth < MAX_DEPTH && end < bands.length) {
      const band = bands[end] ?? [];
      gaps = cutOut(gaps, band).filter((gap) => gap.to - gap.from >= 5);
      if (gaps.length === 0) break;
      appendAll(run, band);
      end += 1;
      const isLast =
        end === bands.length || cutOut(gaps, bands[end] ?? []).every((gap) => gap.to - gap.from < 5);
      if (!isLast && (end - at) % 16 !== 0) continue;
      const gutter = gutterOf(gaps, run);
      if (gutter !== undefined) found = { end, gutter };
    }
    if (found === undefined) {
      // From the next band the search would see almost the same: after a long one it goes on further down.
      const next = at + Math.max(1, Math.floor((end - at) / 16));
      appendAll(plain, bands.slice(at, next).flat());
      at = next;
      continue;
    }
    flush();
    const { gutter } = found;
    const inside = bands.slice(at, found.end).flat();
    const isFirst = (box: T): boolean => box.x + box.width / 2 < (gutter.from + gutter.to) / 2;
    const one = inside.filter(isFirst);
    const other = inside.filter((box) => !isFirst(box));
    for (const side of rtl ? [other, one] : [one, other]) appendAll(groups, columnsOf(side, rtl, depth + 1));
    at = found.end;
  }
  flush();
  return groups;
}
