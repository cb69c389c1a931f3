import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatPageRanges,
  type PageRange,
  parsePageRanges,
  selectPages,
} from '../../../lib/conversions/base/page-ranges.ts';

const page = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: -60, max: -1 }));
const range = fc
  .tuple(page, page)
  .map(
    ([a, b]): PageRange =>
      a > 0 === b > 0 ? { first: Math.min(a, b), last: Math.max(a, b) } : { first: a, last: b },
  );
const write = ({ first, last }: PageRange): string => (first === last ? `${first}` : `${first}-${last}`);

describe('parsePageRanges', () => {
  it('round-trips any list of ranges', () => {
    fc.assert(
      fc.property(fc.array(range, { minLength: 1, maxLength: 8 }), (ranges) => {
        expect(parsePageRanges(ranges.map(write).join(', '))).toEqual(ranges);
      }),
    );
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => void parsePageRanges(text)));
  });

  it.each(['', ',', '1,', 'a', '0', '1-', '-', '3-1', '-1--3', '1..3', '1-2-3', '1e3', '99999999'])(
    'rejects "%s"',
    (text) => {
      expect(parsePageRanges(text)).toBeUndefined();
    },
  );
});

describe('formatPageRanges', () => {
  it('is read as the same pages', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1 }), (some) => {
        const pages = some.toSorted((a, b) => a - b);
        expect(selectPages(parsePageRanges(formatPageRanges(pages)) ?? [], 60)).toEqual(pages);
      }),
    );
    expect(formatPageRanges([1, 2, 3, 7])).toBe('1-3,7');
  });
});

describe('selectPages', () => {
  it('counts negative numbers from the last page', () => {
    expect(selectPages(parsePageRanges('1-3,7,-1') ?? [], 10)).toEqual([1, 2, 3, 7, 10]);
    expect(selectPages(parsePageRanges('2--2') ?? [], 5)).toEqual([2, 3, 4]);
    expect(selectPages(parsePageRanges('9') ?? [], 5)).toEqual([]);
  });

  it('returns existing pages only, each once and in ascending order', () => {
    fc.assert(
      fc.property(fc.array(range, { maxLength: 8 }), fc.integer({ min: 1, max: 50 }), (ranges, total) => {
        const pages = selectPages(ranges, total);
        expect(pages).toEqual([...new Set(pages)].sort((a, b) => a - b));
        expect(pages.every((number) => number >= 1 && number <= total)).toBe(true);
      }),
    );
  });
});
