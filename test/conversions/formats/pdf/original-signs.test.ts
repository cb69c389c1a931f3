import type { TextItem } from '@llamaindex/liteparse';
import { describe, expect, it } from 'vitest';
import { withOriginalSigns } from '../../../../lib/conversions/backends/liteparse/original-signs.ts';
import { extract } from '../../../../lib/conversions/index.ts';
import type { TextRun } from '../../../../lib/conversions/shared/page-layout/text-run.ts';
import { treeOf } from '../../document/sample-tree.ts';
import { convert } from './written-document.ts';

const box = { y: 10, height: 10 };

const item = (text: string, x: number, width: number): TextItem => ({ ...box, text, x, width }) as TextItem;

const run = (text: string, x: number, width: number): TextRun => ({ ...box, text, x, width, size: 10 });

const textsOf = (items: readonly TextItem[], runs: readonly TextRun[]): string[] =>
  withOriginalSigns(items, runs).map(({ text }) => text);

describe('signs that the PDF reader replaces', () => {
  it('are those of the file in the cells of tables', async () => {
    const rows = [
      ['Years', 'Range', 'Change'],
      ['2003–04', '“low”', '-4'],
      ['2005–06', 'it’s high', '–'],
      ['2006-07', "'plain'", '—'],
    ];
    const { bytes } = await convert(treeOf([{ kind: 'table', headerRows: 1, rows }]));

    const tables = await extract(bytes, { format: 'tables', from: 'pdf' });

    expect(JSON.parse(Buffer.from(tables.bytes).toString())[0].rows).toEqual(rows);
  });

  it('are taken from the nearest place in the line', () => {
    const runs = [run('-  –  —', 0, 70), run('“', 200, 10)];

    expect(
      textsOf([item('-', 0, 10), item('-', 30, 10), item('-', 60, 10), item('"', 200, 10)], runs),
    ).toEqual(['-', '–', '—', '“']);
  });

  it('stay where the file has another text', () => {
    expect(textsOf([item('a-b', 0, 30)], [run('c–d', 0, 30)])).toEqual(['a-b']);
    expect(textsOf([item('a-b', 0, 30)], [{ ...run('a–b', 0, 30), y: 40 }])).toEqual(['a-b']);
    expect(textsOf([item('a-b', 0, 30)], [])).toEqual(['a-b']);
  });

  it('are those of each word', () => {
    const words = [
      { text: "it's", x: 0, y: 10, width: 20, height: 10 },
      { text: '1-2', x: 30, y: 10, width: 20, height: 10 },
    ];

    const [found] = withOriginalSigns([{ ...item("it's 1-2", 0, 50), words }], [run('it’s 1–2', 0, 50)]);

    expect(found?.words?.map(({ text }) => text)).toEqual(['it’s', '1–2']);
  });
});
