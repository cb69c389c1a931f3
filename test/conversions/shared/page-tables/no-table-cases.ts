import { gridOf, type Placed, proseAt, rowsAt } from './synthetic-page.ts';
import type { TableCase } from './table-case.ts';

/** Pages without tables, though some of their texts are aligned. */
export const noTables: readonly Omit<TableCase, 'tables'>[] = [
  { title: 'prose in one column', texts: proseAt(60, 100, 30, 16) },
  { title: 'prose in two columns', texts: [...proseAt(50, 100, 30, 8), ...proseAt(320, 100, 30, 8)] },
  {
    title: 'prose in two columns below a title',
    texts: [
      [50, 84, 'Table 1. A title whose table is elsewhere'],
      ...proseAt(50, 100, 30, 8),
      ...proseAt(320, 100, 30, 8),
    ],
  },
  {
    title: 'paragraphs in shaded boxes',
    texts: [...proseAt(55, 104, 10, 7), ...proseAt(325, 104, 10, 7), ...proseAt(55, 264, 10, 7)],
    shades: [
      [50, 100, 290, 230],
      [320, 100, 560, 230],
      [50, 260, 290, 390],
    ],
  },
  {
    title: 'a list',
    texts: Array.from({ length: 8 }, (_, line): Placed[] => [
      [60, 100 + line * 14, '•'],
      [78, 100 + line * 14, `an item of a list ${line}`],
    ]).flat(),
  },
  {
    title: 'a numbered list',
    texts: Array.from({ length: 8 }, (_, line): Placed[] => [
      [60, 100 + line * 14, `${line + 1}.`],
      [78, 100 + line * 14, 'what is to be done then'],
    ]).flat(),
  },
  {
    title: 'a numbered list of sentences that wrap, below the title of a table',
    texts: [
      [50, 84, 'Table 1. A title whose table is above it'],
      ...rowsAt([60, 78], 100, 12, [
        ...[1, 2, 3, 4, 5].flatMap((number) => [
          [`${number}.`, 'What is to be done then, when it is known to all'],
          ['', 'who have to do it, and who is to be asked before'],
          ['', 'it is done.'],
        ]),
      ]),
    ],
  },
  {
    title: 'code with the numbers of its lines',
    texts: [
      ...rowsAt([60, 90], 100, 12, [
        ['11', 'begin(question) {'],
        ['12', '  read(answer);'],
        ['13', '  write(answer);'],
        ['14', '}'],
        ['15', 'end()'],
      ]),
      [60, 160, 'Then the second part.'],
      ...rowsAt([60, 90], 172, 12, [
        ['16', 'begin(answer) {'],
        ['17', '  close(file);'],
        ['18', '}'],
      ]),
    ],
  },
  {
    title: 'fields and their values in code',
    texts: rowsAt([60, 130, 145], 100, 12, [
      ['author', '=', '{Gibbard, Allan},'],
      ['title', '=', '{Morality},'],
      ['number', '=', '{1},'],
      ['pages', '=', '{140-164},'],
      ['year', '=', '{1999},'],
      ['journal', '=', '{Ethics},'],
    ]),
  },
  {
    title: 'equations with numbers',
    texts: rowsAt([120, 300, 480], 100, 24, [
      ['a + b = 5', 'a > 0', '(9)'],
      ['a - b = 4', 'b > 0', '(10)'],
      ['c + d = 7', 'c > 0', '(11)'],
      ['c - d = 2', 'd > 0', '(12)'],
      ['e + f = 1', 'e > 0', '(13a)'],
    ]),
  },
  {
    title: 'a matrix in brackets as tall as its rows',
    texts: rowsAt([100, 110, 150, 190, 230], 100, 14, [
      ['\u23a1', '1', '0', '-1', '\u23a4'],
      ['\u23a2', '0', '1', '0', '\u23a5'],
      ['\u23a2', '-1', '1', '0', '\u23a5'],
      ['\u23a3', '0', '0', '1', '\u23a6'],
    ]),
  },
  {
    title: 'a table of contents',
    texts: Array.from({ length: 12 }, (_, line): Placed[] => [
      [60, 100 + line * 14, `${line + 1} Chapter about things`],
      [500, 100 + line * 14, String(3 + line * 7)],
    ]).flat(),
  },
  {
    title: 'a table of contents with headings',
    texts: rowsAt([60, 500], 100, 14, [
      ['Contents', 'Page'],
      ...Array.from({ length: 12 }, (_, line) => [`${line + 1} Chapter about things`, String(3 + line * 7)]),
    ]),
  },
  {
    title: 'a chart',
    texts: [
      ...rowsAt([60, 300], 100, 30, [
        ['50', ''],
        ['40', 'sales'],
        ['30', ''],
        ['20', ''],
        ['10', ''],
      ]),
      ...rowsAt([100, 200, 300], 260, 14, [['1990', '2000', '2010']]),
    ],
    lines: [
      [90, 100, 90, 250],
      [90, 250, 400, 250],
      [90, 130, 94, 130],
      [90, 160, 94, 160],
      [120, 250, 120, 180],
      [120, 180, 150, 180],
      [150, 250, 150, 180],
    ],
  },
  {
    title: 'a chart with an axis at either side',
    texts: [
      [60, 60, 'Figure 3. Students and incidents'],
      ...rowsAt([60, 420], 100, 22, [
        ['20,000', '100'],
        ['18,000', '90'],
        ['16,000', '80'],
        ['14,000', '70'],
        ['12,000', '60'],
        ['10,000', '50'],
      ]),
      ...rowsAt([110, 190, 270, 350], 250, 14, [['1980', '1990', '2000', '2010']]),
    ],
    lines: [
      [100, 100, 100, 240],
      [400, 100, 400, 240],
      [100, 240, 400, 240],
    ],
  },
  {
    title: 'a chart with a legend beside the numbers of its axis',
    texts: [
      ...rowsAt([60, 82, 300], 100, 22, [
        ['450', '', ''],
        ['400', 'Difference of spreads', '2.5'],
        ['350', 'Spread of the bond', '2.0'],
        ['300', '', '1.5'],
        ['250', '', '1.0'],
        ['200', '', '0.5'],
      ]),
      ...rowsAt([100, 160, 220, 280], 236, 14, [['2008', '2009', '2010', '2011']]),
    ],
    lines: [
      [90, 100, 90, 240],
      [90, 240, 300, 240],
    ],
  },
  {
    title: 'a diagram of boxes',
    texts: rowsAt([60, 220, 380], 112, 60, [
      ['plan', 'build', 'test'],
      ['', 'repair', ''],
    ]),
    lines: [
      ...gridOf([50, 130], [100, 140]),
      ...gridOf([210, 290], [100, 140]),
      ...gridOf([370, 450], [100, 140]),
      ...gridOf([210, 290], [160, 200]),
    ],
  },
  { title: 'a frame around prose', texts: proseAt(60, 104, 6, 12), lines: gridOf([50, 480], [100, 190]) },
];
