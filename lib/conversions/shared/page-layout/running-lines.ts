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

const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/\p{N}+/gu, '#')
    .replaceAll(/\s+/g, ' ')
    .trim();

const PAGE_NUMBER = /^(?:page |seite |p\. ?)?[-–—·|[( ]*#[-–—·|\]) ]*(?:(?:of|\/|von|de) ?#)?$/;
const ROMAN = /^[ivxlc]{1,7}$/;

/** A page's outermost rows: those of its header and of its footer, outermost first. */
function outermostRows({ height, segments }: SegmentedPage): Segment[][] {
  const header = segments.filter((segment) => segment.y + segment.height < height * MARGIN);
  const footer = segments.filter((segment) => segment.y > height * (1 - MARGIN));
  return [...rowsOf(header).slice(0, MAX_ROWS), ...rowsOf(footer).toReversed().slice(0, MAX_ROWS)];
}

/** Numbers at either end of a row: one of them may be the page's. */
function numbersOf(row: readonly Segment[]): number[] {
  const text = row
    .toSorted((a, b) => a.x - b.x)
    .map((segment) => segment.text.trim())
    .join(' ');
  const found = [/^(\d{1,4})(?:\s|$)/.exec(text)?.[1], /(?:^|[\s-])(\d{1,4})$/.exec(text)?.[1]];
  return found.flatMap((digits) => (digits === undefined ? [] : [Number(digits)]));
}

/**
 * Finds running headers and footers: segments that repeat at the same height on several pages except for their numbers,
 * and rows that count the pages.
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
      const isCounted = numbersOf(row).some((number) => counted.has(number - page.number));
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
  }
  return running;
}
