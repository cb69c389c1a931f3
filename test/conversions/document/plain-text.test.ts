import { describe, expect, it } from 'vitest';
import { type TreeBlock, textRun } from '../../../lib/conversions/document/document-tree.ts';
import { plainTextOf } from '../../../lib/conversions/document/plain-text.ts';
import { paragraph, treeOf } from './sample-tree.ts';

describe('plainTextOf', () => {
  it('writes lists with markers, tables with tabs and notes at the end, with offsets', () => {
    const tree = treeOf(
      [
        { kind: 'heading', level: 2, content: [textRun('Title')], page: 1 },
        paragraph([textRun('See'), { kind: 'note', note: 0 }]),
        {
          kind: 'list',
          ordered: true,
          start: 9,
          items: [
            { blocks: [paragraph('nine')] },
            {
              blocks: [
                paragraph('ten'),
                { kind: 'list', ordered: false, items: [{ checked: true, blocks: [paragraph('done')] }] },
              ],
            },
          ],
        },
        {
          kind: 'table',
          header_rows: 1,
          caption: 'Harvest',
          page: 2,
          rows: [
            [{ blocks: [paragraph('2020')], column_span: 2 }, 'sum'],
            ['a', 'b', { blocks: [paragraph('one'), paragraph('two')] }],
          ],
        },
      ],
      { notes: [[paragraph('A note.')]], page_count: 2 },
    );

    const plain = plainTextOf(tree);

    expect(plain.text).toBe(
      'Title\n\nSee[1]\n\n9. nine\n10. ten\n    - [x] done\n\nHarvest\n\n2020\t\tsum\na\tb\tone two\n\n[1] A note.',
    );
    const pieces = plain.spans.map(({ kind, start, end, page }) => [
      kind,
      plain.text.slice(start, end),
      page,
    ]);
    expect(pieces).toEqual([
      ['heading', 'Title', 1],
      ['paragraph', 'See[1]', 1],
      ['list_item', '9. nine', 1],
      ['list_item', '10. ten', 1],
      ['list_item', '    - [x] done', 1],
      ['paragraph', 'Harvest', 2],
      ['table', '2020\t\tsum\na\tb\tone two', 2],
      ['paragraph', '[1] A note.', null],
    ]);
    expect(plain.spans.find(({ kind }) => kind === 'table')?.block).toBe(tree.blocks.at(-1));
  });

  it('reads deeply nested tables', () => {
    let nested: TreeBlock = paragraph('core');
    for (let depth = 0; depth < 300; depth += 1) {
      nested = { kind: 'table', header_rows: 0, rows: [[{ blocks: [nested] }, 'x']] };
    }

    expect(plainTextOf(treeOf([nested])).text).toContain('core');
  });

  it('rejects a table whose merged cells exceed the limit', () => {
    const cell = { blocks: [], column_span: 1e9, row_span: 1e9 };
    const tree = treeOf([{ kind: 'table', header_rows: 0, rows: [[cell], [cell]] }]);

    expect(() => plainTextOf(tree)).toThrow(/more than 2000000 cells/);
  });
});
