import type {
  DocumentModel,
  ModelBlock,
  ModelInline,
  ModelPlace,
} from '../../lib/conversions/document/document-model.ts';

/** A box on a page: left, top, right and bottom edge in points. */
export type PageBox = {
  readonly page: number;
  readonly box: readonly [left: number, top: number, right: number, bottom: number];
};

/** A passage of a document and where it is. */
export type Passage = {
  readonly kind: string;
  readonly text: string;
  readonly boxes: readonly PageBox[];
  /** What else is known about it: the headings above it, its pages, its tokens. */
  readonly facts?: readonly string[];
};

/** The passages of a result in reading order. */
export type PlacedPassages = {
  /** The sizes of the pages in points. Empty if only the file has them. */
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

const cellsOf = (places: readonly ModelPlace[]): readonly string[] =>
  places.flatMap((place) => ('cells' in place ? [`${place.sheet} ${place.cells}`] : []));

const passagesOf = (block: ModelBlock): readonly Passage[] => {
  const boxes = boxesOf(block.places);
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return [{ kind: block.kind, text: inlineText(block.content), boxes }];
    case 'code':
      return [{ kind: block.kind, text: block.text, boxes }];
    case 'table': {
      const rows = block.rows.map((row) => row.flatMap(({ text }) => text || []).join(' · '));
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

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Returns whether a value is the result of an extraction to `document`. */
export const isDocument = (value: unknown): value is DocumentModel =>
  isRecord(value) && 'version' in value && Array.isArray(value.pages) && Array.isArray(value.blocks);

/** Returns the passages of a document that have boxes on its pages; undefined if it has none. */
export const documentPassages = (document: DocumentModel): PlacedPassages | undefined => {
  const furniture = document.furniture.map(({ kind, text, place }) => ({
    kind,
    text,
    boxes: boxesOf(place === undefined ? [] : [place]),
  }));
  const passages = [...document.blocks.flatMap(passagesOf), ...furniture].filter(
    ({ boxes }) => boxes.length > 0,
  );
  return passages.length === 0 ? undefined : { pages: document.pages, passages };
};

type Chunk = {
  readonly text: string;
  readonly path: readonly string[];
  readonly page_start: number | null;
  readonly page_end: number | null;
  readonly places: readonly ModelPlace[];
  readonly token_count: number;
};

const isChunk = (value: unknown): value is Chunk =>
  isRecord(value) &&
  typeof value.text === 'string' &&
  typeof value.token_count === 'number' &&
  Array.isArray(value.path) &&
  Array.isArray(value.places);

const pagesOf = ({ page_start: start, page_end: end }: Chunk): readonly string[] => {
  if (start === null) return [];
  return [end === null || end === start ? `Page ${start}` : `Pages ${start} to ${end}`];
};

/** Returns the passages of an extraction to `chunks`; undefined if the value is another result. */
export const chunkPassages = (value: unknown): PlacedPassages | undefined =>
  Array.isArray(value) && value.length > 0 && value.every(isChunk)
    ? {
        pages: [],
        passages: value.map((chunk, at) => ({
          kind: `Chunk ${at + 1}`,
          text: chunk.text,
          boxes: boxesOf(chunk.places),
          facts: [
            ...(chunk.path.length === 0 ? [] : [chunk.path.join(' › ')]),
            ...pagesOf(chunk),
            ...cellsOf(chunk.places).slice(0, 3),
            `${chunk.token_count} tokens`,
          ],
        })),
      }
    : undefined;
