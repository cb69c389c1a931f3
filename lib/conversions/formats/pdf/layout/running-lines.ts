import type { Segment } from './segments.ts';

/** A page's segments and its size. */
export interface SegmentedPage {
  readonly number: number;
  readonly height: number;
  readonly segments: readonly Segment[];
}

// Of the page's height: headers and footers stand outside.
const MARGIN = 0.13;
const ROWS = 3;
const REPEATS = 3;

const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/\p{N}+/gu, '#')
    .replaceAll(/\s+/g, ' ')
    .trim();

const PAGE_NUMBER = /^(?:page |seite |p\. ?)?[-–—·|[( ]*#[-–—·|\]) ]*(?:(?:of|\/|von|de) ?#)?$/;
const ROMAN = /^[ivxlc]{1,7}$/;

/** A page's outermost rows: those at its head and those at its foot, outermost first. */
function edgesOf(page: SegmentedPage): Segment[][] {
  const rows = (segments: readonly Segment[]): Segment[][] => {
    const found: Segment[][] = [];
    for (const segment of segments) {
      const row = found.find(
        ([first]) => first !== undefined && Math.abs(first.y + first.height - segment.y - segment.height) < 4,
      );
      if (row !== undefined) row.push(segment);
      else if (found.length < ROWS) found.push([segment]);
      else break;
    }
    return found;
  };
  const head = page.segments.filter((segment) => segment.y + segment.height < page.height * MARGIN);
  const foot = page.segments.filter((segment) => segment.y > page.height * (1 - MARGIN));
  return [
    ...rows(head.toSorted((a, b) => a.y - b.y)),
    ...rows(foot.toSorted((a, b) => b.y + b.height - a.y - a.height)),
  ];
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
 * The segments that are running headers and footers: that repeat at the same height on several pages but for their
 * numbers, or whose row counts the pages.
 */
export function runningSegments(pages: readonly SegmentedPage[]): Set<Segment> {
  const edges = pages.map((page) => ({ page, rows: edgesOf(page) }));
  const repeats = new Map<string, Set<number>>();
  const offsets = new Map<number, number>();
  const placed = (segment: Segment): string[] => {
    const at = Math.round(segment.y / 4);
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
      .filter(([, count]) => count >= Math.max(least, pages.length * 0.25))
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
          (isCounted && segment.letters < 100) ||
          isNumber ||
          (pages.length > 1 && ROMAN.test(key))
        )
          running.add(segment);
      }
    }
  }
  return running;
}
