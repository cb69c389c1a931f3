import { rangeName } from '../workbook/cell-names.ts';
import { type DocumentModel, MODEL_VERSION, type ModelBlock, type ModelCell } from './document-model.ts';
import type { DocumentTree, TreeBlock, TreeCell, TreeImage } from './document-tree.ts';
import { meanConfidence } from './places.ts';
import { cellText } from './plain-text.ts';
import { cellColumns } from './table-grid.ts';
import { imageFileName } from './tree-images.ts';

const MAX_LEVEL = 6;

// Hundredths of a point and thousandths of a confidence are beyond what any reader measures.
const roundedLength = (points: number): number => Math.round(points * 100) / 100;
const roundedConfidence = (confidence: number | undefined): number | undefined =>
  confidence === undefined ? undefined : Math.round(confidence * 1000) / 1000;

const withRounded = <Text extends { readonly confidence?: number | undefined }>(text: Text): Text => ({
  ...text,
  confidence: roundedConfidence(text.confidence),
});

const isText = (blocks: readonly TreeBlock[]): boolean =>
  blocks.length === 0 ||
  (blocks.length === 1 &&
    blocks[0]?.kind === 'paragraph' &&
    blocks[0].content.every((inline) => inline.kind === 'text' && Object.keys(inline).length === 2));

/** Where a cell is, and how certain its text. */
type CellFacts = Pick<ModelCell, 'place' | 'confidence'>;

function toCell(cell: TreeCell, facts: CellFacts, hasLines: boolean): ModelCell {
  if (typeof cell === 'string') return { text: cell, ...facts };
  const { blocks, column_span = 1, row_span = 1, align } = cell;
  return {
    text: cellText(cell),
    ...(isText(blocks) ? {} : { blocks: blocksOf(blocks, hasLines) }),
    ...facts,
    ...(column_span > 1 ? { column_span } : {}),
    ...(row_span > 1 ? { row_span } : {}),
    align,
  };
}

type TreeTable = Extract<TreeBlock, { readonly kind: 'table' }>;
type CellPlaceReader = (row: number, index: number) => ModelCell['place'];

/** Returns the place of a cell by its row and its index among the row's cells. */
function cellPlaceReader({ rows, cellPlaces, sheetGrid }: TreeTable): CellPlaceReader {
  if (sheetGrid === undefined) return (row, index) => cellPlaces?.[row]?.[index];
  const { sheet, firstRow, rows: numbers, columns } = sheetGrid;
  const rowAt = (row: number): number => numbers?.[row] ?? firstRow + row;
  const starts = cellColumns(rows);
  return (row, index) => {
    const cell = rows[row]?.[index] ?? '';
    const start = starts[row]?.[index] ?? 0;
    const { column_span = 1, row_span = 1 } = typeof cell === 'string' ? {} : cell;
    const range = {
      firstRow: rowAt(row),
      firstColumn: columns[start] ?? 0,
      lastRow: rowAt(row + row_span - 1),
      lastColumn: columns[start + column_span - 1] ?? 0,
    };
    return { sheet, cells: rangeName(range) };
  };
}

function toRows(table: TreeTable, hasLines: boolean): ModelCell[][] {
  const placeOf = cellPlaceReader(table);
  return table.rows.map((row, at) =>
    row.map((cell, index) => {
      const confidence = roundedConfidence(table.cellConfidences?.[at]?.[index]);
      return toCell(cell, { place: placeOf(at, index), confidence }, hasLines);
    }),
  );
}

/** Removes what is not published from a block, and adds what is derived from it. */
function toBlock({ anchors: _, lines, ...block }: TreeBlock, hasLines: boolean): ModelBlock {
  const own = {
    confidence: roundedConfidence(meanConfidence(lines ?? [])),
    lines: hasLines
      ? lines?.map((line) => ({ ...withRounded(line), words: line.words?.map(withRounded) }))
      : undefined,
  };
  switch (block.kind) {
    case 'heading':
      return { ...block, level: Math.min(MAX_LEVEL, Math.max(1, block.level)), ...own };
    case 'list': {
      const { start = 1, items, places: _places, ...list } = block;
      return {
        ...list,
        ...(list.ordered ? { start: Math.floor(start) } : {}),
        items: items.map((item) => ({ ...item, blocks: blocksOf(item.blocks, hasLines) })),
      };
    }
    case 'table': {
      const { cellPlaces: _cells, cellConfidences: _confidences, sheetGrid: _grid, ...table } = block;
      return { ...table, rows: toRows(block, hasLines), ...own };
    }
    case 'quote': {
      const { places: _places, ...quote } = block;
      return { ...quote, blocks: blocksOf(block.blocks, hasLines) };
    }
    default:
      return { ...block, ...own };
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
      width: roundedLength(width),
      height: roundedLength(height),
    })),
    blocks: toBlocks(tree.blocks, lines),
    notes: tree.notes.map((note) => toBlocks(note, lines)),
    sections: tree.sections ?? [],
    images: tree.images.map((image, at) => toImage(image, at, imageData)),
    comments: tree.comments ?? [],
    attachments: tree.attachments ?? [],
    form_fields: tree.form_fields ?? [],
    hidden_text: tree.hidden_text ?? [],
    furniture: tree.furniture ?? [],
  };
}
