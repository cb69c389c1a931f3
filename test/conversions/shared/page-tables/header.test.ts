import { expect, it } from 'vitest';
import { headerCells } from '../../../../lib/conversions/shared/page-tables/header.ts';
import { readLines, toLine } from '../../../../lib/conversions/shared/page-tables/lines.ts';

const word = (text: string, left: number, top: number) => ({
  text,
  left,
  right: left + 5 * text.length,
  top,
  bottom: top + 10,
});

it('does not join the number of a caption with the text below it', () => {
  const lines = [
    [word('TABLE I', 283, 100)],
    [word('Ships by port', 268, 112)],
    [word('1990', 200, 130), word('2000', 290, 130), word('2010', 380, 130)],
  ].map(toLine);
  const columns = [60, 200, 290, 380].map((left) => ({ left, right: left + 20 }));

  const cells = headerCells(lines, columns, []);

  expect(cells.map((cell) => readLines(cell.lines))).toEqual([
    '1990',
    '2000',
    '2010',
    'Ships by port',
    'TABLE I',
  ]);
});
