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

/** The columns of each heading of a header over columns of numbers, with the headings centered. */
function spansOf(lines: readonly (readonly (readonly [text: string, middle: number])[])[]): string[] {
  const middles = [200, 260, 320, 380, 440, 500, 560];
  const columns = [{ left: 60, right: 120 }, ...middles.map((x) => ({ left: x - 8, right: x + 8 }))];
  const cells = headerCells(
    lines.map((line, at) =>
      toLine(line.map(([text, middle]) => word(text, middle - text.length * 2.5, 100 + at * 14))),
    ),
    columns,
    [],
  );
  return cells
    .filter(({ above }) => above > 0)
    .map(({ first, last, lines: own }) => `${readLines(own)} ${first}-${last}`)
    .toSorted();
}

const days = ['Mon', 'Tue', 'Wed', 'Mon', 'Tue', 'Wed'].map((text, at) => [text, 200 + at * 60] as const);

it.each([
  [
    'groups whose headings repeat',
    [
      [
        ['Boys at school', 260],
        ['Girls at school', 440],
      ],
      [...days, ['Sum', 560]],
    ],
    ['Boys at school 1-3', 'Girls at school 4-6'],
  ],
  [
    'groups before totals',
    [
      [
        ['Boys', 260],
        ['Girls', 440],
      ],
      [['School', 90], ...days, ['Sum', 560]],
    ],
    ['Boys 1-3', 'Girls 4-6'],
  ],
  [
    'all years',
    [
      [['Number of years', 380]],
      [2, 3, 4, 5, 6, 7, 8].map((year, at) => [`200${year}`, 200 + at * 60] as const),
    ],
    ['Number of years 1-7'],
  ],
  [
    'the first line of a heading',
    [
      [['Age in', 380]],
      [
        ['n', 200],
        ['SD', 260],
        ['Min', 320],
        ['years', 380],
        ['Max', 440],
        ['F', 500],
        ['p', 560],
      ],
    ],
    [],
  ],
] as const)('spans the columns under %s', (_, lines, spans) => {
  expect(spansOf(lines)).toEqual(spans);
});
