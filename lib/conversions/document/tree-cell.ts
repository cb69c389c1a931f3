import type { TreeBlock, TreeCell } from './document-tree.ts';
import type { CellLayout } from './page-layout.ts';

/** Creates a cell; plain text becomes a string. */
export function toTreeCell(
  blocks: readonly TreeBlock[],
  columnSpan: number,
  rowSpan: number,
  layout?: CellLayout,
): TreeCell {
  const [first] = blocks;
  if (columnSpan === 1 && rowSpan === 1 && layout === undefined) {
    if (first === undefined) return '';
    const only =
      first.kind === 'paragraph' &&
      blocks.length === 1 &&
      first.align === undefined &&
      first.layout === undefined
        ? first.content
        : [];
    const [text] = only;
    const isPlain =
      only.length === 1 &&
      text?.kind === 'text' &&
      Object.entries(text).every(([key, value]) => ['kind', 'text'].includes(key) || value === undefined);
    if (isPlain && text?.kind === 'text') return text.text;
  }
  return {
    blocks,
    columnSpan: columnSpan > 1 ? columnSpan : undefined,
    rowSpan: rowSpan > 1 ? rowSpan : undefined,
    ...(layout === undefined ? {} : { layout }),
  };
}
