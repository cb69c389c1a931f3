import type { TreeBlock, TreeCell } from './document-tree.ts';

type Align = Exclude<TreeCell, string>['align'];

/** The alignment that all paragraphs of a cell have. */
function alignOf(blocks: readonly TreeBlock[]): Align {
  const aligns = new Set(blocks.map((block) => (block.kind === 'paragraph' ? block.align : undefined)));
  const [only] = aligns;
  return aligns.size === 1 && only !== 'justify' ? only : undefined;
}

const withoutAlign = (block: TreeBlock): TreeBlock =>
  block.kind === 'paragraph' ? { ...block, align: undefined } : block;

/** Creates a cell; plain text becomes a string. An alignment that all its paragraphs have is that of the cell. */
export function toTreeCell(content: readonly TreeBlock[], columnSpan: number, rowSpan: number): TreeCell {
  const align = alignOf(content);
  const blocks = align === undefined ? content : content.map(withoutAlign);
  const [first] = blocks;
  if (columnSpan === 1 && rowSpan === 1 && align === undefined) {
    if (first === undefined) return '';
    const only =
      first.kind === 'paragraph' && blocks.length === 1 && first.align === undefined ? first.content : [];
    const [text] = only;
    const isPlain =
      only.length === 1 &&
      text?.kind === 'text' &&
      Object.entries(text).every(([key, value]) => ['kind', 'text'].includes(key) || value === undefined);
    if (isPlain && text?.kind === 'text') return text.text;
  }
  return {
    blocks,
    column_span: columnSpan > 1 ? columnSpan : undefined,
    row_span: rowSpan > 1 ? rowSpan : undefined,
    ...(align === undefined ? {} : { align }),
  };
}
