import type {
  DocumentModel,
  ModelBlock,
  ModelCell,
  ModelInline,
  PagePlace,
} from '../../lib/conversions/document/document-model.ts';
import type { Chunk, ExtractedTable } from '../../lib/conversions/document/result-schemas.ts';
import { element } from './element.ts';

/** The part of a result of the extract format `document` that the page shows. */
export type DocumentResult = Pick<DocumentModel, 'pages' | 'blocks'>;

/** A part of a result, and its boxes on the first page. */
export type Passage = {
  readonly kind: string;
  readonly boxes: readonly PagePlace['box'][];
  readonly element: HTMLElement;
};

const boxesOf = (places: ModelBlock['places'] | Chunk['places'] = []): Passage['boxes'] =>
  places.flatMap((place) => {
    if (!('box' in place) || place.page !== 1) return [];
    const [left = 0, top = 0, right = 0, bottom = 0] = place.box;
    return [[left, top, right, bottom]];
  });

const inlineNode = (piece: ModelInline): Node | string => {
  if (piece.kind === 'line_break') return element('br');
  if (piece.kind === 'image') return piece.alt;
  if (piece.kind === 'math') return piece.tex;
  if (piece.kind === 'note') return '';
  const { text, bold, italic, code } = piece;
  const plain = code ? element('code', {}, text) : text;
  const slanted = italic ? element('em', {}, plain) : plain;
  return bold ? element('strong', {}, slanted) : slanted;
};

const inlines = (content: readonly ModelInline[]): readonly (Node | string)[] => content.map(inlineNode);

const tableOf = (
  caption: string | null | undefined,
  headerRows: number,
  rows: readonly (readonly (ModelCell | string)[])[],
): HTMLElement => {
  const table = element('table');
  if (caption) table.append(element('caption', {}, caption));
  for (const [index, cells] of rows.entries()) {
    const row = element('tr');
    for (const cell of cells) {
      const {
        text,
        column_span: columns = 1,
        row_span: height = 1,
      }: Pick<ModelCell, 'text' | 'column_span' | 'row_span'> = typeof cell === 'string'
        ? { text: cell }
        : cell;
      const made = element(
        index < headerRows ? 'th' : 'td',
        /^[£$€]?[\d.,]+ ?%?$/.test(text) ? { class: 'number' } : {},
        text,
      );
      made.colSpan = columns;
      made.rowSpan = height;
      row.append(made);
    }
    table.append(row);
  }
  return element('div', { class: 'scroll' }, table);
};

const blockElement = (block: ModelBlock): HTMLElement => {
  switch (block.kind) {
    case 'heading':
      return element('p', { class: `heading-${Math.min(block.level, 3)}` }, ...inlines(block.content));
    case 'paragraph':
      return element('p', block.role === undefined ? {} : { class: block.role }, ...inlines(block.content));
    case 'table':
      return tableOf(block.caption, block.header_rows, block.rows);
    case 'code':
      return element('pre', {}, block.text);
    case 'quote':
      return element('blockquote', {}, ...block.blocks.map(blockElement));
    case 'list':
      return element(
        block.ordered ? 'ol' : 'ul',
        {},
        ...block.items.map((item) => element('li', {}, ...item.blocks.map(blockElement))),
      );
    case 'rule':
    case 'page_break':
      return element('hr');
  }
};

/** The blocks of a document. */
export const documentPassages = ({ blocks }: DocumentResult): readonly Passage[] =>
  blocks
    .filter(({ kind }) => kind !== 'rule' && kind !== 'page_break')
    .map((block) => ({ kind: block.kind, boxes: boxesOf(block.places), element: blockElement(block) }));

/** The tables of a document. Their boxes are those of its blocks, in the same order. */
export const tablePassages = (
  tables: readonly ExtractedTable[],
  { blocks }: DocumentResult,
): readonly Passage[] => {
  const placed = blocks.filter(({ kind }) => kind === 'table');
  return tables.map((table, index) => ({
    kind: 'table',
    boxes: boxesOf(placed[index]?.places),
    element: tableOf(table.caption, table.header_rows, table.rows),
  }));
};

/** The colours of neighbouring chunks, which are those of kinds of blocks. */
const colours = ['paragraph', 'table', 'list', 'heading'] as const;

/** Chunks as cards, with what a search would cite. */
export const chunkPassages = (chunks: readonly Chunk[]): readonly Passage[] =>
  chunks.map(({ text, heading, places }, index) => {
    const boxes = boxesOf(places);
    const cited = boxes.length === 0 ? '' : `page 1, ${boxes.length} ${boxes.length === 1 ? 'box' : 'boxes'}`;
    const words = text.split(/\n{2,}/).map((part) => element('p', {}, part));
    const title = element(
      'p',
      { class: 'chunk-title' },
      `Chunk ${index + 1}`,
      element('span', {}, cited || (heading ?? '')),
    );
    const kind = colours[index % colours.length] ?? '';
    return { kind, boxes, element: element('div', { class: `chunk ${kind}` }, title, ...words) };
  });
