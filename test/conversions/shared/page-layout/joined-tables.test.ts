import { describe, expect, it } from 'vitest';
import type { TreeBlock } from '../../../../lib/conversions/document/document-tree.ts';
import { treeOfPages } from '../../../../lib/conversions/shared/page-layout/layout-tree.ts';
import type { SourcePage, SourceTable } from '../../../../lib/conversions/shared/page-layout/text-run.ts';
import { type Line, page } from './lines-of-page.ts';

const COLUMNS = [60, 200, 340, 460];

/** A table whose cells are 20 points high, with its columns at some of the usual places. */
function tableAt(
  y: number,
  rows: readonly (readonly string[])[],
  { headerRows = 1, columns = COLUMNS, ...more }: Partial<SourceTable> & { readonly columns?: number[] } = {},
): SourceTable {
  return {
    bbox: { x: 50, y, width: 500, height: rows.length * 20 },
    rows: rows.map((row, at) =>
      row.map((text, column) =>
        text === ''
          ? { text }
          : { text, box: { x: columns[column] ?? 0, y: y + at * 20, width: 60, height: 10 } },
      ),
    ),
    headerRows,
    ...more,
  };
}

const header = ['Day', 'What', 'Debit', 'Balance'];
const days = (from: number, count: number): string[][] =>
  Array.from({ length: count }, (_, at) => [
    `Day ${from + at}`,
    'Payment',
    `${from + at}.50`,
    `${900 - from - at}`,
  ]);

const full = tableAt(60, [header, ...days(1, 34)]);

/** The blocks of a document with these tables and lines on its pages. */
const blocksOf = (
  pages: readonly Partial<SourcePage & { readonly lines: readonly Line[] }>[],
): readonly TreeBlock[] =>
  treeOfPages(pages.map(({ lines = [], ...more }, at) => page(lines, { number: at + 1, ...more }))).blocks;

const rowsOf = (block: TreeBlock | undefined): unknown => (block?.kind === 'table' ? block.rows : undefined);

const kinds = (blocks: readonly TreeBlock[]): string[] => blocks.map(({ kind }) => kind);

describe('a table over several pages', () => {
  it.each<[string, SourceTable]>([
    ['that repeat its header', tableAt(60, [header, ...days(35, 5)])],
    ['without another header', tableAt(60, days(35, 5), { headerRows: 0 })],
    ['whose first further row was taken for a header', tableAt(60, days(35, 5))],
  ])('is one table on pages %s', (_title, next) => {
    const blocks = blocksOf([{ tables: [full] }, { tables: [next] }]);

    expect(blocks).toHaveLength(1);
    expect(rowsOf(blocks[0])).toEqual([header, ...days(1, 39)]);
    expect(blocks[0]).toMatchObject({
      header_rows: 1,
      places: [
        { page: 1, box: [50, 60, 550, 760] },
        { page: 2, box: [50, 60, 550, next.bbox.y + next.bbox.height] },
      ],
    });
  });

  it('has the places of cells on their pages', () => {
    const [table] = blocksOf([{ tables: [full] }, { tables: [tableAt(60, [header, ...days(35, 5)])] }]);

    const pages =
      table?.kind === 'table'
        ? table.cellPlaces?.map(([place]) => place && 'page' in place && place.page)
        : [];

    expect(pages).toEqual([...Array.from({ length: 35 }, () => 1), ...Array.from({ length: 5 }, () => 2)]);
  });

  it('goes on over a page that it fills', () => {
    const pages = [1, 35, 69].map((from) => ({ tables: [tableAt(60, [header, ...days(from, 34)])] }));

    const blocks = blocksOf(pages);

    expect(blocks.map(rowsOf)).toEqual([[header, ...days(1, 102)]]);
  });

  it('continues a row that the end of the page cuts', () => {
    const rows = [header, ...days(1, 33), ['Day 34', 'Payment of the rent for the', '34.50', '866']];
    const next = tableAt(60, [['', 'house by the harbour', '', ''], ...days(35, 3)], { headerRows: 0 });

    const blocks = blocksOf([{ tables: [tableAt(60, rows)] }, { tables: [next] }]);

    expect(blocks.map(rowsOf)).toEqual([
      [
        header,
        ...days(1, 33),
        ['Day 34', 'Payment of the rent for the house by the harbour', '34.50', '866'],
        ...days(35, 3),
      ],
    ]);
  });

  it('takes rows that are too few for a table of their own', () => {
    const lines = days(35, 1).flatMap((row, at) =>
      row.map((text, column): Line => [COLUMNS[column] ?? 0, 60 + at * 20, text]),
    );
    const rest: Line = [60, 120, 'Prices do not contain taxes.'];

    const bank: Line = [60, 20, 'Bank'];

    const blocks = blocksOf([{ tables: [full], lines: [bank] }, { lines: [bank, ...lines, rest] }]);

    expect(rowsOf(blocks[0])).toEqual([header, ...days(1, 35)]);
    expect(kinds(blocks)).toEqual(['table', 'paragraph']);
  });

  it.each<[string, readonly Line[]]>([
    ['of one text', [[60, 60, 'Day 35']]],
    [
      'between its columns',
      [
        [60, 60, 'Day 35'],
        [270, 60, 'Payment'],
      ],
    ],
    [
      'over its columns',
      [
        [60, 60, 'Day 35 is the last day of payments in this year'],
        [460, 60, '865'],
      ],
    ],
  ])('leaves lines %s', (_title, lines) => {
    expect(kinds(blocksOf([{ tables: [full] }, { lines }]))[1]).toBe('paragraph');
  });

  it('leaves a column empty that has no text on the next page', () => {
    const next = tableAt(
      60,
      [
        ['Day 35', 'Payment', '865'],
        ['Day 36', 'Payment', '864'],
      ],
      { headerRows: 0, columns: [60, 200, 460] },
    );

    const blocks = blocksOf([{ tables: [full] }, { tables: [next] }]);

    expect(blocks.map(rowsOf)).toEqual([
      [header, ...days(1, 34), ['Day 35', 'Payment', '', '865'], ['Day 36', 'Payment', '', '864']],
    ]);
  });

  it('goes on below running headers, repeated images and a line that says so', () => {
    const image = { x: 60, y: 10, width: 40, height: 20, index: 0 };
    const around = (number: number): Line[] => [
      [200, 20, 'Example Bank'],
      [500, 780, `Page ${number} of 3`],
    ];
    const pages = [1, 35, 69].map((from, at) => ({
      images: [image],
      lines: [...around(at + 1), ...(at === 0 ? [] : [[60, 48, 'Statement (continued)'] as Line])],
      tables: [tableAt(60, [header, ...days(from, 34)])],
    }));

    const blocks = blocksOf(pages);

    expect(blocks.filter(({ kind }) => kind === 'table').map(rowsOf)).toEqual([[header, ...days(1, 102)]]);
  });
});

describe('two tables', () => {
  const short = tableAt(60, [header, ...days(1, 4)]);

  it.each<[string, Parameters<typeof blocksOf>[0]]>([
    [
      'with text between them',
      [
        { tables: [full] },
        { lines: [[60, 48, 'And the table of May:']], tables: [tableAt(60, [header, ...days(35, 5)])] },
      ],
    ],
    [
      'with other headings',
      [{ tables: [full] }, { tables: [tableAt(60, [['Town', 'Mayor', 'Men', 'Women'], ...days(35, 5)])] }],
    ],
    [
      'with other columns',
      [{ tables: [full] }, { tables: [tableAt(60, days(35, 5), { columns: [60, 130, 270, 400] })] }],
    ],
    [
      'with a caption of its own',
      [{ tables: [full] }, { tables: [tableAt(60, days(35, 5), { caption: 'Table 2' })] }],
    ],
    [
      'of which the first ends amid its page',
      [{ tables: [short] }, { tables: [tableAt(60, days(35, 34), { headerRows: 0 })] }],
    ],
    [
      'with a page between them',
      [{ tables: [full] }, {}, { tables: [tableAt(60, [header, ...days(35, 5)])] }],
    ],
  ])('stay two %s', (_title, pages) => {
    const blocks = blocksOf(pages);

    expect(kinds(blocks).filter((kind) => kind === 'table')).toHaveLength(2);
  });
});
