import { rangeName } from '../workbook/cell-names.ts';
import type { DocumentModel, ModelBlock, ModelCell, ModelPlace } from './document-model.ts';
import { MODEL_VERSION } from './document-model.ts';
import type { DocumentTree, TreeBlock, TreeCell, TreeImage } from './document-tree.ts';
import { meanConfidence, type PagePlace, type Place, type PlacedText } from './places.ts';
import { cellText } from './plain-text.ts';
import { cellColumns } from './table-grid.ts';
import { imageFileName } from './tree-images.ts';

const MAX_LEVEL = 6;

/** Hundredths of a point are beyond what any reader measures. */
const rounded = (points: number): number => Math.round(points * 100) / 100;

const roundedConfidence = (confidence: number | undefined): number | undefined =>
  confidence === undefined ? undefined : Math.round(confidence * 1000) / 1000;

const onPage = ({ page, x, y, width, height }: PagePlace) => ({
  page,
  box: [rounded(x), rounded(y), rounded(x + width), rounded(y + height)] as [number, number, number, number],
});

const placedText = ({ text, place, confidence }: PlacedText) => ({
  text,
  place: onPage(place),
  confidence: roundedConfidence(confidence),
});

/** A place in the published model. */
export const toModelPlace = (place: Place): ModelPlace =>
  'sheet' in place ? { sheet: place.sheet, cells: place.cells } : onPage(place);

const isText = (blocks: readonly TreeBlock[]): boolean =>
  blocks.length === 0 ||
  (blocks.length === 1 &&
    blocks[0]?.kind === 'paragraph' &&
    blocks[0].content.every((inline) => inline.kind === 'text' && Object.keys(inline).length === 2));

/** Where a cell is, and how certain its text. */
type CellFacts = Pick<ModelCell, 'place' | 'confidence'>;

function toCell(cell: TreeCell, facts: CellFacts, hasLines: boolean): ModelCell {
  if (typeof cell === 'string') return { text: cell, ...facts };
  const { blocks, column_span: columnSpan = 1, row_span: rowSpan = 1, align } = cell;
  return {
    text: cellText(cell),
    ...(isText(blocks) ? {} : { blocks: blocksOf(blocks, hasLines) }),
    ...facts,
    ...(columnSpan > 1 ? { column_span: columnSpan } : {}),
    ...(rowSpan > 1 ? { row_span: rowSpan } : {}),
    align,
  };
}

type TreeTable = Extract<TreeBlock, { readonly kind: 'table' }>;
type CellPlaceReader = (row: number, index: number) => ModelPlace | undefined;

/** Returns the place of a cell by its row and its index among the row's cells. */
function cellPlaceReader({ rows, cellPlaces, sheetGrid }: TreeTable): CellPlaceReader {
  if (cellPlaces !== undefined)
    return (row, index) => {
      const place = cellPlaces[row]?.[index];
      return place === undefined ? undefined : onPage(place);
    };
  if (sheetGrid === undefined) return () => undefined;
  const { sheet, firstRow, rows: numbers, columns } = sheetGrid;
  const rowAt = (row: number): number => numbers?.[row] ?? firstRow + row;
  const starts = cellColumns(rows);
  return (row, index) => {
    const cell = rows[row]?.[index] ?? '';
    const start = starts[row]?.[index] ?? 0;
    const { column_span: columnSpan = 1, row_span: rowSpan = 1 } = typeof cell === 'string' ? {} : cell;
    const range = {
      firstRow: rowAt(row),
      firstColumn: columns[start] ?? 0,
      lastRow: rowAt(row + rowSpan - 1),
      lastColumn: columns[start + columnSpan - 1] ?? 0,
    };
    return { sheet, cells: rangeName(range) };
  };
}

/** Blocks without places, which those inside of them have. */
const containers: readonly string[] = ['list', 'quote'];

/** Converts a block. */
function toBlock(block: TreeBlock, hasLines: boolean): ModelBlock {
  const place = {
    id: block.anchors?.[0],
    page: block.page,
    places: containers.includes(block.kind) ? undefined : block.places?.map(toModelPlace),
    lang: block.lang,
    confidence: roundedConfidence(meanConfidence(block.lines ?? [])),
    lines: hasLines
      ? block.lines?.map(({ words, ...text }) => ({ ...placedText(text), words: words?.map(placedText) }))
      : undefined,
  };
  switch (block.kind) {
    case 'heading':
    case 'paragraph': {
      const { content, align, style } = block;
      const text = { content, align, style, ...place };
      if (block.kind === 'paragraph') return { kind: block.kind, role: block.role, ...text };
      const level = Math.min(MAX_LEVEL, Math.max(1, block.level));
      return { kind: block.kind, level, label: block.label, ...text };
    }
    case 'list': {
      const { kind, ordered, start, items } = block;
      return {
        kind,
        ordered,
        ...(ordered ? { start: Math.floor(start ?? 1) } : {}),
        items: items.map(({ label, checked, terms, blocks }) => ({
          label,
          checked,
          terms,
          blocks: blocksOf(blocks, hasLines),
        })),
        ...place,
      };
    }
    case 'table': {
      const { kind, header_rows, header_columns, caption, rows, cellConfidences } = block;
      const placeOf = cellPlaceReader(block);
      const cells = rows.map((row, at) =>
        row.map((cell, index) =>
          toCell(
            cell,
            {
              place: placeOf(at, index),
              confidence: roundedConfidence(cellConfidences?.[at]?.[index]),
            },
            hasLines,
          ),
        ),
      );
      return { kind, header_rows, header_columns, caption, rows: cells, ...place };
    }
    case 'code':
      return { kind: block.kind, text: block.text, language: block.language, ...place };
    case 'quote':
      return { kind: block.kind, role: block.role, blocks: blocksOf(block.blocks, hasLines), ...place };
    case 'rule':
    case 'page_break':
      return { kind: block.kind, ...place };
  }
}

const blocksOf = (blocks: readonly TreeBlock[], hasLines: boolean): ModelBlock[] =>
  blocks.map((block) => toBlock(block, hasLines));

function* toBlocks(blocks: readonly TreeBlock[], hasLines: boolean): Generator<ModelBlock> {
  for (const block of blocks) yield toBlock(block, hasLines);
}

const toImage = (image: TreeImage, at: number, hasData: boolean): DocumentModel['images'][number] => ({
  name: imageFileName(image, at),
  mime_type: image.mime_type,
  bytes: image.bytes.byteLength,
  page: image.page,
  ...(hasData ? { data: Buffer.from(image.bytes).toString('base64') } : {}),
});

type Lazy<Value> = Value extends readonly (infer Item)[] ? Iterable<Lazy<Item>> : Value;

/** The document in the published model; blocks are made while they are read. */
type LazyModel = { readonly [Name in keyof DocumentModel]: Lazy<DocumentModel[Name]> };

/** Converts a document to the published model. `language` is used if the file declares none. */
export function toModel(
  tree: DocumentTree,
  {
    language,
    imageData,
    lines = false,
  }: { readonly language: string | null; readonly imageData: boolean; readonly lines?: boolean },
): LazyModel {
  const { title, author, subject, keywords, creator, producer, created, modified } = tree.metadata;
  return {
    version: MODEL_VERSION,
    format: tree.format,
    page_count: tree.page_count,
    language: tree.language ?? language,
    metadata: { title, author, subject, keywords, creator, producer, created, modified },
    pages: (tree.pages ?? []).map(({ number, width, height }) => ({
      number,
      width: rounded(width),
      height: rounded(height),
    })),
    blocks: toBlocks(tree.blocks, lines),
    notes: tree.notes.map((note) => toBlocks(note, lines)),
    sections: tree.sections ?? [],
    images: tree.images.map((image, at) => toImage(image, at, imageData)),
    comments: tree.comments ?? [],
    attachments: tree.attachments ?? [],
    hidden_text: (tree.hidden_text ?? []).map(({ text, reason, place }) => ({
      text,
      reason,
      place: place === undefined ? undefined : onPage(place),
    })),
    form_fields: (tree.form_fields ?? []).map(({ name, type, value, place }) => ({
      name,
      type,
      value,
      place: place === undefined ? undefined : onPage(place),
    })),
    furniture: (tree.furniture ?? []).map(({ kind, text, place }) => ({
      kind,
      text,
      place: place === undefined ? undefined : onPage(place),
    })),
  };
}
