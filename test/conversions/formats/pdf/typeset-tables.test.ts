import { describe, expect, it } from 'vitest';
import {
  type TreeBlock,
  type TreeCell,
  textRun,
} from '../../../../lib/conversions/document/document-tree.ts';
import { read } from '../../../../lib/conversions/index.ts';
import { isLong } from '../../../support/long-run.ts';
import { paragraph, treeOf } from '../../document/sample-tree.ts';
import { convert, words } from './written-document.ts';

describe('a table in a document written to pdf', () => {
  it('repeats the header row of a long table on each page and loses no row', async () => {
    const rows = Array.from({ length: 300 }, (_, row) => [`row-${row}-`, `${row}.5`]);

    const { text, report } = await convert(
      treeOf([{ kind: 'table', header_rows: 1, rows: [['Name', 'Value'], ...rows] }]),
    );

    const pages = text.split('\f');
    expect(pages).toHaveLength(report.pages ?? 0);
    expect(pages.length).toBeGreaterThan(3);
    for (const page of pages) expect(page).toContain('Name');
    for (const [name = ''] of rows) expect(text).toContain(name);
  });

  it.each<[string, TreeBlock]>([
    [
      'of a nested table',
      {
        kind: 'table',
        header_rows: 0,
        rows: [
          [
            {
              blocks: [
                {
                  kind: 'table',
                  header_rows: 1,
                  rows: [['Heading'], ...Array.from({ length: 120 }, (_, row) => [`row ${row}`])],
                },
              ],
            },
          ],
        ],
      },
    ],
    [
      'that is very high',
      {
        kind: 'table',
        header_rows: 1,
        rows: [
          [{ blocks: [paragraph('Heading'), ...Array.from({ length: 25 }, () => paragraph('more'))] }],
          ...Array.from({ length: 120 }, (_, row) => [`row ${row}`]),
        ],
      },
    ],
  ])('does not repeat the header row %s', async (_, table) => {
    const { text } = await convert(treeOf([table]));

    expect(text.split('\f').length).toBeGreaterThanOrEqual(2);
    expect(text.split('Heading').length - 1).toBe(1);
    expect(text).toContain('row 119');
  });

  it.each<[string, TreeCell]>([
    ['is calculated', 'three'],
    ['Typst measures', { blocks: [{ kind: 'paragraph', content: [textRun('three', { bold: true })] }] }],
  ])('has no empty row at its end if the height of the last one %s', async (_, last) => {
    const rows = [
      ['Name', 'Value'],
      ['one', '1'],
      ['two', '2'],
      [last, '3'],
    ];
    const { bytes } = await convert(treeOf([{ kind: 'table', header_rows: 1, rows }, paragraph('The end')]));
    const { blocks } = await read(bytes, { from: 'pdf' });

    const boxes = blocks.flatMap((block) =>
      (block.places ?? []).flatMap((place) => ('box' in place ? [{ block, box: place.box }] : [])),
    );
    const end = boxes.find(
      ({ block }) => block.kind === 'paragraph' && JSON.stringify(block.content).includes('The end'),
    );
    const top = end?.box[1] ?? 0;
    const above = boxes.map(({ box }) => box[3]).filter((bottom) => bottom < top);
    expect(top - Math.max(...above)).toBeLessThan(20);
    expect(above.length).toBeGreaterThan(0);
  });

  it.each(isLong ? [3, 4, 12] : [4])('is read back from the pdf with all of its %i rows', async (count) => {
    const body = Array.from({ length: count - 1 }, (_, row) => [`key ${row}`, 'a longer description', 'yes']);
    const rows = [['Name', 'Meaning', 'Default'], ...body];
    const { bytes } = await convert(treeOf([{ kind: 'table', header_rows: 1, rows }, paragraph(words)]));
    const { blocks } = await read(bytes, { from: 'pdf' });

    const [table] = blocks.filter((block) => block.kind === 'table');
    expect(table?.rows.map((row) => row.map(({ text }) => text))).toEqual(rows);
  });

  it('fits the height of rows to their text', async () => {
    const table = (text: string): TreeBlock => ({
      kind: 'table',
      header_rows: 0,
      rows: Array.from({ length: 40 }, (_, row) => [`row ${row}`, text]),
    });

    const low = await convert(treeOf([table('short'), paragraph('End')]));
    const high = await convert(treeOf([table(words), paragraph('End')]));
    const mixed = await convert(
      treeOf([
        {
          kind: 'table',
          header_rows: 0,
          rows: [
            ['a', ''],
            ['', ''],
            ['日本', 'x'],
            ['b', words],
          ],
        },
      ]),
    );

    expect(low.report.pages).toBe(1);
    expect(high.report.pages).toBeGreaterThan(20);
    expect(mixed.text).toContain('日本');
  });

  it('rotates the page for a wide table, and splits a wider one', async () => {
    const wide = (columns: number): TreeBlock => ({
      kind: 'table',
      header_rows: 1,
      rows: ['head', 'value'].map((name) =>
        Array.from({ length: columns }, (_, column) => `${name}${column}`),
      ),
    });

    const turned = await convert(treeOf([wide(15)]));
    const parted = await convert(treeOf([wide(80)]));

    expect(turned).toMatchObject({ width: expect.closeTo(841.89, 1), height: expect.closeTo(595.28, 1) });
    expect(parted.text).toContain('value79');
    expect(parted.text.split('value0').length - 1).toBeGreaterThan(3);
  });

  it.each([
    { options: { page_size: 'A5', landscape: true }, size: [595.28, 419.53] },
    { options: { page_size: 'Letter', margin: { left: 5, top: 50 } }, size: [612, 792] },
    // Text has room whatever is asked for.
    {
      options: { page_size: 'A5', margin: { left: 100, right: 100 }, font_size: 20 },
      size: [419.53, 595.28],
    },
  ])('uses the page size of $options', async ({ options, size }) => {
    const { width, height, text } = await convert(treeOf([paragraph('some words')]), options);

    expect([width, height]).toEqual([expect.closeTo(size[0] ?? 0, 1), expect.closeTo(size[1] ?? 0, 1)]);
    expect(text).toContain('words');
  });
});
