import type {
  DocumentModel,
  ModelBlock,
  ModelInline,
  ModelPlace,
} from '../../lib/conversions/document/document-model.ts';

/** A box on a page: left, top, right and bottom edge in points. */
type PageBox = {
  readonly page: number;
  readonly box: readonly [left: number, top: number, right: number, bottom: number];
};

/** A passage of a document and where it is. */
type Passage = { readonly kind: string; readonly text: string; readonly boxes: readonly PageBox[] };

/** The pages of a document and its passages in reading order. */
export type PlacedDocument = {
  readonly pages: DocumentModel['pages'];
  readonly passages: readonly Passage[];
};

const pieceText = (piece: ModelInline): string => {
  switch (piece.kind) {
    case 'text':
      return piece.text;
    case 'math':
      return piece.tex;
    case 'image':
      return piece.alt === '' ? 'Image' : `Image: ${piece.alt}`;
    case 'line_break':
      return ' ';
    case 'note':
      return '';
  }
};

const inlineText = (pieces: readonly ModelInline[]): string => pieces.map(pieceText).join('');

const boxesOf = (places: readonly ModelPlace[] = []): readonly PageBox[] =>
  places.filter((place) => 'box' in place);

const passagesOf = (block: ModelBlock): readonly Passage[] => {
  const boxes = boxesOf(block.places);
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return [{ kind: block.kind, text: inlineText(block.content), boxes }];
    case 'code':
      return [{ kind: block.kind, text: block.text, boxes }];
    case 'table': {
      const rows = block.rows.map((row) => row.map(({ text }) => text).join(' | '));
      return [{ kind: block.kind, text: rows.join('\n'), boxes }];
    }
    case 'list':
      return block.items.flatMap(({ blocks }) => blocks.flatMap(passagesOf));
    case 'quote':
      return block.blocks.flatMap(passagesOf);
    case 'rule':
    case 'page_break':
      return [];
  }
};

const isDocument = (value: unknown): value is DocumentModel =>
  typeof value === 'object' &&
  value !== null &&
  'version' in value &&
  'pages' in value &&
  'blocks' in value &&
  Array.isArray(value.pages) &&
  Array.isArray(value.blocks);

/** Returns the passages of an extraction to `document` that have boxes on its pages; undefined if it has none. */
export const placedDocument = (value: unknown): PlacedDocument | undefined => {
  if (!isDocument(value)) return undefined;
  const furniture = value.furniture.map(({ kind, text, place }) => ({
    kind,
    text,
    boxes: boxesOf(place === undefined ? [] : [place]),
  }));
  const passages = [...value.blocks.flatMap(passagesOf), ...furniture].filter(
    ({ boxes }) => boxes.length > 0,
  );
  return passages.length === 0 ? undefined : { pages: value.pages, passages };
};
