import { expect, it } from 'vitest';
import type { TextRun } from '../../../../lib/conversions/shared/page-layout/text-run.ts';
import { verticalLines } from '../../../../lib/conversions/shared/page-layout/vertical-lines.ts';

const size = 14;

/** Letters below each other; signs are narrow and at the right of their square. */
const column = (x: number, text: string): TextRun[] =>
  [...text].map((letter, at): TextRun => {
    const isSign = '。、'.includes(letter);
    const place = isSign ? { x: x + size - 4, width: 4 } : { x, width: size };
    return { text: letter, ...place, y: 40 + at * size, height: size, size };
  });

it('reads the signs of vertical lines, which are at the side of their squares', () => {
  const lines = ['会議を開きました。次は、秋です。', '資料を配りました。'];
  const runs = lines.flatMap((line, at) => column(300 - 25 * at, line));

  const found = verticalLines(runs, { width: 400, height: 600 });

  expect(found.lines.map(({ text }) => text)).toEqual(lines);
  expect(found.others).toEqual([]);
});
