import { describe, expect, it } from 'vitest';
import type { PagePlace } from '../../../../../lib/conversions/document/document-model.ts';
import type { TreeCell } from '../../../../../lib/conversions/document/document-tree.ts';
import { withCellLooks } from '../../../../../lib/conversions/formats/pdf/tagged/cell-looks.ts';

const cell = (text: string, background?: string): Exclude<TreeCell, string> => ({
  blocks: [
    {
      kind: 'paragraph',
      content: [{ kind: 'text', text }],
      align: 'right',
      look: { left: 120, ...(background === undefined ? {} : { background }) },
    },
  ],
});
const place = (x: number, right: number): PagePlace => ({ page: 1, box: [x, 100, right, 110] });

const dark = '#102030';
const rows = withCellLooks(
  [
    [cell('Item', dark), cell('Price', dark), ''],
    [cell('Screw'), cell('1.50'), cell('left')],
    [cell('Nut', '#eeeeee'), cell('12.00'), cell('too')],
    [{ ...cell('over two columns'), column_span: 2 }, { blocks: [{ kind: 'code', text: 'x9' }] }],
  ],
  [
    [place(10, 30), place(90, 120), undefined],
    [place(10, 40), place(100, 120), place(130, 150)],
    [place(10, 25), place(95, 120), place(130, 140)],
    [place(10, 110), place(130, 140)],
  ],
  1,
);

describe('the cells of a tagged table', () => {
  it('are shaded as a whole, also without text if the rest of their row is', () => {
    expect(rows.map((row) => row.map((each) => typeof each !== 'string' && each.look?.background))).toEqual([
      [dark, dark, dark],
      [undefined, undefined, undefined],
      ['#eeeeee', undefined, undefined],
      [undefined, undefined],
    ]);
  });

  it('are aligned by the edges of their column, and not by those of the page', () => {
    expect(rows.map((row) => row.map((each) => typeof each !== 'string' && each.align))).toEqual([
      [undefined, 'right', undefined],
      [undefined, 'right', undefined],
      [undefined, 'right', undefined],
      [undefined, undefined],
    ]);
    expect(rows.flat()[0]).toEqual({
      blocks: [{ kind: 'paragraph', content: [{ kind: 'text', text: 'Item' }] }],
      look: { background: dark },
    });
  });

  it('contain words in a monospaced font as text', () => {
    expect(rows[3]?.[1]).toMatchObject({
      blocks: [{ kind: 'paragraph', content: [{ kind: 'text', text: 'x9' }] }],
    });
  });

  it('are aligned by their header if their texts have one width', () => {
    const [, [, one] = []] = withCellLooks(
      [
        [cell('Name'), cell('Quantity')],
        [cell('Screw'), cell('4')],
      ],
      [
        [place(10, 30), place(80, 120)],
        [place(10, 40), place(115, 120)],
      ],
      1,
    );

    expect(one).toMatchObject({ align: 'right' });
  });
});
