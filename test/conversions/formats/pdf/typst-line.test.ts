import { describe, expect, it } from 'vitest';
import { groupLines } from '../../../../lib/conversions/formats/pdf/write/typst-line.ts';

describe('lines of text', () => {
  it.each([
    [
      'become one paragraph up to an empty line',
      ['a', 'b', '', 'c'],
      [{ parts: ['a\nb'] }, { parts: [] }, { parts: ['c'] }],
    ],
    [
      'are separated where the direction changes',
      ['a', 'שלום', 'سلام', 'こんにちは', 'z'],
      [
        { parts: ['a'] },
        {
          parts: [
            ['hebrew', 'שלום\n'],
            ['vazirmatn', 'سلام'],
          ],
          rtl: true,
        },
        { parts: [['japanese', 'こんにちは\n'], 'z'] },
      ],
    ],
    [
      'set each script in its font, and Latin within it in the preceding one',
      ['हिन्दी abc 12 ไทย।'],
      [
        {
          parts: [
            ['devanagari', 'हिन्दी abc 12 '],
            ['thai', 'ไทย।'],
          ],
        },
      ],
    ],
    ['keep their spaces', ['  a   b'], [{ parts: ['\u00a0\u00a0a\u00a0\u00a0 b'] }]],
    [
      'can break long words',
      ['x'.repeat(70), 'y'],
      [{ parts: ['x'.repeat(30), 0, 'x'.repeat(30), 0, `${'x'.repeat(10)}\ny`] }],
    ],
  ])('%s', (_, lines, groups) => {
    expect(groupLines(lines)).toEqual(groups);
  });

  it.each([
    ['sentences', 'これは文です。', '。'],
    ['words', 'word ', 'd'],
    ['anything', '😀', '😀'],
  ])('that are very long are split after %s without loss', (_, unit, end) => {
    const line = unit.repeat(20_000);

    const pieces = groupLines([line]).map(({ parts }) =>
      parts.map((part) => (part === 0 ? '' : typeof part === 'string' ? part : part[1])).join(''),
    );

    expect(pieces.length).toBeGreaterThan(10);
    for (const piece of pieces.slice(0, -1)) expect(piece.endsWith(end)).toBe(true);
    expect(pieces.join('').replaceAll(' ', '')).toBe(line.replaceAll(' ', ''));
  });
});
