import { describe, expect, it } from 'vitest';
import type { TreeBlock } from '../../../lib/conversions/document/document-tree.ts';
import { tablesOf } from '../../../lib/conversions/document/tables.ts';
import { paragraph, pixel, treeOf } from './sample-tree.ts';

const table = (caption?: string): TreeBlock => ({
  kind: 'table',
  header_rows: 0,
  rows: [['a', 'b']],
  ...(caption === undefined ? {} : { caption }),
});
const caption = (text: string): TreeBlock => ({ ...paragraph(text), role: 'caption' });
const image: TreeBlock = paragraph([{ kind: 'image', image: 0, alt: 'A river' }]);
const captionsOf = (...blocks: TreeBlock[]): (string | null)[] =>
  [...tablesOf(treeOf(blocks, { images: [{ bytes: pixel, mime_type: 'image/png' }] }))].map(
    (found) => found.caption,
  );

describe('captions of extracted tables', () => {
  it('are those above', () => {
    const found = captionsOf(caption('Table 1'), table(), caption('Table 2'), table(), paragraph('End'));

    expect(found).toEqual(['Table 1', 'Table 2']);
  });

  it('are those below', () => {
    const found = captionsOf(table(), caption('Table 1'), table(), caption('Table 2'));

    expect(found).toEqual(['Table 1', 'Table 2']);
  });

  it('are those of the lower table if only that has one', () => {
    expect(captionsOf(table(), caption('Table 1'), table())).toEqual([null, 'Table 1']);
  });

  it('are their own first', () => {
    expect(captionsOf(caption('Table 1'), table('Rivers'))).toEqual(['Rivers']);
  });

  it('are not those of figures', () => {
    expect(captionsOf(caption('Abbildung 1: Elbe'), table())).toEqual([null]);
    expect(captionsOf(image, caption('The river in May'), table())).toEqual([null]);
    expect(captionsOf(image, caption('Tabelle 1: Elbe'), table())).toEqual(['Tabelle 1: Elbe']);
  });

  it('are not paragraphs without that role', () => {
    expect(captionsOf(paragraph('The river in May'), table(), paragraph('End'))).toEqual([null]);
  });

  it('are found in quotes', () => {
    expect(captionsOf({ kind: 'quote', blocks: [caption('Table 1'), table()] })).toEqual(['Table 1']);
  });
});
