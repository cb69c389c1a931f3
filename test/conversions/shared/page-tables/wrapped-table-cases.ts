import { type Drawn, type Placed, rowsAt, widthOf } from './synthetic-page.ts';
import type { TableCase } from './table-case.ts';

/** Rows whose first text and words are left-aligned, and whose numbers end at the second place of their column. */
const alignedAt = (
  columns: readonly (readonly [left: number, right: number])[],
  top: number,
  pitch: number,
  rows: readonly (readonly string[])[],
): Placed[] =>
  rows.flatMap((row, index) =>
    row.flatMap((text, column): Placed[] => {
      const [left, right] = columns[column] ?? [0, 0];
      const x = column > 0 && /^\d/.test(text) ? right - widthOf(text) : left;
      return text === '' ? [] : [[x, top + index * pitch, text]];
    }),
  );

const centered = (x: number, y: number, text: string): Placed => [x - widthOf(text) / 2, y, text];

const sentences = ['Malo', 'Naples', 'Bergen', 'Cork'].map(
  (port) =>
    [
      port,
      `The office at ${port} asked its members to write a plan for the`,
      'meeting in spring',
      'Harbour unit',
    ] as const,
);

/** Pages with tables whose numbers, words and headings are aligned in different ways, or continue on the next line. */
export const wrappedTables: readonly TableCase[] = [
  {
    title: 'one column of words at its left and numbers at its right, under one heading',
    texts: [
      ...alignedAt(
        [
          [60, 120],
          [200, 260],
          [300, 380],
        ],
        100,
        14,
        [
          ['Port', 'Ships', 'Ratio'],
          ['Malo', '1204', 'Ref.'],
          ['Naples', '2310', '1.25'],
          ['Bergen', '7118', '0.75'],
          ['Cork', '5001', 'n/a'],
          ['Turku', '5321', '1.50'],
        ],
      ),
    ],
    tables: [
      {
        rows: [
          'Port | Ships | Ratio',
          'Malo | 1204 | Ref.',
          'Naples | 2310 | 1.25',
          'Bergen | 7118 | 0.75',
          'Cork | 5001 | n/a',
          'Turku | 5321 | 1.50',
        ],
        headerRows: 1,
      },
    ],
  },
  {
    title: 'two columns that no row has both of, under headings of their own',
    texts: alignedAt(
      [
        [60, 120],
        [200, 240],
        [300, 340],
      ],
      100,
      14,
      [
        ['Entry', 'Debit', 'Credit'],
        ['Rent', '1204', ''],
        ['Fees', '', '2310'],
        ['Tools', '7118', ''],
        ['Sales', '', '5001'],
        ['Paper', '5321', ''],
      ],
    ),
    tables: [
      {
        rows: [
          'Entry | Debit | Credit',
          'Rent | 1204 | ',
          'Fees |  | 2310',
          'Tools | 7118 | ',
          'Sales |  | 5001',
          'Paper | 5321 | ',
        ],
        headerRows: 1,
      },
    ],
  },
  {
    title: 'ranges and labels that continue within brackets and after hyphens',
    texts: rowsAt([60, 200, 300], 100, 12, [
      ['Port', 'Ships', 'Range (95%'],
      ['', '', 'of years)'],
      [],
      ['Malo', '1204', '(1.1–'],
      ['', '', '1.2)'],
      [],
      ['Non-', '2310', '(2.1–'],
      ['Baltic', '', '2.3)'],
      [],
      ['Bergen', '7118', '(7.0–'],
      ['', '', '7.3)'],
    ]),
    tables: [
      {
        rows: [
          'Port | Ships | Range (95% of years)',
          'Malo | 1204 | (1.1–1.2)',
          'Non-Baltic | 2310 | (2.1–2.3)',
          'Bergen | 7118 | (7.0–7.3)',
        ],
        headerRows: 1,
      },
    ],
  },
  {
    title: 'headings whose counts of answers continue on the next line',
    texts: [
      ...rowsAt([60, 200, 320], 100, 12, [
        ['Answer', 'Large ports (n =', 'Small ports (n ='],
        ['', '469)', '918)'],
      ]),
      ...alignedAt(
        [
          [60, 120],
          [200, 270],
          [320, 390],
        ],
        128,
        14,
        [
          ['Always', '34%', '3%'],
          ['Often', '11%', '33%'],
          ['Rarely', '55%', '64%'],
        ],
      ),
    ],
    tables: [
      {
        rows: [
          'Answer | Large ports (n = 469) | Small ports (n = 918)',
          'Always | 34% | 3%',
          'Often | 11% | 33%',
          'Rarely | 55% | 64%',
        ],
        headerRows: 1,
      },
    ],
  },
  {
    title: 'a column that only rows with few numbers fill',
    texts: alignedAt(
      [
        [60, 120],
        [160, 200],
        [230, 270],
        [300, 340],
        [370, 410],
        [440, 480],
        [510, 550],
      ],
      100,
      14,
      [
        ['Port', 'Total', 'Cut', 'Spring', 'Summer', 'Autumn', 'Winter'],
        ['Malo', '1204', '', '300', '301', '302', '301'],
        ['Naples', '2310', '2310', '', '', '', ''],
        ['Bergen', '7118', '', '1700', '1710', '1720', '1988'],
        ['Cork', '5001', '5001', '', '', '', ''],
        ['Turku', '5321', '', '1330', '1330', '1330', '1331'],
        ['Gdynia', '4200', '4200', '', '', '', ''],
        ['Varna', '4404', '', '1101', '1101', '1101', '1101'],
      ],
    ),
    tables: [
      {
        rows: [
          'Port | Total | Cut | Spring | Summer | Autumn | Winter',
          'Malo | 1204 |  | 300 | 301 | 302 | 301',
          'Naples | 2310 | 2310 |  |  |  | ',
          'Bergen | 7118 |  | 1700 | 1710 | 1720 | 1988',
          'Cork | 5001 | 5001 |  |  |  | ',
          'Turku | 5321 |  | 1330 | 1330 | 1330 | 1331',
          'Gdynia | 4200 | 4200 |  |  |  | ',
          'Varna | 4404 |  | 1101 | 1101 | 1101 | 1101',
        ],
        headerRows: 1,
      },
    ],
  },
  {
    title: 'headings centered between the columns that they span',
    texts: [
      [60, 100, 'Port'],
      centered(240, 100, 'Ships'),
      centered(380, 100, 'Boats'),
      ...rowsAt([60, 200, 260, 340, 400], 114, 14, [
        ['', '1990', '2000', '1990', '2000'],
        ['Malo', '1204', '1304', '2204', '2304'],
        ['Naples', '2310', '2410', '3310', '3410'],
        ['Bergen', '7118', '7218', '8118', '8218'],
        ['Cork', '5001', '5101', '6001', '6101'],
      ]),
    ],
    tables: [
      {
        rows: [
          ' | Ships >2 | Boats >2',
          'Port | 1990 | 2000 | 1990 | 2000',
          'Malo | 1204 | 1304 | 2204 | 2304',
          'Naples | 2310 | 2410 | 3310 | 3410',
          'Bergen | 7118 | 7218 | 8118 | 8218',
          'Cork | 5001 | 5101 | 6001 | 6101',
        ],
        headerRows: 2,
      },
    ],
  },
  {
    title: 'rows of sentences with a rule under each',
    texts: sentences.flatMap(([label, first, second, unit], at) =>
      rowsAt([60, 120, 450], 100 + at * 30, 12, [
        [label, first, unit],
        ['', second, ''],
      ]),
    ),
    lines: [97, 127, 157, 187, 217].map((y): Drawn => [55, y, 520, y]),
    tables: [
      {
        rows: sentences.map(([label, first, second, unit]) => `${label} | ${first} ${second} | ${unit}`),
        headerRows: 1,
      },
    ],
  },
  {
    title: 'a shaded header under a rule, and rows of which every other one is shaded',
    texts: rowsAt([55, 155, 305], 104, 16, [
      ['Name', 'Meaning', 'Unit'],
      ['mass', 'how much matter', 'kg'],
      ['length', 'how far', 'm'],
      ['time', 'how long', 's'],
      ['current', 'how strong', 'A'],
      ['area', 'how wide', 'm2'],
      ['volume', 'how large', 'm3'],
    ]),
    lines: [[50, 100, 400, 100]],
    shades: [100, 132, 164, 196].flatMap((y) => [
      [50, y, 150, y + 16] as const,
      [150, y, 300, y + 16] as const,
      [300, y, 400, y + 16] as const,
    ]),
    tables: [
      {
        rows: [
          'Name | Meaning | Unit',
          'mass | how much matter | kg',
          'length | how far | m',
          'time | how long | s',
          'current | how strong | A',
          'area | how wide | m2',
          'volume | how large | m3',
        ],
        headerRows: 1,
      },
    ],
  },
];
