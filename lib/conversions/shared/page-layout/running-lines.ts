import { maxOf, minOf } from '../../base/arrays.ts';
import type { Segment } from './segments.ts';
import { rowsOf } from './text-line.ts';

/** A page's segments and its size. */
export interface SegmentedPage {
  readonly number: number;
  readonly height: number;
  readonly segments: readonly Segment[];
}

// Share of the page's height at its top and bottom that headers and footers are in.
const MARGIN = 0.13;
// Rows of a header or footer; more are text.
const MAX_ROWS = 3;
// Pages on which a running line repeats; two can be chance, unless the document has no more.
const REPEATS = 3;
// Points between the same line on different pages; more than rounding, less than a line.
const SAME_PLACE = 4;
// Share of the pages that count their number in the same place.
const NUMBERED_PAGES = 0.25;
// Characters of a title beside a page number; a longer line is text.
const MAX_TITLE = 100;

// Share of the page's height at its edges where no text of the document is: printers leave more than this around it. A lone number is
// a page number in a wider margin.
const EDGE = 0.05;
const NUMBER_EDGE = 0.1;
// Times its height that a line at an edge is apart from the rest, and that a lone number is.
const EDGE_GAP = 1;
const NUMBER_GAP = 1.5;
// Segments of text that a page has besides; a label or a ticket may be printed up to its edge.
const MIN_SEGMENTS = 5;

const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/\p{N}+/gu, '#')
    .replaceAll(/\s+/g, ' ')
    .trim();

const PAGE_NUMBER = /^(?:page |seite |p\. ?)?[-–—·|[( ]*#[-–—·|\]) ]*(?:(?:of|\/|von|de) ?#)?$/;
const ROMAN = /^[ivxlc]{1,7}$/;
// A footnote: its mark, or its number before a word in lower case.
const NOTE = /^\s*(?:[*†‡§¶]|\d{1,3}\s+\p{Ll})/u;

const textOf = (row: readonly Segment[]): string =>
  row
    .toSorted((a, b) => a.x - b.x)
    .map((segment) => segment.text.trim())
    .join(' ');

const bottomOf = (row: readonly Segment[]): number => maxOf(row.map(({ y, height }) => y + height));
const topOf = (row: readonly Segment[]): number => minOf(row.map(({ y }) => y));

/**
 * The outermost rows of a page that are furniture although no other page repeats them: lines in the blank edge of the paper, and a
 * lone number near it.
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
      const isNumber = other === undefined && /^\d{1,4}$/.test(only?.text.trim() ?? '');
      const isFurniture =
        (depth < EDGE && letters < MAX_TITLE && !NOTE.test(textOf(row))) ||
        (isNumber && depth < NUMBER_EDGE && gap > NUMBER_GAP);
      if (!isFurniture) break;
      found.push(row);
      // Rows are apart from the text together.
      if (gap > EDGE_GAP) apart = found.length;
    }
    return found.slice(0, apart);
  };
  return [...fromEnd(true), ...fromEnd(false)];
}

/** A page's outermost rows: those of its header and of its footer, outermost first. */
function outermostRows({ height, segments }: SegmentedPage): Segment[][] {
  const header = segments.filter((segment) => segment.y + segment.height < height * MARGIN);
  const footer = segments.filter((segment) => segment.y > height * (1 - MARGIN));
  return [...rowsOf(header).slice(0, MAX_ROWS), ...rowsOf(footer).toReversed().slice(0, MAX_ROWS)];
}

/** Numbers at either end of a row: one of them may be the page's. */
function numbersOf(row: readonly Segment[]): number[] {
  const text = textOf(row);
  const found = [/^(\d{1,4})(?:\s|$)/.exec(text)?.[1], /(?:^|[\s-])(\d{1,4})$/.exec(text)?.[1]];
  return found.flatMap((digits) => (digits === undefined ? [] : [Number(digits)]));
}

/**
 * Finds running headers and footers: segments that repeat at the same height on several pages except for their numbers, rows that
 * count the pages, and lines in the blank edge of the paper.
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
    const numbers = new Set(rows.flatMap((row) => numbersOf(row).map((number) => number - page.number)));
    for (const offset of numbers) offsets.set(offset, (offsets.get(offset) ?? 0) + 1);
    for (const segment of rows.flat())
      for (const key of placed(segment)) repeats.set(key, (repeats.get(key) ?? new Set()).add(page.number));
  }
  const least = Math.min(REPEATS, Math.max(2, pages.length));
  const counted = new Set(
    [...offsets]
      .filter(([, count]) => count >= Math.max(least, pages.length * NUMBERED_PAGES))
      .map(([offset]) => offset),
  );
  const running = new Set<Segment>();
  for (const { page, rows } of edges) {
    for (const row of rows) {
      const isCounted =
        !NOTE.test(textOf(row)) && numbersOf(row).some((number) => counted.has(number - page.number));
      for (const segment of row) {
        const key = keyOf(segment.text);
        const isNumber = PAGE_NUMBER.test(key) && (pages.length > 1 || /[a-z]/.test(key));
        const repeated = repeats.get(placed(segment)[1] ?? '')?.size ?? 0;
        if (
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
  return running;
}
