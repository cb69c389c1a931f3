import { describe, expect, it } from 'vitest';
import { blocksData } from '../../../../lib/conversions/formats/pdf/write/typesetting/block-data.ts';
import type { LayoutContext } from '../../../../lib/conversions/formats/pdf/write/typesetting/layout-context.ts';
import { lineData } from '../../../../lib/conversions/formats/pdf/write/typesetting/line-data.ts';
import { convert } from '../../../../lib/conversions/index.ts';
import { isLong } from '../../../support/long-run.ts';

const newContext = (): LayoutContext => ({
  images: [],
  notes: [],
  formula: undefined,
  textWidth: (text) => text.length / 2,
  fontSize: 10,
  isMono: false,
  width: 400,
  rotatedWidth: 600,
  height: 700,
  seen: {
    images: new Set(),
    notes: new Set(),
    cells: 0,
    breaks: 0,
    coloured: 0,
    openHeadings: [],
    unreadFormulas: 0,
    isFlattened: false,
  },
});
const place = { room: 400, size: 10, depth: 0 };
const line = (text: string, context = newContext()) => lineData([{ kind: 'text', text }], place, context);

describe('typeset text', () => {
  it('is limited to words of 200,000 characters', () => {
    expect(line('a'.repeat(199_999)).length).toBeGreaterThan(1000);
    expect(line('a'.repeat(200_000)).length).toBeGreaterThan(1000);
    expect(() => line('a'.repeat(200_001))).toThrow(
      'The document has a word of 200001 characters; the limit is 200000 characters without a space.',
    );
  });

  it('is limited to half a million break opportunities', () => {
    const context = newContext();
    line('a'.repeat(200), context);
    const { breaks } = context.seen;
    expect(breaks).toBeGreaterThan(1);
    context.seen.breaks = 500_000 - breaks;
    line('a'.repeat(200), context);
    context.seen.breaks = 500_001 - breaks;
    expect(() => line('a'.repeat(200), context)).toThrow(/more than 500000 break opportunities/);
  });

  it('is limited to 100,000 formatted pieces in a paragraph', () => {
    const pieces = (count: number) =>
      lineData(
        Array.from({ length: count }, () => ({ kind: 'text', text: 'a ', bold: true }) as const),
        place,
        newContext(),
      );

    if (isLong) expect(pieces(99_999).length).toBe(99_999);
    expect(pieces(100_000).length).toBe(100_000);
    expect(() => pieces(100_001)).toThrow(
      'A paragraph has more than 100000 differently formatted pieces. Split it into several.',
    );
  });

  it('is limited to 20,000 page breaks', () => {
    const pages = (count: number) =>
      blocksData(
        Array.from({ length: count }, () => ({ kind: 'page_break' }) as const),
        place,
        newContext(),
      );

    expect(pages(20_000).length).toBe(20_000);
    expect(() => pages(20_001)).toThrow(
      'The document has more than 20000 page breaks. Split it into several.',
    );
  });

  it.each(isLong ? ['*a* ', '`a` '] : ['*a* '])('refuses a paragraph of %j only', async (piece) => {
    const markdown = Buffer.from(piece.repeat(isLong ? 60_000 : 50_001));

    await expect(convert(markdown, { from: 'markdown', to: 'pdf' })).rejects.toMatchObject({
      code: 'too_complex',
    });
  });

  it('keeps 30 combining marks on a character', () => {
    expect(line(`a${'\u0301'.repeat(1000)}`)).toBe(`a${'\u0301'.repeat(30)}`);
  });

  // Typst ends the whole process over a glyph of more than 255 units, so one would end this test's too.
  it.each([
    ['markdown', (text: string) => text],
    ['markdown', (text: string) => `    ${text}`],
    ['markdown', (text: string) => `|a|\n|-|\n|${text}|`],
    ['text', (text: string) => text],
  ] as const)('can join any number of letters, from %s: %#', async (from, wrap) => {
    const text = wrap('क\u094d\u200d'.repeat(300));
    const { report } = await convert(Buffer.from(text), { from, to: 'pdf' });

    expect(report.pages).toBeGreaterThan(0);
  });
});
