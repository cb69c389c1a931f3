import type { AttachedFile, Comment, Furniture } from './document-model.ts';
import type { DocumentTree, Inline, ListItem, TreeBlock, TreeCell, TreeImage } from './document-tree.ts';

/** Where a document is put in a document of several. */
interface Embedding {
  /** Identifies the document among the others: anchors are unique in one document only. */
  readonly key: string;
  /** Its path among the files, which precedes the names of its attachments. */
  readonly path: string;
  /** Added to the levels of headings. */
  readonly levels: number;
  /** Images and notes that precede its own. */
  readonly images: number;
  readonly notes: number;
}

/** What a document contributes to a document of several. */
export interface Embedded {
  readonly blocks: readonly TreeBlock[];
  readonly notes: readonly (readonly TreeBlock[])[];
  readonly images: readonly TreeImage[];
  readonly comments: readonly Comment[];
  readonly attachments: readonly AttachedFile[];
  readonly furniture: readonly Furniture[];
}

const anchorOf = ({ key }: Embedding, name: string): string => `${key}#${name}`;

/** The block without its pages and places, which are in its own file. */
function unplaced(block: TreeBlock): TreeBlock {
  const { page: _page, places: _places, lines: _lines, ...rest } = block;
  if (rest.kind !== 'table') return rest;
  const { cellPlaces: _cells, cellConfidences: _confidences, sheetGrid: _grid, ...table } = rest;
  return table;
}

function embeddedPiece(piece: Inline, place: Embedding): Inline {
  if (piece.kind === 'image') return { ...piece, image: piece.image + place.images };
  if (piece.kind === 'note') return { ...piece, note: piece.note + place.notes };
  if (piece.kind === 'text' && piece.href?.startsWith('#') === true)
    return { ...piece, href: `#${anchorOf(place, piece.href.slice(1))}` };
  return piece;
}

function embeddedBlocks(blocks: readonly TreeBlock[], place: Embedding): TreeBlock[] {
  const line = (content: readonly Inline[]): Inline[] => content.map((piece) => embeddedPiece(piece, place));
  const item = (each: ListItem): ListItem => ({ ...each, blocks: embeddedBlocks(each.blocks, place) });
  const cell = (each: TreeCell): TreeCell =>
    typeof each === 'string' ? each : { ...each, blocks: embeddedBlocks(each.blocks, place) };

  function withInside(block: TreeBlock): TreeBlock {
    switch (block.kind) {
      case 'heading':
        return { ...block, level: block.level + place.levels, content: line(block.content) };
      case 'paragraph':
        return { ...block, content: line(block.content) };
      case 'list':
        return { ...block, items: block.items.map(item) };
      case 'table':
        return { ...block, rows: block.rows.map((row) => row.map(cell)) };
      case 'quote':
        return { ...block, blocks: embeddedBlocks(block.blocks, place) };
      default:
        return block;
    }
  }

  return blocks.map((block) => {
    const { id, ...own } = withInside(unplaced(block));
    return id === undefined ? own : { ...own, anchors: [anchorOf(place, id)] };
  });
}

/**
 * Prepares a document to become part of a document of several: its headings become lower, its images and notes follow those
 * of the documents before it, and its links lead to its own blocks. Pages and places are left out: they are those of its file.
 */
export function embedDocument(tree: DocumentTree, place: Embedding): Embedded {
  const { comments = [], attachments = [], furniture = [] } = tree;
  return {
    blocks: embeddedBlocks(tree.blocks, place),
    notes: tree.notes.map((note) => embeddedBlocks(note, place)),
    images: tree.images.map(({ page: _, ...image }) => image),
    comments: comments.map(({ page: _page, place: _place, ...comment }) => comment),
    attachments: attachments.map((file) => ({ ...file, name: `${place.path}/${file.name}` })),
    furniture: furniture.map(({ kind, text }) => ({ kind, text })),
  };
}
