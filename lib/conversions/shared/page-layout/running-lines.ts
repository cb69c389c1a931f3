import { maxOf, minOf } from '../../base/arrays.ts';
import { median } from '../../base/median.ts';
import { edgesOf, sharedWidth } from '../geometry/box.ts';
import { isProse } from '../text/prose.ts';
import { isNumberedCaption } from './caption.ts';
import { sectionNumberOf } from './section-number.ts';
import type { Segment } from './segments.ts';
import { rowsOf } from './text-line.ts';

/** A page's segments and its size. */
interface SegmentedPage {
  readonly number: number;
  readonly height: number;
  readonly segments: readonly Segment[];
  readonly hasTables: boolean;
}

// Headers and footers are within this share of the page's height at its top and bottom.
const MARGIN = 0.13;
// Wider margin, as in books, in which the outermost row is furniture if it is apart from the text.
const WIDE_MARGIN = 0.22;
// Minimum gap around such a row, as multiples of its height and of the page's usual gap.
const MARGIN_GAP = 1;
const USUAL_GAPS = 1.6;
// Minimum number and share of pages with a row at a height where no page has text.
const PLACED_PAGES = 2;
const PLACED_SHARE = 0.3;
// Maximum size of a recurring row, as a multiple of the page's usual font size; a larger row is a heading.
const PLACED_SIZE = 1.05;
// The same for a row with page numbers: the number of a chapter can be that of its page.
const COUNTED_SIZE = 1.15;
// Minimum gap between a page number and the title beside it, in font sizes.
const HEADER_GAP = 3;
// Minimum segments of prose on a page whose header is recognized by its number alone.
const MIN_PROSE_SEGMENTS = 8;
// Maximum rows of a header or footer; more are text.
const MAX_ROWS = 3;
// Minimum pages on which a running line repeats; two can be chance, unless the document has only two.
const REPEATS = 3;
// Maximum difference in points between the same line on different pages: more than rounding, less than a line.
const SAME_PLACE = 4;
// Minimum share of pages with their number in the same place.
const NUMBERED_PAGES = 0.25;
// Maximum characters of a title beside a page number; a longer line is text.
const MAX_TITLE = 100;

// Shares of the page's height at its edges that contain no text of the document, because printers leave more blank; a lone number
// in the wider margin is a page number.
const EDGE = 0.05;
export const NUMBER_EDGE = 0.1;
// Minimum gap around a line at an edge, and around a lone number, as multiples of its height.
const EDGE_GAP = 1;
const NUMBER_GAP = 1.5;
// Minimum further segments on the page; a label or a ticket may be printed up to its edge.
const MIN_SEGMENTS = 5;

const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/\p{N}+/gu, '#')
    .replaceAll(/\s+/g, ' ')
    .trim();

const PAGE_NUMBER = /^(?:page |seite |p\. ?)?[-–—·|[( ]*#[-–—·|\]) ]*(?:(?:of|\/|von|de) ?#)?$/;

/** Returns true if a line is a page number, such as `7`, `- 7 -` or `Page 7 of 9`. */
export const isPageNumber = (text: string): boolean => PAGE_NUMBER.test(keyOf(text));

const ROMAN = /^[ivxlc]{1,7}$/;
// The start of a footnote: its mark, or its number before a word in lower case.
const NOTE = /^\s*(?:[*†‡§¶]|\d{1,3}\s+\p{Ll})/u;

const LEADERS = /(?:[.·․…]\s?){4}/u;

const textOf = (row: readonly Segment[]): string =>
  row
    .toSorted((a, b) => a.x - b.x)
    .map((segment) => segment.text.trim())
    .join(' ');

const isDigits = (text: string | undefined): boolean => /^\d{1,4}$/.test(text?.trim() ?? '');

/** Returns true if a number of a row is above or below one of the next row: both are in a column of a list. */
const areInColumn = (row: readonly Segment[], next: readonly Segment[]): boolean =>
  row.some(
    (segment) =>
      isDigits(segment.text) &&
      next.some((other) => isDigits(other.text) && sharedWidth(edgesOf(segment), edgesOf(other)) > 0),
  );

const bottomOf = (row: readonly Segment[]): number => maxOf(row.map(({ y, height }) => y + height));
const topOf = (row: readonly Segment[]): number => minOf(row.map(({ y }) => y));

/**
 * Returns the outermost rows of a page that are furniture although no other page repeats them: lines in the blank edge of the
 * paper, and a lone number near it.
 */
function edgeRows({ height, segments }: SegmentedPage): Segment[][] {
  if (segments.length < MIN_SEGMENTS) return [];
  const rows = rowsOf(segments);
  const fromEnd = (isTop: boolean): Segment[][] => {
    const found: Segment[][] = [];
    let apart = 0;
    const ordered = isTop ? rows : rows.toReversed();
    for (const [at, row] of ordered.slice(0, MAX_ROWS).entries()) {
      const next = ordered[at + 1];
      if (next === undefined) break;
      const [top, bottom] = [topOf(row), bottomOf(row)];
      const depth = (isTop ? bottom : height - top) / height;
      const gap = (isTop ? topOf(next) - bottom : top - bottomOf(next)) / (bottom - top);
      const letters = row.reduce((sum, segment) => sum + segment.letters, 0);
      const [only, other] = row;
      const isNumber = other === undefined && isDigits(only?.text);
      const isFurniture =
        (depth < EDGE && letters < MAX_TITLE && !NOTE.test(textOf(row))) ||
        (isNumber && depth < NUMBER_EDGE && gap > NUMBER_GAP);
      if (!isFurniture) break;
      found.push(row);
      // Rows are set apart from the text as a group.
      if (gap > EDGE_GAP) apart = found.length;
    }
    return found.slice(0, apart);
  };
  return [...fromEnd(true), ...fromEnd(false)];
}

/** A possible row of a header or footer. */
interface EdgeRow {
  readonly row: readonly Segment[];
  readonly isTop: boolean;
  /** Whether it is the page's outermost row. */
  readonly isOuter: boolean;
  /** Whether the gap between it and the next row is wider than between lines. */
  readonly isApart: boolean;
}

/** Returns the rows of a page's header and footer, outermost first. */
function outermostRows({ height, segments }: SegmentedPage): EdgeRow[] {
  const rows = rowsOf(segments.filter(({ text }) => /[\p{L}\p{N}]/u.test(text)));
  const gaps = rows.slice(1).map((row, at) => topOf(row) - bottomOf(rows[at] ?? row));
  const usual = gaps.length === 0 ? 0 : median(gaps);
  const fromEnd = (isTop: boolean): EdgeRow[] => {
    const ordered = isTop ? rows : rows.toReversed();
    const found: EdgeRow[] = [];
    for (const [at, row] of ordered.slice(0, MAX_ROWS).entries()) {
      const next = ordered[at + 1];
      const [top, bottom] = [topOf(row), bottomOf(row)];
      const depth = (isTop ? bottom : height - top) / height;
      const gap = next === undefined ? 0 : isTop ? topOf(next) - bottom : top - bottomOf(next);
      const isApart = gap > (bottom - top) * MARGIN_GAP && gap > usual * USUAL_GAPS;
      if (depth > MARGIN && !(at === 0 && depth < WIDE_MARGIN && isApart)) break;
      // Page numbers in a table of contents, and numbers of a list, share their position with many others.
      if (LEADERS.test(textOf(row)) || (!isApart && areInColumn(row, next ?? []))) break;
      found.push({ row, isTop, isOuter: at === 0, isApart });
    }
    return found;
  };
  return [...fromEnd(true), ...fromEnd(false)];
}

/**
 * Finds headers that contain the title of the chapter or article: outermost rows, apart from the text, at a height where several
 * pages have such a row and no page has text.
 */
function recurringRows(
  pages: readonly { readonly page: SegmentedPage; readonly rows: readonly EdgeRow[] }[],
) {
  const places = new Map<string, EdgeRow[]>();
  const texts = new Set<string>();
  for (const { page, rows } of pages) {
    const size = median(page.segments.map((segment) => segment.size));
    for (const edge of rows.filter(({ isOuter }) => isOuter)) {
      const { row, isTop, isApart } = edge;
      const at = Math.round((isTop ? bottomOf(row) : topOf(row)) / SAME_PLACE);
      const letters = row.reduce((sum, segment) => sum + segment.letters, 0);
      const isSmall = maxOf(row.map((segment) => segment.size)) <= size * PLACED_SIZE;
      const text = textOf(row);
      // A heading, or the caption of a figure or table, can be the first line of several pages.
      const isTitle =
        sectionNumberOf(text) !== undefined ||
        isNumberedCaption(text) ||
        row.every(({ runs }) => runs.every(({ bold }) => bold));
      if (isApart && isSmall && letters < MAX_TITLE && !isTitle && !NOTE.test(text))
        places.set(`${isTop} ${at}`, [...(places.get(`${isTop} ${at}`) ?? []), edge]);
      else for (const near of [at - 1, at, at + 1]) texts.add(`${isTop} ${near}`);
    }
  }
  const least = Math.max(PLACED_PAGES, (pages.length - 1) * PLACED_SHARE);
  return new Set(
    [...places].filter(([key, rows]) => !texts.has(key) && rows.length >= least).flatMap(([, rows]) => rows),
  );
}

const STAMP = /^downloaded (?:from|by|on|at)\b/i;

/** Returns true for the stamp of a publisher or library on each downloaded page. */
export const isStamp = (text: string): boolean => STAMP.test(text.trimStart());

/** Returns true if the top row of a page of prose is a title and the page number, at its outer ends. */
function isNumberedHeader({ row, isTop, isOuter }: EdgeRow, { segments }: SegmentedPage): boolean {
  if (!isTop || !isOuter || row.length < 2) return false;
  const ordered = row.toSorted((a, b) => a.x - b.x);
  // A section number is closer to its title.
  const isWide = ordered.some(({ x, size }, at) => {
    const before = ordered[at - 1];
    return before !== undefined && x - before.x - before.width > size * HEADER_GAP;
  });
  if (!isWide || row.some(({ runs }) => runs.some(({ bold }) => bold))) return false;
  const texts = ordered.map((segment) => segment.text.trim());
  return (
    isDigits(texts[0]) !== isDigits(texts.at(-1)) &&
    segments.filter((segment) => isProse(segment.text)).length >= MIN_PROSE_SEGMENTS
  );
}

/** Returns the numbers at either end of a row, one of which may be the page number. */
function numbersOf(row: readonly Segment[]): number[] {
  const text = textOf(row);
  const found = [/^(\d{1,4})(?:\s|$)/.exec(text)?.[1], /(?:^|[\s-])(\d{1,4})$/.exec(text)?.[1]];
  return found.flatMap((digits) => (digits === undefined ? [] : [Number(digits)]));
}

/** Returns the pages that would have no text without their running lines, if those are the majority: there the lines are content. */
function emptiedPages(pages: readonly SegmentedPage[], running: ReadonlySet<Segment>): SegmentedPage[] {
  const filled = pages.filter(({ segments }) => segments.length > 0);
  const emptied = filled.filter(
    ({ segments, hasTables }) => !hasTables && segments.every((segment) => running.has(segment)),
  );
  return emptied.length > filled.length / 2 ? emptied : [];
}

/**
 * Finds running headers and footers: segments that repeat at the same height except for their numbers, rows with page numbers,
 * recurring rows, and lines in the blank edge of the paper.
 */
export function runningSegments(pages: readonly SegmentedPage[]): Set<Segment> {
  const edges = pages.map((page) => ({ page, rows: outermostRows(page) }));
  const repeats = new Map<string, Set<number>>();
  const offsets = new Map<number, number>();
  const placed = (segment: Segment): string[] => {
    const at = Math.round(segment.y / SAME_PLACE);
    return [at - 1, at, at + 1].map((y) => `${y} ${keyOf(segment.text)}`);
  };
  for (const { page, rows } of edges) {
    const numbers = new Set(rows.flatMap(({ row }) => numbersOf(row).map((number) => number - page.number)));
    for (const offset of numbers) offsets.set(offset, (offsets.get(offset) ?? 0) + 1);
    for (const segment of rows.flatMap(({ row }) => row))
      for (const key of placed(segment)) repeats.set(key, (repeats.get(key) ?? new Set()).add(page.number));
  }
  const least = Math.min(REPEATS, Math.max(2, pages.length));
  const counted = new Set(
    [...offsets]
      .filter(([, count]) => count >= Math.max(least, pages.length * NUMBERED_PAGES))
      .map(([offset]) => offset),
  );
  const recurring = recurringRows(edges);
  const running = new Set<Segment>();
  for (const { page, rows } of edges) {
    const usualSize = median(page.segments.map((segment) => segment.size));
    for (const edge of rows) {
      const { row } = edge;
      const isWhole = recurring.has(edge) || isNumberedHeader(edge, page) || isStamp(textOf(row));
      const isCounted =
        maxOf(row.map((segment) => segment.size)) <= usualSize * COUNTED_SIZE &&
        !NOTE.test(textOf(row)) &&
        numbersOf(row).some((number) => counted.has(number - page.number));
      for (const segment of row) {
        const key = keyOf(segment.text);
        const isNumber = PAGE_NUMBER.test(key) && (pages.length > 1 || /[a-z]/.test(key));
        const repeated = repeats.get(placed(segment)[1] ?? '')?.size ?? 0;
        if (
          isWhole ||
          repeated >= least ||
          (isCounted && segment.letters < MAX_TITLE) ||
          isNumber ||
          (pages.length > 1 && ROMAN.test(key))
        )
          running.add(segment);
      }
    }
    for (const segment of edgeRows(page).flat()) running.add(segment);
  }
  for (const { segments } of emptiedPages(pages, running))
    for (const segment of segments) running.delete(segment);
  return running;
}
