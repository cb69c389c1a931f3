import { describe, expect, it } from 'vitest';
import type { PageCell } from '../../../../../lib/conversions/formats/pdf/tables/page-table.ts';
import { tablesOfPage } from '../../../../../lib/conversions/formats/pdf/tables/tables-of-page.ts';
import { type Drawn, gridOf, type Placed, pageOf, proseAt, rowsAt } from './synthetic-page.ts';

const cellText = ({ text, columnSpan = 1, rowSpan = 1 }: PageCell): string =>
  `${text}${columnSpan > 1 ? ` >${columnSpan}` : ''}${rowSpan > 1 ? ` v${rowSpan}` : ''}`;

/** Tables as lines of cells; spans are written behind the text. */
const found = (texts: readonly Placed[], lines: readonly Drawn[] = []) =>
  tablesOfPage(pageOf(texts, lines)).map(({ rows, headerRows }) => ({
    rows: rows.map((row) => row.map(cellText).join(' | ')),
    headerRows,
  }));

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

interface Case {
  readonly title: string;
  readonly texts: readonly Placed[];
  readonly lines?: readonly Drawn[];
  readonly tables: readonly { readonly rows: readonly string[]; readonly headerRows: number }[];
}

const tables: readonly Case[] = [
  {
    title: 'cells that lines enclose, with texts that wrap in them',
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
    title: 'cells that span columns and rows of a grid',
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
    title: 'rows of a grid that lines are drawn only around all of',
    texts: rowsAt([55, 155], 104, 14, [
      ['Age', 'People'],
      [],
      ['0-9', '1,530'],
      ['10-19', '1,253'],
      ['20-29', '2,783'],
    ]),
    lines: gridOf([50, 150, 250], [100, 124, 180]),
    tables: [{ rows: ['Age | People', '0-9 | 1,530', '10-19 | 1,253', '20-29 | 2,783'], headerRows: 1 }],
  },
  {
    title: 'a list of short texts in one cell of a grid as rows',
    texts: rowsAt([55, 155], 104, 14, [
      ['Sign', 'Meaning'],
      [],
      ['+', 'sum'],
      ['-', 'difference'],
      ['*', 'product'],
      ['/', 'quotient'],
    ]),
    lines: gridOf([50, 150, 300], [100, 124, 200]),
    tables: [
      { rows: ['Sign | Meaning', '+ | sum', '- | difference', '* | product', '/ | quotient'], headerRows: 1 },
    ],
  },
  {
    title: 'no head where the first row of a grid holds values as the others do',
    texts: rowsAt([55, 155], 104, 20, [
      ['May', '12'],
      ['June', '14'],
      ['July', '9'],
    ]),
    lines: gridOf([50, 150, 250], [100, 120, 140, 160]),
    tables: [{ rows: ['May | 12', 'June | 14', 'July | 9'], headerRows: 0 }],
  },
  {
    title: 'numbers in columns that only white parts',
    texts: numbers(100, 60),
    tables: [{ rows: numberRows, headerRows: 1 }],
  },
  {
    title: 'labels that wrap, and titles of groups of rows',
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
    title: 'values set at half the height of a label of two lines',
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
    ],
    tables: [
      {
        rows: [
          'Kind | Count | Share',
          'Small | 12 | 4.1',
          'Medium | 15 | 5.0',
          'Tiny | 90 | 9.2',
          'Large ones of the second sort | 18 | 6.2',
        ],
        headerRows: 1,
      },
    ],
  },
  {
    title: 'a heading over the columns that a line is drawn under it for',
    texts: [
      [190, 100, 'Men'],
      [330, 100, 'Women'],
      ...rowsAt([60, 150, 220, 300, 370], 116, 14, [
        ['Year', 'Count', 'Share', 'Count', 'Share'],
        ['1990', '12', '4.1', '15', '5.0'],
        ['2000', '14', '4.4', '19', '5.9'],
        ['2010', '18', '4.9', '22', '6.1'],
      ]),
    ],
    lines: [
      [60, 96, 400, 96],
      [150, 112, 245, 112],
      [300, 112, 395, 112],
      [60, 128, 400, 128],
      [60, 170, 400, 170],
    ],
    tables: [
      {
        rows: [
          ' | Men >2 | Women >2',
          'Year | Count | Share | Count | Share',
          '1990 | 12 | 4.1 | 15 | 5.0',
          '2000 | 14 | 4.4 | 19 | 5.9',
          '2010 | 18 | 4.9 | 22 | 6.1',
        ],
        headerRows: 2,
      },
    ],
  },
  {
    title: 'a table beside a column of prose',
    texts: [...numbers(100, 40), ...proseAt(320, 96, 9, 8)],
    tables: [{ rows: numberRows, headerRows: 1 }],
  },
  {
    title: 'two tables side by side under heads of the same words',
    texts: rowsAt([60, 110, 200, 250], 104, 20, [
      ['Age', 'Total', 'Age', 'Total'],
      ['one', '35', 'four', '24'],
      ['two', '32', 'five', '27'],
      ['three', '33', 'six', '29'],
    ]),
    lines: gridOf([55, 105, 195, 245, 300], [100, 120, 140, 160, 180]),
    tables: [
      { rows: ['Age | Total', 'one | 35', 'two | 32', 'three | 33'], headerRows: 1 },
      { rows: ['Age | Total', 'four | 24', 'five | 27', 'six | 29'], headerRows: 1 },
    ],
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
    title: 'a head at the left of columns whose numbers stand at the right',
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
    title: 'columns from the right in scripts that are read from there',
    texts: rowsAt([60, 150, 240], 104, 20, [
      ['מחיר', 'כמות', 'שם פריט'],
      ['12', '3', 'עט'],
      ['40', '1', 'ספר'],
    ]),
    lines: gridOf([55, 145, 235, 320], [100, 120, 140, 160]),
    tables: [{ rows: ['פריט שם | כמות | מחיר', 'עט | 3 | 12', 'ספר | 1 | 40'], headerRows: 1 }],
  },
  {
    title: 'rows between lines whose texts begin with small letters',
    texts: rowsAt([60, 150, 240], 100, 12, [
      ['Mode', 'In C', 'In Fortran'],
      ['logical', 'int', 'integer'],
      ['double', 'double', 'double precision'],
      ['complex', 'struct', 'double complex'],
      ['raw', 'char', 'byte'],
    ]),
    lines: [
      [60, 98, 330, 98],
      [60, 111, 330, 111],
      [60, 160, 330, 160],
    ],
    tables: [
      {
        rows: [
          'Mode | In C | In Fortran',
          'logical | int | integer',
          'double | double | double precision',
          'complex | struct | double complex',
          'raw | char | byte',
        ],
        headerRows: 1,
      },
    ],
  },
];

const noTables: readonly Omit<Case, 'tables'>[] = [
  { title: 'prose in one column', texts: proseAt(60, 100, 30, 16) },
  { title: 'prose in two columns', texts: [...proseAt(50, 100, 30, 8), ...proseAt(320, 100, 30, 8)] },
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
    title: 'a table of contents',
    texts: Array.from({ length: 12 }, (_, line): Placed[] => [
      [60, 100 + line * 14, `${line + 1} Chapter about things`],
      [500, 100 + line * 14, String(3 + line * 7)],
    ]).flat(),
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
  { title: 'a frame around prose', texts: proseAt(60, 104, 6, 12), lines: gridOf([50, 480], [100, 190]) },
];

describe('tablesOfPage', () => {
  it.each(tables)('finds $title', ({ texts, lines, tables: expected }) => {
    const got = found(texts, lines);

    expect(got).toEqual(expected);
  });

  it.each(noTables)('takes $title for no table', ({ texts, lines }) => {
    const got = found(texts, lines);

    expect(got).toEqual([]);
  });

  it.each(noTables)('takes $title for no table where liteparse takes it for one', ({ texts, lines }) => {
    const page = pageOf(texts, lines);
    const bbox = { x: 40, y: 90, width: 520, height: 400 };

    const got = tablesOfPage({ ...page, blocks: [{ kind: 'table', bbox, header: [], rows: [] }] });

    expect(got).toEqual([]);
  });

  it('reads each of 50,000 texts a bounded number of times, and takes the page for a drawing', () => {
    const page = pageOf(
      Array.from(
        { length: 50_000 },
        (_, index): Placed => [(index % 100) * 60, Math.floor(index / 100) * 20, `${index}`],
      ),
    );
    let reads = 0;
    const textItems = page.textItems.map(({ text, ...item }) => ({
      ...item,
      get text() {
        reads += 1;
        return text;
      },
    }));

    const got = tablesOfPage({ ...page, textItems });

    expect(got).toEqual([]);
    expect(reads).toBeLessThan(4 * 50_000);
  });

  it('takes a page of more lines than a table has for a drawing', () => {
    const lines = gridOf(
      Array.from({ length: 800 }, (_, index) => index * 7),
      Array.from({ length: 800 }, (_, index) => index * 7),
    );

    const got = found([[1, 1, 'map']], lines);

    expect(got).toEqual([]);
  });
});
