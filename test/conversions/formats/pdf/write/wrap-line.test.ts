import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wrapLine } from '../../../../../lib/conversions/formats/pdf/write/wrap-line.ts';

// Every UTF-16 unit is one point wide.
const measure = (text: string): number => text.length;

describe('wrapLine', () => {
  it.each([
    ['a short line', ['a short line']],
    ['one two three four five', ['one two', 'three four', 'five']],
    ['  item goes on and on', ['  item goes', '  on and on']],
    ['abcdefghijklmnopqrstuvwxyz', ['abcdefghijkl', 'mnopqrstuvwx', 'yz']],
    ['see abcdefghijklmnop', ['see', 'abcdefghijkl', 'mnop']],
    ['a      b      c      d', ['a      b', 'c      d']],
  ])('breaks "%s" at twelve characters', (line, parts) => {
    expect(wrapLine(line, 12, measure)).toEqual(parts);
  });

  it('loses only spaces, and no part is too wide', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', ' ', '.'), maxLength: 80 }), (line) => {
        const parts = wrapLine(line, 10, measure);
        expect(parts.join('').replaceAll(' ', '')).toBe(line.replaceAll(' ', ''));
        if (parts.length > 1) expect(parts.every((part) => part.length <= 10)).toBe(true);
      }),
    );
  });

  it('measures a long word a few thousand characters at a time', () => {
    let measured = 0;
    const counted = (text: string): number => {
      measured += text.length;
      return text.length;
    };
    const parts = wrapLine('a'.repeat(20_000), 100, counted);

    expect(parts).toHaveLength(200);
    expect(measured).toBeLessThan(200 * 12 * 2000);
  });

  it('never splits a grapheme of several code points', () => {
    expect(wrapLine('👍🏽👍🏽👍🏽', 5, measure)).toEqual(['👍🏽', '👍🏽', '👍🏽']);
  });
});
