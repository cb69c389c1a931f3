/** Inclusive range of pages, numbered from 1. Negative numbers count from the end: -1 is the last page. */
export interface PageRange {
  readonly first: number;
  readonly last: number;
}

const ITEM = /^(-?[1-9]\d{0,6})(?:-(-?[1-9]\d{0,6}))?$/;

/**
 * Parses `"1-3,7,-1"`: comma-separated page numbers and ranges; spaces are allowed. Negative numbers count from the
 * last page, also in ranges (`"2--1"`: all but the first). Returns undefined if the syntax is invalid or a range whose
 * ends have the same sign runs backwards.
 */
export function parsePageRanges(text: string): PageRange[] | undefined {
  const ranges: PageRange[] = [];
  for (const item of text.split(',')) {
    const match = ITEM.exec(item.replaceAll(/\s+/g, ''));
    if (match?.[1] === undefined) return undefined;
    const first = Number(match[1]);
    const last = Number(match[2] ?? match[1]);
    if (first > 0 === last > 0 && first > last) return undefined;
    ranges.push({ first, last });
  }
  return ranges;
}

/** Formats ascending page numbers as {@link parsePageRanges} reads them: `1-3,7`. */
export function formatPageRanges(pages: readonly number[]): string {
  const ranges: { first: number; last: number }[] = [];
  for (const page of pages) {
    const range = ranges.at(-1);
    if (range !== undefined && page === range.last + 1) range.last = page;
    else ranges.push({ first: page, last: page });
  }
  return ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(',');
}

/** Returns the pages in the ranges, each once and in ascending order, of a document that has `total` pages. */
export function selectPages(ranges: readonly PageRange[], total: number): number[] {
  const at = (page: number): number => (page < 0 ? total + 1 + page : page);
  const pages = new Set<number>();
  for (const { first, last } of ranges) {
    for (let page = Math.max(1, at(first)); page <= Math.min(total, at(last)); page += 1) pages.add(page);
  }
  return [...pages].toSorted((a, b) => a - b);
}
