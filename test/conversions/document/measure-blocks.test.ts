import { describe, expect, it } from 'vitest';
import { documentLimits } from '../../../lib/conversions/document/document-limits.ts';
import type { TreeBlock } from '../../../lib/conversions/document/document-tree.ts';
import { checkDocumentSize } from '../../../lib/conversions/document/measure-blocks.ts';
import { treeOf } from './sample-tree.ts';

const { characters, pieces, cells, images } = documentLimits;
const rule: TreeBlock = { kind: 'rule' };
const text = (length: number): TreeBlock => ({ kind: 'code', text: 'x'.repeat(length) });
const grid = (rows: number, columnSpan: number): TreeBlock => ({
  kind: 'table',
  header_rows: 0,
  rows: Array.from({ length: rows }, () => [{ blocks: [], column_span: columnSpan }]),
});
const placed = (times: number): TreeBlock => ({
  kind: 'paragraph',
  content: Array.from({ length: times }, () => ({ kind: 'image', image: 0, alt: '' }) as const),
});

describe('checkDocumentSize', () => {
  it.each<[string, TreeBlock[], TreeBlock[], string]>([
    ['characters', [text(characters.max)], [text(characters.max), text(1)], characters.message],
    ['pieces', Array(pieces.max).fill(rule), Array(pieces.max + 1).fill(rule), pieces.message],
    ['cells', [grid(5000, 500), grid(5000, 500)], [grid(5000, 500), grid(5000, 501)], cells.message],
    ['placed images', [placed(images.max)], [placed(images.max + 1)], images.message],
  ])('limits %s', (_, most, more, message) => {
    expect(() => checkDocumentSize(treeOf(most))).not.toThrow();
    expect(() => checkDocumentSize(treeOf(more))).toThrow(
      expect.objectContaining({ code: 'too_complex', message }),
    );
  });

  it('counts notes, quotes, items and cells at any depth', () => {
    let block = text(characters.max / 2 + 1);
    for (let depth = 0; depth < 20_000; depth += 1)
      block =
        depth % 2 === 0
          ? { kind: 'quote', blocks: [block] }
          : { kind: 'list', ordered: false, items: [{ blocks: [block] }] };
    const table: TreeBlock = { kind: 'table', header_rows: 0, rows: [[{ blocks: [block] }]] };

    expect(() => checkDocumentSize(treeOf([table]))).not.toThrow();
    expect(() => checkDocumentSize(treeOf([table], { notes: [[block]] }))).toThrow(characters.message);
  });
});
