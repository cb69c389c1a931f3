import type { TextItem } from '@llamaindex/liteparse';
import { describe, expect, it } from 'vitest';
import {
  type Punctuation,
  withOriginalPunctuation,
} from '../../../../lib/conversions/backends/liteparse/original-punctuation.ts';
import { extract } from '../../../../lib/conversions/index.ts';
import { paragraph, treeOf } from '../../document/sample-tree.ts';
import { convert } from './written-document.ts';

const item = (text: string, x: number, width: number): TextItem =>
  ({ y: 10, height: 10, text, x, width }) as TextItem;

const punctuation = (text: string, x: number, y = 15): Punctuation => ({ text, x, y });

const textsOf = (items: readonly TextItem[], punctuation: readonly Punctuation[]): string[] =>
  withOriginalPunctuation(items, punctuation).map(({ text }) => text);

describe('punctuation that the PDF reader replaces', () => {
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
    const signs = [punctuation('“', 205), punctuation('—', 65), punctuation('–', 35), punctuation('-', 5)];

    expect(
      textsOf([item('-', 0, 10), item('-', 30, 10), item('-', 60, 10), item('"', 200, 10)], signs),
    ).toEqual(['-', '–', '—', '“']);
  });

  it('stay where the file has others, or others elsewhere', () => {
    expect(textsOf([item('a-b', 0, 30)], [punctuation('“', 15)])).toEqual(['a-b']);
    expect(textsOf([item('a-b', 0, 30)], [punctuation('–', 10), punctuation('–', 20)])).toEqual(['a-b']);
    expect(textsOf([item('a-b', 0, 30)], [punctuation('–', 15, 45)])).toEqual(['a-b']);
    expect(textsOf([item('a-b', 0, 30)], [punctuation('–', 40)])).toEqual(['a-b']);
    expect(textsOf([item('a-b', 0, 30)], [])).toEqual(['a-b']);
  });

  it('leave an item that has them as it is', () => {
    const plain = item('a-b', 0, 30);

    expect(withOriginalPunctuation([plain], [punctuation('-', 15)])[0]).toBe(plain);
  });

  it('are those of each word', () => {
    const words = [
      { text: "it's", x: 0, y: 10, width: 20, height: 10 },
      { text: '1-2', x: 30, y: 10, width: 20, height: 10 },
    ];

    const [found] = withOriginalPunctuation(
      [{ ...item("it's 1-2", 0, 50), words }],
      [punctuation('’', 12), punctuation('–', 40)],
    );

    expect(found?.words?.map(({ text }) => text)).toEqual(['it’s', '1–2']);
  });
});
