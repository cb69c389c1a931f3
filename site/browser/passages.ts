import { element } from './element.ts';

/** A rectangle on a page, in points from its top left corner. */
type Box = readonly [left: number, top: number, right: number, bottom: number];

type Place = { readonly page?: number; readonly box?: Box };

type Inline = {
  readonly kind: string;
  readonly text?: string;
  readonly alt?: string;
  readonly tex?: string;
  readonly bold?: true;
  readonly italic?: true;
  readonly code?: true;
};

type Cell = { readonly text: string; readonly column_span?: number; readonly row_span?: number };

type Block = {
  readonly kind: string;
  readonly role?: string;
  readonly level?: number;
  readonly content?: readonly Inline[];
  readonly text?: string;
  readonly ordered?: boolean;
  readonly start?: number;
  readonly items?: readonly { readonly blocks: readonly Block[] }[];
  readonly header_rows?: number;
  readonly rows?: readonly (readonly (Cell | string)[])[];
  readonly caption?: string | null;
  readonly blocks?: readonly Block[];
  readonly places?: readonly Place[];
};

/** The part of a result of the extract format `document` that the page shows. */
export type DocumentResult = {
  readonly pages: readonly { readonly width: number; readonly height: number }[];
  readonly blocks: readonly Block[];
};

type Chunk = { readonly text: string; readonly heading?: string | null; readonly places?: readonly Place[] };

/** A part of a result, and its boxes on the first page. */
export type Passage = {
  readonly kind: string;
  readonly boxes: readonly Box[];
  readonly element: HTMLElement;
};

const boxesOf = (places: readonly Place[] = []): readonly Box[] =>
  places.flatMap(({ page, box }) => (page === 1 && box !== undefined ? [box] : []));

const inlineNode = ({ kind, text, alt, tex, bold, italic, code }: Inline): Node | string => {
  if (kind === 'line_break') return element('br');
  const words = text ?? alt ?? tex ?? '';
  const plain = code ? element('code', {}, words) : words;
  const slanted = italic ? element('em', {}, plain) : plain;
  return bold ? element('strong', {}, slanted) : slanted;
};

const inlines = (content: readonly Inline[] = []): readonly (Node | string)[] => content.map(inlineNode);

const tableOf = ({ rows = [], header_rows: headers = 0, caption }: Block): HTMLElement => {
  const table = element('table');
  if (caption) table.append(element('caption', {}, caption));
  for (const [index, cells] of rows.entries()) {
    const row = element('tr');
    for (const cell of cells) {
      const {
        text,
        column_span: columns = 1,
        row_span: height = 1,
      } = typeof cell === 'string' ? { text: cell } : cell;
      const made = element(
        index < headers ? 'th' : 'td',
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

const blockElement = (block: Block): HTMLElement => {
  const { kind, level = 1, content, text = '', items = [], blocks = [] } = block;
  if (kind === 'heading')
    return element('p', { class: `heading-${Math.min(level, 3)}` }, ...inlines(content));
  if (kind === 'table') return tableOf(block);
  if (kind === 'code') return element('pre', {}, text);
  if (kind === 'quote') return element('blockquote', {}, ...blocks.map(blockElement));
  if (kind !== 'list')
    return element('p', block.role === undefined ? {} : { class: block.role }, ...inlines(content));
  const list = element(block.ordered ? 'ol' : 'ul');
  for (const item of items) list.append(element('li', {}, ...item.blocks.map(blockElement)));
  return list;
};

/** The blocks of a document. */
export const documentPassages = ({ blocks }: DocumentResult): readonly Passage[] =>
  blocks
    .filter(({ kind }) => kind !== 'rule' && kind !== 'page_break')
    .map((block) => ({ kind: block.kind, boxes: boxesOf(block.places), element: blockElement(block) }));

/** The tables of a document. Their boxes are those of its blocks, in the same order. */
export const tablePassages = (
  tables: readonly Block[],
  { blocks }: Pick<DocumentResult, 'blocks'>,
): readonly Passage[] => {
  const placed = blocks.filter(({ kind }) => kind === 'table');
  return tables.map((table, index) => ({
    kind: 'table',
    boxes: boxesOf(placed[index]?.places),
    element: tableOf(table),
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
