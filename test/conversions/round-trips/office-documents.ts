import type {
  DocumentTree,
  Inline,
  ListItem,
  TreeBlock,
  TreeCell,
} from '../../../lib/conversions/document/document-tree.ts';

/** What word processors cannot hold, and is left out of their documents. */
interface Limits {
  /** Blocks that a list item can contain after its line: ODF 1.3 part 3, 5.3.4 has only paragraphs and lists. */
  readonly inItems: ReadonlySet<TreeBlock['kind']>;
}

const limitsOf: Readonly<Record<'docx' | 'odt', Limits>> = {
  // A heading ends the list around it: it is part of the outline.
  docx: { inItems: new Set(['paragraph', 'list', 'table', 'code']) },
  odt: { inItems: new Set(['paragraph', 'list', 'code']) },
};

/** Text of a paragraph that is code throughout is taken for text in a monospaced font, and every link is underlined. */
function officeLine(content: readonly Inline[]): Inline[] {
  const isCode = content.every((piece) => piece.kind !== 'text' || piece.code || piece.text.trim() === '');
  return content.map((piece) => {
    if (piece.kind !== 'text') return piece;
    const plain = isCode ? { ...piece, code: undefined } : piece;
    return plain.href === undefined ? plain : { ...plain, underline: undefined };
  });
}

/** Alignment is that of paragraphs: a cell with other blocks has none. */
function officeCell(cell: Exclude<TreeCell, string>, limits: Limits): TreeCell {
  const isText = cell.blocks.every(({ kind }) => kind === 'paragraph');
  return { ...cell, blocks: officeBlocks(cell.blocks, limits), align: isText ? cell.align : undefined };
}

const hasText = (content: readonly Inline[]): boolean => content.some((piece) => piece.kind === 'text');

/** Styles of quotes are in italics, so readers do not take it for emphasis if a whole paragraph is. */
const quotedLine = (content: readonly Inline[]): Inline[] =>
  content.every((piece) => piece.kind !== 'text' || piece.italic || piece.text.trim() === '')
    ? content.map((piece) => (piece.kind === 'text' ? { ...piece, italic: undefined } : piece))
    : [...content];

const quoted = (block: TreeBlock): TreeBlock =>
  block.kind === 'paragraph' ? { ...block, content: quotedLine(block.content) } : block;

function officeBlock(block: TreeBlock, limits: Limits): TreeBlock[] {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return hasText(block.content) ? [{ ...block, content: officeLine(block.content) }] : [];
    case 'list':
      return [
        {
          ...block,
          items: block.items.map((item): ListItem => {
            const [first, ...rest] = item.blocks;
            const inside = rest.filter(({ kind }) => limits.inItems.has(kind));
            return {
              ...item,
              blocks: officeBlocks(first === undefined ? inside : [first, ...inside], limits),
            };
          }),
        },
      ];
    case 'quote': {
      // Only paragraphs are marked as quoted: neither format has a container for other blocks.
      const inside = block.blocks.filter(({ kind }) => kind === 'paragraph' || kind === 'quote');
      const blocks = officeBlocks(inside.map(quoted), limits);
      return blocks.length === 0 ? [] : [{ ...block, blocks }];
    }
    case 'table':
      return [
        {
          ...block,
          rows: block.rows.map((row) =>
            row.map((cell): TreeCell => (typeof cell === 'string' ? cell : officeCell(cell, limits))),
          ),
        },
      ];
    default:
      return [block];
  }
}

const officeBlocks = (blocks: readonly TreeBlock[], limits: Limits): TreeBlock[] =>
  blocks.flatMap((block) => officeBlock(block, limits));

/** A document without what the format cannot hold. */
export const officeDocument = (tree: DocumentTree, format: 'docx' | 'odt'): DocumentTree => ({
  ...tree,
  blocks: officeBlocks(tree.blocks, limitsOf[format]),
  notes: tree.notes.map((note) => officeBlocks(note, limitsOf[format])),
});
