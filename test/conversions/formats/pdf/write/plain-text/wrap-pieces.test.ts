import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadLineBreaks } from '../../../../../../lib/conversions/formats/pdf/write/plain-text/break-points.ts';
import type { Piece } from '../../../../../../lib/conversions/formats/pdf/write/plain-text/line-pieces.ts';
import type { PageFont } from '../../../../../../lib/conversions/formats/pdf/write/plain-text/page-font.ts';
import {
  visualOrder,
  wrapPieces,
} from '../../../../../../lib/conversions/formats/pdf/write/plain-text/wrap-pieces.ts';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const findBreaks = await loadLineBreaks();

// Every grapheme is one point wide.
const font: PageFont = {
  name: 'sans',
  resource: 'F0',
  codes: { all: [], of: () => 0 },
  shape: (text) => ({ text, font, width: [...graphemes.segment(text)].length, content: '' }),
  edges: (text) => Array.from(graphemes.segment(text), ({ index }, width) => ({ at: index, width })),
};

const piecesOf = (line: string, level = 0): Piece[] =>
  (line.match(/ +|[^ ]+/g) ?? []).map((text) => ({ level, shaped: font.shape(text, false) }));

const textOf = (pieces: readonly Piece[]): string => pieces.map(({ shaped }) => shaped.text).join('');

const wrap = (line: string, room: number): string[] =>
  wrapPieces(line, piecesOf(line), room, findBreaks).map(
    ({ pieces, indent }) => ' '.repeat(indent) + textOf(pieces),
  );

describe('wrapPieces', () => {
  it.each([
    ['a short line', ['a short line']],
    ['one two three four five', ['one two', 'three four', 'five']],
    ['  item goes on and on', ['  item goes', '  on and on']],
    ['abcdefghijklmnopqrstuvwxyz', ['abcdefghijkl', 'mnopqrstuvwx', 'yz']],
    ['see abcdefghijklmnop', ['see', 'abcdefghijkl', 'mnop']],
    ['a      b      c      d', ['a      b', 'c      d']],
    ['the long-term plan', ['the long-', 'term plan']],
    ['price (1,234.50) net', ['price', '(1,234.50)', 'net']],
    ['人人人人人人人人人人人人。人', ['人人人人人人人人人人人', '人。人']],
    ['ฉันรักภาษาไทยมาก', ['ฉันรักภาษาไทย', 'มาก']],
    [
      '👍🏽👍🏽👍🏽👍🏽👍🏽👍🏽👍🏽👍🏽👍🏽👍🏽👍🏽👍🏽👍🏽',
      ['👍🏽👍🏽👍🏽👍🏽👍🏽👍🏽👍🏽👍🏽👍🏽👍🏽👍🏽👍🏽', '👍🏽'],
    ],
  ])('breaks "%s" at twelve characters', (line, rows) => {
    expect(wrap(line, 12)).toEqual(rows);
  });

  it('breaks inside an earlier piece if the last one is not at a break', () => {
    const line = 'see long-termed';
    const pieces = ['see', ' ', 'long-term', 'ed'].map((text) => ({
      level: 0,
      shaped: font.shape(text, false),
    }));

    const rows = wrapPieces(line, pieces, 14, findBreaks);

    expect(rows.map((row) => textOf(row.pieces))).toEqual(['see long-', 'termed']);
  });

  it('loses only spaces, and no row is too wide', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', ' ', '.', '人'), maxLength: 80 }), (text) => {
        const line = text.trimEnd();
        const rows = wrap(line, 10);
        expect(rows.join('').replaceAll(' ', '')).toBe(line.replaceAll(' ', ''));
        expect(rows.every((row) => row.length <= 10)).toBe(true);
      }),
    );
  });

  it('shows a character that is wider than the page', () => {
    expect(wrap('ab', 0.5)).toEqual(['a', 'b']);
  });
});

describe('visualOrder', () => {
  it('reverses text from right to left, and keeps numbers in it', () => {
    const pieces = [...piecesOf('a '), ...piecesOf('x ', 1), ...piecesOf('12', 2), ...piecesOf(' y', 1)];

    expect(textOf(visualOrder(pieces, false))).toBe('a y 12 x');
    expect(textOf(visualOrder(piecesOf('1 2', 1), true))).toBe('2 1');
  });
});
