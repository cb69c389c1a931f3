import { describe, expect, it } from 'vitest';
import { groupLines } from '../../../lib/conversions/text/typst-line.ts';

describe('lines of a text', () => {
  it.each([
    [
      'become one paragraph up to an empty one',
      ['a', 'b', '', 'c'],
      [{ lines: ['a', 'b'] }, { lines: [] }, { lines: ['c'] }],
    ],
    [
      'are parted where the direction or the script changes',
      ['a', 'שלום', 'سلام', 'こんにちは', 'z'],
      [
        { lines: ['a'] },
        { lines: ['שלום'], rtl: true, lead: 'hebrew' },
        { lines: ['سلام'], rtl: true, lead: 'vazirmatn' },
        { lines: ['こんにちは'], lead: 'japanese' },
        { lines: ['z'] },
      ],
    ],
    ['keep their spaces', ['  a   b'], [{ lines: ['\u00a0\u00a0a\u00a0\u00a0 b'] }]],
    [
      'may be broken in long words',
      ['x'.repeat(70)],
      [{ lines: [['x'.repeat(30), 'x'.repeat(30), 'x'.repeat(10)]] }],
    ],
  ])('%s', (_, lines, groups) => {
    expect(groupLines(lines)).toEqual(groups);
  });

  it.each([
    ['sentences', 'これは文です。', '。'],
    ['words', 'word ', 'd'],
    ['anything', '😀', '😀'],
  ])('that are very long are parted after %s, and nothing of them is lost', (_, unit, end) => {
    const line = unit.repeat(20_000);

    const pieces = groupLines([line]).flatMap(({ lines }) => lines.flat());

    expect(pieces.length).toBeGreaterThan(10);
    for (const piece of pieces.slice(0, -1)) expect(piece.endsWith(end)).toBe(true);
    expect(pieces.join('').replaceAll(' ', '')).toBe(line.replaceAll(' ', ''));
  });
});
