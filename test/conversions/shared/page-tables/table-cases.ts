import { type Drawn, gridOf, type Placed, proseAt, rowsAt, widthOf } from './synthetic-page.ts';
import type { TableCase } from './table-case.ts';

const numbers = (top: number, left: number): Placed[] =>
  rowsAt([left, left + 90, left + 150], top, 14, [
    ['Edges', 'Count', 'Share'],
    ['North', '1,204', '12.5'],
    ['South', '2,310', '24.0'],
    ['East', '1,118', '11.6'],
    ['West', '5,001', '51.9'],
  ]);

const numberRows = [
  'Edges | Count | Share',
  'North | 1,204 | 12.5',
  'South | 2,310 | 24.0',
  'East | 1,118 | 11.6',
  'West | 5,001 | 51.9',
];

const portRows = [
  ['Ports', 'Ships', 'Tonnes'],
  ['Malo', '1204', '912345'],
  ['Naples', '2310', '240010'],
  ['Bergen', '7118', '199116'],
  ['Cork', '5001', '151912'],
];

/** The same rows as `rowsAt`, all but the first text of each centered. */
const centeredAt = (...[xs, top, pitch, rows]: Parameters<typeof rowsAt>): Placed[] =>
  rowsAt(xs, top, pitch, rows).map(([x, y, text]) => [x === xs[0] ? x : x - widthOf(text) / 2, y, text]);

/** A page with these rows alone, which are its table. */
const asTable = (
  ...[xs, top, pitch, rows, headerRows = 1, place = rowsAt]: [
    ...Parameters<typeof rowsAt>,
    headerRows?: number,
    place?: typeof rowsAt,
  ]
): Pick<TableCase, 'texts' | 'tables'> => ({
  texts: place(xs, top, pitch, rows),
  tables: [{ rows: rows.filter(({ length }) => length > 0).map((row) => row.join(' | ')), headerRows }],
});

/** Pages with tables. */
export const tables: readonly TableCase[] = [
  {
    title: 'headings of two lines at the left of their columns, nearer to the numbers before their own',
    texts: [
      ...rowsAt([60, 200, 300, 400], 100, 12, [
        ['Port', 'Reduction of', 'Speed or', 'Idle time'],
        ['', 'fuel by ships', 'distance', 'at anchor'],
      ]),
      ...[
        ['Malo', '5.1', '8.0', '0.5'],
        ['Naples', '15.0', '15.4', '2.2'],
        ['Bergen', '30.7', '35.1', '10.3'],
        ['Cork', '20.2', '17.9', '30.8'],
      ].flatMap((row, at): Placed[] =>
        row.map((text, column) => [
          column === 0 ? 60 : 192 + column * 98 - widthOf(text),
          124 + at * 12,
          text,
        ]),
      ),
    ],
    tables: [
      {
        rows: [
          'Port | Reduction of fuel by ships | Speed or distance | Idle time at anchor',
          'Malo | 5.1 | 8.0 | 0.5',
          'Naples | 15.0 | 15.4 | 2.2',
          'Bergen | 30.7 | 35.1 | 10.3',
          'Cork | 20.2 | 17.9 | 30.8',
        ],
        headerRows: 1,
      },
    ],
  },
  {
    title: 'rows of two lines whose numbers are not in the last column',
    texts: rowsAt([70, 170, 290, 380], 100, 12, [
      ['Name', 'Function', 'Term', 'Votes'],
      [],
      ['Alice Jones', 'Chair of the', '2021-2025', '1,204'],
      ['', 'board', '', ''],
      [],
      ['Bruno Keller', 'Treasurer', '2022-2026', '988'],
      [],
      ['Chris van den', 'Secretary and', '2020-2024', '1,077'],
      ['Berg', 'press officer', '', ''],
      [],
      ['Dana Novak', 'Member', '2023-2027', '640'],
    ]),
    tables: [
      {
        rows: [
          'Name | Function | Term | Votes',
          'Alice Jones | Chair of the board | 2021-2025 | 1,204',
          'Bruno Keller | Treasurer | 2022-2026 | 988',
          'Chris van den Berg | Secretary and press officer | 2020-2024 | 1,077',
          'Dana Novak | Member | 2023-2027 | 640',
        ],
        headerRows: 1,
      },
    ],
  },
  {
    title: 'ruled cells with wrapped text',
    texts: rowsAt([55, 155, 305], 104, 12, [
      ['Name', 'Meaning', 'Unit'],
      [],
      ['mass', 'how much matter a body', 'kg'],
      ['', 'is made of', ''],
      [],
      ['length', 'how far it is', 'm'],
    ]),
    lines: gridOf([50, 150, 300, 400], [100, 120, 158, 180]),
    tables: [
      {
        rows: [
          'Name | Meaning | Unit',
          'mass | how much matter a body is made of | kg',
          'length | how far it is | m',
        ],
        headerRows: 1,
      },
    ],
  },
  {
    title: 'a heading with a wide gap between its words',
    texts: [
      ...rowsAt([60, 200, 300], 100, 14, [['Port of', 'Ships', 'Tonnes']]),
      [107, 100, 'call'],
      ...rowsAt([60, 200, 300], 114, 14, [
        ['Saint Malo', '1204', '912345'],
        ['Naples', '2310', '240010'],
        ['Bergen', '7118', '199116'],
        ['Cork', '5001', '151912'],
      ]),
    ],
    tables: [
      {
        rows: [
          'Port of call | Ships | Tonnes',
          'Saint Malo | 1204 | 912345',
          'Naples | 2310 | 240010',
          'Bergen | 7118 | 199116',
          'Cork | 5001 | 151912',
        ],
        headerRows: 1,
      },
    ],
  },
  {
    title: 'rows far apart',
    ...asTable([60, 160, 230], 100, 38, [
      ['Ports', 'Ships', 'Tonnes'],
      ['Malo', '1204', '912345'],
      ['Naples', '2310', '240010'],
      ['Bergen', '7118', '199116'],
      ['Cork', '5001', '151912'],
    ]),
  },
  {
    title: 'centered numbers',
    ...asTable(
      [60, 180, 260],
      100,
      14,
      [
        ['Ports', 'Ships', 'Tonnes'],
        ['Malo', '4', '912345'],
        ['Naples', '2310', '10'],
        ['Bergen', '711800', '1991'],
        ['Cork', '51', '15191212'],
      ],
      1,
      centeredAt,
    ),
  },
  {
    title: 'numbers with blanks between their thousands',
    ...asTable([60, 160, 230], 100, 14, [
      ['Ports', 'Ships', 'Tonnes'],
      ['Saint-Malo', '1 204', '912 345'],
      ['Naples', '2 310', '240 010'],
      ['Bergen', '7 118', '199 116'],
      ['Cork', '5 001', '151 912'],
    ]),
  },
  {
    title: 'a table whose every other row is shaded, with its first and last rows',
    ...asTable([55, 155, 305], 104, 16, [
      ['Name', 'Meaning', 'Unit'],
      ['mass', 'how much matter', 'kg'],
      ['length', 'how far', 'm'],
      ['time', 'how long', 's'],
      ['current', 'how strong', 'A'],
    ]),
    shades: [117, 149].flatMap((y) => [
      [50, y, 150, y + 16],
      [150, y, 300, y + 16],
      [300, y, 400, y + 16],
    ]),
  },
  ...[
    { title: 'every other row is shaded', shaded: [100, 132] },
    { title: 'every other row but the first is shaded', shaded: [116, 148] },
    { title: 'every other two rows are shaded', shaded: [116, 132] },
    { title: 'header of two rows is shaded', shaded: [100, 116] },
  ].map(
    ({ title, shaded }): TableCase => ({
      title: `a table whose ${title}, with a rule under each row`,
      ...asTable([55, 155, 305], 104, 16, [
        ['Name', 'Meaning', 'Unit'],
        ['mass', 'how much matter', 'kg'],
        ['length', 'how far', 'm'],
        ['time', 'how long', 's'],
        ['current', 'how strong', 'A'],
      ]),
      shades: shaded.flatMap((y) => [
        [50, y, 150, y + 16],
        [150, y, 300, y + 16],
        [300, y, 400, y + 16],
      ]),
      lines: [116, 132, 148, 164, 180].map((y): Drawn => [49.5, y, 400.5, y]),
    }),
  ),
  {
    title: 'no columns of the shading inside of cells of a grid',
    ...asTable([60, 160, 260], 104, 20, portRows),
    lines: gridOf([50, 150, 250, 350], [100, 120, 140, 160, 180, 200]),
    shades: [
      ...[56, 156, 256].map((left): Drawn => [left, 103, left + 88, 117]),
      ...[124, 144, 164, 184].map((top, row): Drawn => [251, top, 275 + 15 * row, top + 12]),
    ],
  },
  {
    title: 'a table with a highlighted cell',
    ...asTable([60, 160, 260], 104, 20, portRows),
    shades: [[155, 122, 215, 136]],
  },
  {
    title: 'texts in columns below a title, indented and wrapped',
    texts: [
      ...proseAt(40, 60, 2, 20),
      [40, 100, 'Table 1. What things are'],
      ...rowsAt([60, 160], 126, 12, [
        ['Name', 'Meaning'],
        ['mass', 'How much matter a body is made of, which'],
        ['', 'does not depend on where it is'],
        [],
        ['length', 'How far it is from one end'],
      ]),
      ...proseAt(40, 210, 2, 20),
    ],
    tables: [
      {
        rows: [
          'Name | Meaning',
          'mass | How much matter a body is made of, which does not depend on where it is',
          'length | How far it is from one end',
        ],
        headerRows: 1,
      },
    ],
  },
  {
    title: 'grid cells that span columns and rows',
    texts: [
      [55, 114, 'Item'],
      [205, 104, 'Price'],
      [155, 124, 'net'],
      [255, 124, 'gross'],
      [55, 144, 'Ink'],
      [155, 144, '4.10'],
      [255, 144, '4.90'],
    ],
    lines: [
      [50, 100, 350, 100],
      [150, 120, 350, 120],
      [50, 140, 350, 140],
      [50, 160, 350, 160],
      [50, 100, 50, 160],
      [150, 100, 150, 160],
      [250, 120, 250, 160],
      [350, 100, 350, 160],
    ],
    tables: [{ rows: ['Item v2 | Price >2', 'net | gross', 'Ink | 4.10 | 4.90'], headerRows: 2 }],
  },
  {
    title: 'rows of a grid with only an outer border',
    ...asTable([55, 155], 104, 14, [
      ['Age', 'People'],
      [],
      ['0-9', '1,530'],
      ['10-19', '1,253'],
      ['20-29', '2,783'],
    ]),
    lines: gridOf([50, 150, 250], [100, 124, 180]),
  },
  {
    title: 'a list of short texts in one grid cell as rows',
    ...asTable([55, 155], 104, 14, [
      ['Sign', 'Meaning'],
      [],
      ['+', 'sum'],
      ['-', 'difference'],
      ['*', 'product'],
      ['/', 'quotient'],
    ]),
    lines: gridOf([50, 150, 300], [100, 124, 200]),
  },
  {
    title: 'no header row if the first row of a grid contains values like the others',
    ...asTable(
      [55, 155],
      104,
      20,
      [
        ['May', '12'],
        ['June', '14'],
        ['July', '9'],
      ],
      0,
    ),
    lines: gridOf([50, 150, 250], [100, 120, 140, 160]),
  },
  {
    title: 'numbers in columns separated only by white space',
    texts: numbers(100, 60),
    tables: [{ rows: numberRows, headerRows: 1 }],
  },
  {
    title: 'wrapped labels and titles of row groups',
    texts: [
      ...rowsAt([60, 200, 280], 100, 14, [
        ['', '2019', '2020'],
        ['Households'],
        ['with children', '410', '402'],
        ['without', '830', '841'],
      ]),
      [60, 156, 'People living in'],
      [200, 156, '120'],
      [280, 156, '133'],
      [68, 166, 'shared homes'],
      ...rowsAt([60, 200, 280], 180, 14, [['Total', '1360', '1376']]),
    ],
    lines: [
      [60, 98, 300, 98],
      [60, 112, 300, 112],
      [60, 192, 300, 192],
    ],
    tables: [
      {
        rows: [
          ' | 2019 | 2020',
          'Households |  | ',
          'with children | 410 | 402',
          'without | 830 | 841',
          'People living in shared homes | 120 | 133',
          'Total | 1360 | 1376',
        ],
        headerRows: 1,
      },
    ],
  },
  {
    title: 'values vertically centred next to a label of two lines',
    texts: [
      ...rowsAt([60, 200, 280], 100, 24, [
        ['Kind', 'Count', 'Share'],
        ['Small', '12', '4.1'],
        ['Medium', '15', '5.0'],
        ['Tiny', '90', '9.2'],
      ]),
      [60, 191, 'Large ones of the'],
      [60, 203, 'second sort'],
      [200, 197, '18'],
      [280, 197, '6.2'],
      ...rowsAt([60, 200, 280], 224, 24, [['Huge', '11', '3.9']]),
    ],
    tables: [
      {
        rows: [
          'Kind | Count | Share',
          'Small | 12 | 4.1',
          'Medium | 15 | 5.0',
          'Tiny | 90 | 9.2',
          'Large ones of the second sort | 18 | 6.2',
          'Huge | 11 | 3.9',
        ],
        headerRows: 1,
      },
    ],
  },
  {
    title: 'a heading above the columns that its rule spans',
    texts: [
      [190, 100, 'Men'],
      [330, 100, 'Women'],
      ...rowsAt([60, 150, 220, 300, 370], 116, 14, [
        ['Year', 'Count', 'Share', 'Count', 'Share'],
        ['1990', '12', '4.1', '15', '5.0'],
        ['2000', '14', '4.4', '19', '5.9'],
        ['2010', '18', '4.9', '22', '6.1'],
        ['2020', '20', '5.2', '25', '6.4'],
      ]),
    ],
    lines: [
      [60, 96, 400, 96],
      [150, 112, 245, 112],
      [300, 112, 395, 112],
      [60, 128, 400, 128],
      [60, 184, 400, 184],
    ],
    tables: [
      {
        rows: [
          ' | Men >2 | Women >2',
          'Year | Count | Share | Count | Share',
          '1990 | 12 | 4.1 | 15 | 5.0',
          '2000 | 14 | 4.4 | 19 | 5.9',
          '2010 | 18 | 4.9 | 22 | 6.1',
          '2020 | 20 | 5.2 | 25 | 6.4',
        ],
        headerRows: 2,
      },
    ],
  },
  {
    title: 'a table next to a column of prose',
    texts: [...numbers(100, 40), ...proseAt(320, 96, 9, 8)],
    tables: [{ rows: numberRows, headerRows: 1 }],
  },
  {
    title: 'a table below its title, next to a column of prose',
    texts: [
      [40, 82, 'Table 1. Edges'],
      ...numbers(100, 40),
      ...Array.from(
        { length: 12 },
        (_, line): Placed => [320, 72 + line * 14, 'and what was found in the years before'],
      ),
    ],
    tables: [{ rows: numberRows, headerRows: 1 }],
  },
  {
    title: 'columns of a long list side by side in one grid',
    ...asTable([60, 110, 200, 250], 104, 20, [
      ['Age', 'Total', 'Age', 'Total'],
      ['one', '35', 'four', '24'],
      ['two', '32', 'five', '27'],
      ['three', '33', 'six', '29'],
    ]),
    lines: gridOf([55, 105, 195, 245, 300], [100, 120, 140, 160, 180]),
  },
  {
    title: 'two tables one under the other, and the notes under them left out',
    texts: [
      ...numbers(100, 60),
      [60, 172, 'Note: shares are of the total.'],
      [60, 240, 'Table 2. Again'],
      ...numbers(256, 60),
    ],
    tables: [
      { rows: numberRows, headerRows: 1 },
      { rows: numberRows, headerRows: 1 },
    ],
  },
  {
    title: 'a left-aligned header over right-aligned numbers',
    texts: [
      ...rowsAt([40, 110, 180, 250], 100, 14, [['Alpha', 'Beta', 'Gamma', 'Delta']]),
      ...rowsAt([97, 167, 237, 307], 114, 14, [
        ['1', '2', '3', '4'],
        ['5', '6', '7', '8'],
        ['9', '8', '7', '6'],
        ['5', '4', '3', '2'],
        ['1', '2', '3', '4'],
      ]),
    ],
    tables: [
      {
        rows: [
          'Alpha | Beta | Gamma | Delta',
          '1 | 2 | 3 | 4',
          '5 | 6 | 7 | 8',
          '9 | 8 | 7 | 6',
          '5 | 4 | 3 | 2',
          '1 | 2 | 3 | 4',
        ],
        headerRows: 1,
      },
    ],
  },
  {
    title: 'columns from right to left in right-to-left scripts',
    texts: rowsAt([60, 150, 240], 104, 20, [
      ['מחיר', 'כמות', 'שם פריט'],
      ['12', '3', 'עט'],
      ['40', '1', 'ספר'],
    ]),
    lines: gridOf([55, 145, 235, 320], [100, 120, 140, 160]),
    tables: [{ rows: ['פריט שם | כמות | מחיר', 'עט | 3 | 12', 'ספר | 1 | 40'], headerRows: 1 }],
  },
  {
    title: 'columns from right to left if most cells start with a right-to-left letter',
    texts: rowsAt([60, 150, 240], 104, 20, [
      ['מחיר', 'הערה', 'פריט Laser printer'],
      ['12', 'ISO/IEC', 'טונר Black cartridge'],
      ['40', 'חדש', 'כבל Long cable'],
    ]),
    lines: gridOf([55, 145, 235, 330], [100, 120, 140, 160]),
    tables: [
      {
        rows: [
          'פריט Laser printer | הערה | מחיר',
          'טונר Black cartridge | ISO/IEC | 12',
          'כבל Long cable | חדש | 40',
        ],
        headerRows: 1,
      },
    ],
  },
  {
    title: 'one header row if a rule separates a subtotal',
    ...asTable([60, 150, 210], 100, 14, [
      ['Edges', 'Count', 'Share'],
      ['North', '1,204', '12.5'],
      ['South', '2,310', '24.0'],
      ['Both', '3,514', '36.5'],
      ['East', '1,118', '11.6'],
      ['West', '5,001', '51.9'],
    ]),
    lines: [[60, 141, 230, 141]],
  },
  {
    title: 'no title in the rows of a grid with a title in its frame',
    texts: [
      [55, 104, 'Members by country'],
      ...rowsAt([55, 155], 124, 20, [
        ['Country', 'Members'],
        ['Denmark', '12'],
        ['Ireland', '14'],
      ]),
    ],
    lines: [...gridOf([50, 150, 250], [120, 140, 160, 180]), ...gridOf([50, 250], [100, 120])],
    tables: [{ rows: ['Country | Members', 'Denmark | 12', 'Ireland | 14'], headerRows: 1 }],
  },
  {
    title: 'columns that no rule separates in a grid with rules between groups of columns',
    ...asTable([55, 155, 215, 285, 345], 104, 20, [
      ['Country', '2018', '2019', '2018', '2019'],
      ['Denmark', '12,5', '13,1', '410', '402'],
      ['Ireland', '14,0', '14,2', '830', '841'],
      ['Sweden', '9,8', '10,4', '120', '133'],
    ]),
    lines: gridOf([50, 150, 280, 400], [100, 120, 140, 160, 180]),
  },
  {
    title: 'ruled cells whose numbers only rise',
    ...asTable([55, 155, 255], 104, 20, [
      ['Year', 'Branch', 'Members'],
      ['2019', 'Bergen', '118'],
      ['2020', 'Cork', '240'],
      ['2021', 'Malo', '371'],
      ['2022', 'Naples', '502'],
      ['2023', 'Split', '640'],
    ]),
    lines: gridOf([50, 150, 250, 350], [100, 120, 140, 160, 180, 200, 220]),
  },
  {
    title: 'ruled cells without a header whose numbers only rise',
    ...asTable(
      [55, 155],
      104,
      20,
      [
        ['Bergen', '118'],
        ['Cork', '240'],
        ['Malo', '371'],
        ['Naples', '502'],
        ['Split', '640'],
      ],
      0,
    ),
    lines: gridOf([50, 150, 250], [100, 120, 140, 160, 180, 200]),
  },
  {
    title: 'two columns of numbers that only rise, between rules',
    ...asTable([60, 200, 300], 104, 16, [
      ['Shelf', 'Width', 'Price'],
      ['Small', '40', '19'],
      ['Medium', '60', '29'],
      ['Large', '80', '39'],
      ['Huge', '100', '59'],
      ['Vast', '120', '89'],
    ]),
    lines: [
      [55, 101, 340, 101],
      [55, 117, 340, 117],
      [55, 199, 340, 199],
    ],
  },
  {
    title: 'a column of numbers that only rise, under its heading and without rules',
    ...asTable([60, 200], 100, 14, [
      ['Harbour', 'Distance'],
      ['Malo', '40'],
      ['Cork', '620'],
      ['Bergen', '1204'],
      ['Naples', '2310'],
      ['Split', '2502'],
    ]),
  },
  {
    title: 'signs far from their numbers in the cells of these',
    texts: rowsAt([60, 200, 230, 300, 330, 345], 100, 14, [
      ['Account', '', '2023', '', '2022'],
      ['Sales', '$', '178', '$', '165'],
      ['Costs', '', '(92', '', '(88', ')'],
      ['Profit', '$', '86', '$', '77'],
      ['Shares', '', '1,204', '', '1,118'],
    ]),
    tables: [
      {
        rows: [
          'Account | 2023 | 2022',
          'Sales | $ 178 | $ 165',
          'Costs | (92 | (88)',
          'Profit | $ 86 | $ 77',
          'Shares | 1,204 | 1,118',
        ],
        headerRows: 1,
      },
    ],
  },
  {
    title: 'per cent signs in a column of their own',
    texts: rowsAt([60, 200, 229], 100, 14, [
      ['Port', 'Share', ''],
      ['Malo', '12.5', '%'],
      ['Cork', '24.0', '%'],
      ['Bergen', '11.6', '%'],
      ['Naples', '51.9', '%'],
    ]),
    tables: [
      {
        rows: ['Port | Share', 'Malo | 12.5 %', 'Cork | 24.0 %', 'Bergen | 11.6 %', 'Naples | 51.9 %'],
        headerRows: 1,
      },
    ],
  },
  {
    title: 'headings and a title between rules above a grid',
    texts: [
      ...rowsAt([55, 155, 255], 104, 20, [['Source', 'Type', 'Tokens']]),
      [130, 124, 'First mix of all'],
      ...rowsAt([55, 155, 255], 144, 20, [
        ['Harbours', 'Web pages', '3.71'],
        ['Ships', 'Code', '83.0'],
        ['Tides', 'Papers', '58.6'],
      ]),
    ],
    lines: [[50, 100, 350, 100], [50, 120, 350, 120], ...gridOf([50, 150, 250, 350], [140, 160, 180, 200])],
    tables: [
      {
        rows: [
          'Source | Type | Tokens',
          'First mix of all >3',
          'Harbours | Web pages | 3.71',
          'Ships | Code | 83.0',
          'Tides | Papers | 58.6',
        ],
        headerRows: 1,
      },
    ],
  },
  {
    title: 'headings of two lines above a grid of data',
    texts: rowsAt([55, 155, 255], 104, 12, [
      ['', 'Ships', 'Tonnes'],
      ['Port', 'a year', 'a ship'],
      [],
      ['Malo', '120', '3.71'],
      [],
      ['Cork', '231', '83.0'],
      [],
      ['Bergen', '118', '58.6'],
    ]),
    lines: gridOf([50, 150, 250, 350], [132, 156, 180, 204]),
    tables: [
      {
        rows: [
          'Port | Ships a year | Tonnes a ship',
          'Malo | 120 | 3.71',
          'Cork | 231 | 83.0',
          'Bergen | 118 | 58.6',
        ],
        headerRows: 1,
      },
    ],
  },
  {
    title: 'a grid without the line above its header',
    texts: rowsAt([55, 155, 255], 106, 20, [
      ['Invoice', 'Harbour Ltd', 'March'],
      ['Port', 'Ships', 'Tonnes'],
      ['Malo', '120', '3.71'],
      ['Cork', '231', '83.0'],
    ]),
    lines: gridOf([50, 150, 250, 350], [120, 140, 160, 180]),
    tables: [{ rows: ['Port | Ships | Tonnes', 'Malo | 120 | 3.71', 'Cork | 231 | 83.0'], headerRows: 1 }],
  },
  {
    title: 'a heading over the others that leaves the labels out',
    texts: [
      [232, 100, 'Year Ended'],
      ...rowsAt([200, 300], 114, 14, [['2023', '2022']]),
      ...rowsAt([60, 200, 300], 130, 14, [
        ['Sales', '178.5', '165.2'],
        ['Costs', '92.4', '88.0'],
        ['Profit', '86.1', '77.2'],
        ['Shares', '12.0', '11.4'],
      ]),
    ],
    tables: [
      {
        rows: [
          ' | Year Ended >2',
          ' | 2023 | 2022',
          'Sales | 178.5 | 165.2',
          'Costs | 92.4 | 88.0',
          'Profit | 86.1 | 77.2',
          'Shares | 12.0 | 11.4',
        ],
        headerRows: 2,
      },
    ],
  },
  {
    title: 'a table without the line of text above its headings',
    texts: [
      [60, 100, 'In millions'],
      ...rowsAt([200, 300], 114, 14, [['2023', '2022']]),
      ...rowsAt([60, 200, 300], 130, 14, [
        ['Sales', '178.5', '165.2'],
        ['Costs', '92.4', '88.0'],
        ['Profit', '86.1', '77.2'],
        ['Shares', '12.0', '11.4'],
      ]),
    ],
    tables: [
      {
        rows: [
          ' | 2023 | 2022',
          'Sales | 178.5 | 165.2',
          'Costs | 92.4 | 88.0',
          'Profit | 86.1 | 77.2',
          'Shares | 12.0 | 11.4',
        ],
        headerRows: 1,
      },
    ],
  },
  {
    title: 'rows of long texts, the last of which wraps',
    texts: rowsAt([60, 90, 420, 470], 100, 14, [
      ['No', 'Article', 'Qty', 'Price'],
      ...[1, 2, 3, 4, 5].flatMap((count) => [
        [
          `${count}`,
          'a part of the machine which has a rather long text here',
          `${count * 3}`,
          `${count}.50`,
        ],
        ['', 'that wraps in its cell', '', ''],
      ]),
    ]),
    tables: [
      {
        rows: [
          'No | Article | Qty | Price',
          ...[1, 2, 3, 4, 5].map(
            (count) =>
              `${count} | a part of the machine which has a rather long text here that wraps in its cell | ${count * 3} | ${count}.50`,
          ),
        ],
        headerRows: 1,
      },
    ],
  },
  {
    title: 'sentences of many lines in columns below a title',
    texts: [
      [60, 100, 'Table 1. What things are'],
      ...rowsAt([60, 160], 120, 12, [
        ['Name', 'Meaning'],
        ...['Mass', 'Area', 'Path'].flatMap((name) => [
          [name, 'How much of it there is, by a count which'],
          ['', 'was not done for all of the bodies that'],
          ['', 'are listed here, as there were too many'],
          ['', 'of them for the time that was left over'],
          ['', 'at the end of the year.'],
        ]),
      ]),
      ...proseAt(60, 330, 2, 20),
    ],
    tables: [
      {
        rows: [
          'Name | Meaning',
          ...['Mass', 'Area', 'Path'].map(
            (name) =>
              `${name} | How much of it there is, by a count which was not done for all of the bodies that are listed here, as there were too many of them for the time that was left over at the end of the year.`,
          ),
        ],
        headerRows: 1,
      },
    ],
  },
  {
    title: 'a heading over two columns, between whose words are wide spaces',
    texts: [
      [60, 100, 'Port'],
      [212, 100, 'Ships'],
      [240.5, 100, 'built'],
      ...rowsAt([60, 200, 250], 114, 14, [
        ['', '2019', '2020'],
        ['Malo', '1204', '1341'],
        ['Naples', '2310', '2406'],
        ['Bergen', '7118', '6993'],
        ['Cork', '5001', '5120'],
      ]),
    ],
    tables: [
      {
        rows: [
          ' | Ships built >2',
          'Port | 2019 | 2020',
          'Malo | 1204 | 1341',
          'Naples | 2310 | 2406',
          'Bergen | 7118 | 6993',
          'Cork | 5001 | 5120',
        ],
        headerRows: 2,
      },
    ],
  },
];
