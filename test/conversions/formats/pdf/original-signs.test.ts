import type { TextItem } from '@llamaindex/liteparse';
import { describe, expect, it } from 'vitest';
import {
  type Sign,
  withOriginalCells,
  withOriginalSigns,
} from '../../../../lib/conversions/backends/liteparse/original-signs.ts';
import { extract } from '../../../../lib/conversions/index.ts';
import { paragraph, treeOf } from '../../document/sample-tree.ts';
import { convert } from './written-document.ts';

const item = (text: string, x: number, width: number): TextItem =>
  ({ y: 10, height: 10, text, x, width }) as TextItem;

const sign = (text: string, x: number, y = 15): Sign => ({ text, x, y });

const textsOf = (items: readonly TextItem[], signs: readonly Sign[]): string[] =>
  withOriginalSigns(items, signs).map(({ text }) => text);

describe('signs that the PDF reader replaces', () => {
  it('are those of the file in the cells of tables', async () => {
    const rows = [
      ['Years', 'Range', 'Change'],
      ['2003–04', '“low”', '-4'],
      ['2005–06', 'it’s high', '–'],
      ['2006-07', "'plain'", '—'],
    ];
    const { bytes } = await convert(treeOf([{ kind: 'table', header_rows: 1, rows }]));

    const tables = await extract(bytes, { format: 'tables', from: 'pdf' });

    expect(JSON.parse(Buffer.from(tables.bytes).toString())[0].rows).toEqual(rows);
  });

  it('are those of the file in the caption above a table', async () => {
    const rows = [
      ['River', 'Length'],
      ['Elbe', '1094'],
      ['Oder', '866'],
    ];
    const caption = paragraph('Table 1: Rivers of 2003–04, “long” ones');
    const { bytes } = await convert(treeOf([caption, { kind: 'table', header_rows: 1, rows }]));

    const tables = await extract(bytes, { format: 'tables', from: 'pdf' });

    expect(JSON.parse(Buffer.from(tables.bytes).toString())).toMatchObject([
      { caption: 'Table 1: Rivers of 2003–04, “long” ones', rows },
    ]);
  });

  it('are taken from their places', () => {
    const signs = [sign('“', 205), sign('—', 65), sign('–', 35), sign('-', 5)];

    expect(
      textsOf([item('-', 0, 10), item('-', 30, 10), item('-', 60, 10), item('"', 200, 10)], signs),
    ).toEqual(['-', '–', '—', '“']);
  });

  it('stay where the file has others, or others elsewhere', () => {
    expect(textsOf([item('a-b', 0, 30)], [sign('“', 15)])).toEqual(['a-b']);
    expect(textsOf([item('a-b', 0, 30)], [sign('–', 10), sign('–', 20)])).toEqual(['a-b']);
    expect(textsOf([item('a-b', 0, 30)], [sign('–', 15, 45)])).toEqual(['a-b']);
    expect(textsOf([item('a-b', 0, 30)], [sign('–', 40)])).toEqual(['a-b']);
    expect(textsOf([item('a-b', 0, 30)], [])).toEqual(['a-b']);
  });

  it('leave an item that has them as it is', () => {
    const plain = item('a-b', 0, 30);

    expect(withOriginalSigns([plain], [sign('-', 15)])[0]).toBe(plain);
  });

  it('are those of each word', () => {
    const words = [
      { text: "it's", x: 0, y: 10, width: 20, height: 10 },
      { text: '1-2', x: 30, y: 10, width: 20, height: 10 },
    ];

    const [found] = withOriginalSigns(
      [{ ...item("it's 1-2", 0, 50), words }],
      [sign('’', 12), sign('–', 40)],
    );

    expect(found?.words?.map(({ text }) => text)).toEqual(['it’s', '1–2']);
  });

  it('are those of the lines of a cell, and of a caption before them', () => {
    const bbox = { x: 0, y: 0, width: 100, height: 60 };
    const cell = { text: "1-2 it's 3-4", box: { x: 0, y: 20, width: 40, height: 24 } };
    const signs = [sign('–', 10, 38), sign('—', 50, 5), sign('’', 30, 27), sign('−', 8, 25)];

    const [table] = withOriginalCells(
      [{ bbox, headerRows: 0, caption: 'Table 1 - Years', rows: [[cell, { text: '-' }]] }],
      signs,
    );

    expect(table?.caption).toBe('Table 1 — Years');
    expect(table?.rows).toEqual([[{ ...cell, text: '1−2 it’s 3–4' }, { text: '-' }]]);
  });

  it('stay in cells where the file has others', () => {
    const box = { x: 0, y: 20, width: 40, height: 24 };
    const tables = [{ bbox: box, headerRows: 0, rows: [[{ text: 'a-b', box }]] }];

    expect(withOriginalCells(tables, [sign('–', 10, 25), sign('–', 10, 38)])).toEqual(tables);
  });
});
