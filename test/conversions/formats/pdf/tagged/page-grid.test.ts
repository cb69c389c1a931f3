import { expect, it } from 'vitest';
import { read } from '../../../../../lib/conversions/index.ts';
import { tag, taggedPdf } from './tagged-pdf.ts';

// Tables whose tags state no spans and lack empty cells, as WeasyPrint writes them, and the rules around their cells.

/** A cell: its text, its first column and the columns and rows that it spans. */
type Cell = readonly [text: string, column: number, columns?: number, rows?: number];

const WIDTH = 110;
const HEIGHT = 20;
const LEFT = 72;
const TOP = 760;

function tableOf(rows: readonly (readonly Cell[])[]): Buffer {
  const cells = rows.flatMap((row, at) =>
    row.map(([text, column, columns = 1, down = 1]) => ({ text, column, columns, down, at })),
  );
  const shown = cells.map((cell, mark) => ({ ...cell, mark })).filter(({ text }) => text !== '');
  const lines = shown.map(({ text, column, columns, at, mark }) => ({
    text,
    x: LEFT + column * WIDTH + (columns - 1) * (WIDTH / 2) + 4,
    y: TOP - at * HEIGHT - 14,
    mark,
  }));
  const rules = cells.flatMap(({ column, columns, down, at }) => {
    const [left, right] = [LEFT + column * WIDTH, LEFT + (column + columns) * WIDTH];
    const [top, bottom] = [TOP - at * HEIGHT, TOP - (at + down) * HEIGHT];
    return [
      [left, top, right, top],
      [left, bottom, right, bottom],
      [left, top, left, bottom],
      [right, top, right, bottom],
    ] as const;
  });
  const root = [
    tag(
      'Table',
      '',
      ...rows.map((_, row) =>
        tag(
          'TR',
          '',
          ...shown.filter(({ at }) => at === row).map(({ mark }) => tag('TD', '', { page: 1, mark })),
        ),
      ),
    ),
  ];
  return taggedPdf({ pages: [lines], root, rules });
}

/** The cells of the only table of a file, those that span with their columns and rows. */
async function cellsIn(pdf: Buffer): Promise<unknown> {
  const { blocks } = await read(pdf, { from: 'pdf' });
  const [table] = blocks;
  if (table?.kind !== 'table' || blocks.length > 1) return blocks;
  return table.rows.map((row) =>
    row.map(({ text, column_span: columns = 1, row_span: down = 1 }) =>
      columns + down > 2 ? `${text} ${columns} ${down}` : text,
    ),
  );
}

const yields: readonly (readonly Cell[])[] = [
  [
    ['Fruit', 0, 1, 2],
    ['Kilograms', 1, 2],
    ['Price', 3, 1, 2],
  ],
  [
    ['2024', 1],
    ['2025', 2],
  ],
  [
    ['Apple', 0],
    ['9400', 1],
    ['', 2],
    ['5', 3],
  ],
  [
    ['Pear', 0],
    ['', 1],
    ['2100', 2],
    ['6', 3],
  ],
];

it.each<[string, readonly (readonly Cell[])[], unknown]>([
  [
    'headings over columns and rows',
    yields,
    [
      ['Fruit 1 2', 'Kilograms 2 1', 'Price 1 2'],
      ['2024', '2025'],
      ['Apple', '9400', '', '5'],
      ['Pear', '', '2100', '6'],
    ],
  ],
  [
    'a cell over rows in the middle of a table',
    [
      [
        ['Team', 0],
        ['Place', 1],
        ['Wins', 2],
      ],
      [
        ['Reds', 0],
        ['Oslo', 1, 1, 2],
        ['14', 2],
      ],
      [
        ['Blues', 0],
        ['11', 2],
      ],
    ],
    [
      ['Team', 'Place', 'Wins'],
      ['Reds', 'Oslo 1 2', '14'],
      ['Blues', '11'],
    ],
  ],
  [
    'a sum over columns in the last row',
    [
      [
        ['Item', 0],
        ['Pieces', 1],
        ['Price', 2],
      ],
      [
        ['Pen', 0],
        ['2', 1],
        ['2.40', 2],
      ],
      [
        ['Total', 0, 2],
        ['2.40', 2],
      ],
    ],
    [
      ['Item', 'Pieces', 'Price'],
      ['Pen', '2', '2.40'],
      ['Total 2 1', '2.40'],
    ],
  ],
])('a tagged table without spans has those of its rules: %s', async (_, rows, expected) => {
  expect(await cellsIn(tableOf(rows))).toEqual(expected);
});
