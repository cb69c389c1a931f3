/** First and last page, from 1; negative numbers count from the end, -1 being the last page. Both inclusive. */
export interface PageRange {
  readonly first: number;
  readonly last: number;
}

const ITEM = /^(-?[1-9]\d{0,6})(?:-(-?[1-9]\d{0,6}))?$/;

/**
 * Reads `"1-3,7,-1"`: numbers and ranges separated by commas, spaces allowed; a number may be negative and then counts
 * from the last page, also as an end of a range (`"2--1"`: all but the first). Undefined when it is not of this form or
 * a range of two numbers of the same sign runs backwards.
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

/** The pages of a document of `total` pages that lie in the ranges: each once, in ascending order. */
export function selectPages(ranges: readonly PageRange[], total: number): number[] {
  const at = (page: number): number => (page < 0 ? total + 1 + page : page);
  const pages = new Set<number>();
  for (const { first, last } of ranges) {
    for (let page = Math.max(1, at(first)); page <= Math.min(total, at(last)); page += 1) pages.add(page);
  }
  return [...pages].toSorted((a, b) => a - b);
}
