import { ConversionError } from '../../errors.ts';
import { oneLine } from '../documents/clean-text.ts';
import type { TreeBlock, TreeCell } from '../documents/document-tree.ts';
import { inlineText } from '../documents/document-tree.ts';
import { type GridSlot, isOrigin, tableGrid } from '../documents/table-grid.ts';
import { directionOf } from '../text/leading-font.ts';
import { type ColumnNeed, columnBands, fitColumns } from './column-widths.ts';
import { lineData } from './line-data.ts';
import type { Place, Setting } from './setting.ts';
import type { BlockData, CellData } from './typst-data.ts';

// Set at about 18 KB each: 1.8 GB of a worker's 3 GB.
export const MAX_CELLS = 100_000;
// In bands, each of which repeats the first column.
const MAX_COLUMNS = 1_000;
// A head that is repeated on each page must leave room for rows.
const MAX_HEADER_ROWS = 4;
const MAX_HEADER_CHARACTERS = 1_500;

const NUMBER =
  /^[-+\u2212(]?\s?[$€£¥₹%]?\s?\d[\d.,'’\u00a0\u202f ]*(?:[eE][-+]?\d+)?\s?[%$€£¥₹]?\)?$|^[-–—]$/;

// What lies deeper is not read for this; it asks for some room unseen.
const MEASURED_DEPTH = 6;
const WIDTH_OF_THE_DEEP = 40;

type TableBlock = TreeBlock & { kind: 'table' };
type BlocksToData = (blocks: readonly TreeBlock[], place: Place, setting: Setting) => BlockData[];

/** A cell as it is placed: inside the grid, over nothing else. */
interface PlacedCell {
  readonly cell: TreeCell;
  readonly row: number;
  readonly column: number;
  readonly span: number;
  readonly rows: number;
}

function placedCells(grid: readonly (readonly (GridSlot | undefined)[])[], headerRows: number): PlacedCell[] {
  const width = grid[0]?.length ?? 0;
  const isCovered = new Uint8Array(width * grid.length);
  const placed: PlacedCell[] = [];
  for (const [row, line] of grid.entries()) {
    for (const [column, slot] of line.entries()) {
      if (isCovered[row * width + column] === 1) continue;
      const isWhole = slot !== undefined && isOrigin(slot, row, column);
      const isSame = (down: number, right: number): boolean =>
        isCovered[down * width + right] === 0 && grid[down]?.[right] === slot;
      const end = row < headerRows ? headerRows : grid.length;
      let span = 1;
      while (isWhole && column + span < width && isSame(row, column + span)) span += 1;
      let rows = 1;
      const isRowSame = (down: number): boolean =>
        Array.from({ length: span }, (_, index) => isSame(down, column + index)).every(Boolean);
      while (isWhole && row + rows < end && isRowSame(row + rows)) rows += 1;
      for (let down = row; down < row + rows; down += 1)
        isCovered.fill(1, down * width + column, down * width + column + span);
      placed.push({ cell: isWhole ? slot.cell : '', row, column, span, rows });
    }
  }
  return placed;
}

/** The text of blocks by lines, as far as it tells how wide they are. */
function linesOf(blocks: readonly TreeBlock[], depth = 0): string[] {
  if (depth > MEASURED_DEPTH) return ['x'.repeat(WIDTH_OF_THE_DEEP)];
  return blocks.flatMap((block) => {
    switch (block.kind) {
      case 'paragraph':
      case 'heading':
        return inlineText(block.content).split('\n');
      case 'code':
        return block.text.split('\n');
      case 'list':
        return block.items.flatMap((item) => linesOf(item.blocks, depth + 1).map((line) => `xxx${line}`));
      case 'quote':
        return linesOf(block.blocks, depth + 1).map((line) => `xx${line}`);
      case 'table':
        // Cells beside each other, as many as matter.
        return block.rows.slice(0, 50).map((row) =>
          row
            .slice(0, 20)
            .map((cell) => textOfCell(cell, depth + 1))
            .join(' xx '),
        );
      default:
        return [];
    }
  });
}

const textOfCell = (cell: TreeCell, depth = 0): string =>
  typeof cell === 'string' ? oneLine(cell) : linesOf(cell.blocks, depth).join('\n');

function imageWidth(cell: TreeCell, setting: Setting): number {
  if (typeof cell === 'string') return 0;
  const images = cell.blocks.flatMap((block) => (block.kind === 'paragraph' ? block.content : []));
  return images.reduce((widest, inline) => {
    if (inline.kind !== 'image') return widest;
    return Math.max(widest, inline.widthPoints ?? setting.images[inline.image]?.width ?? 0);
  }, 0);
}

const isSingle = (cell: TreeCell): boolean =>
  typeof cell === 'string' || ((cell.columnSpan ?? 1) <= 1 && (cell.rowSpan ?? 1) <= 1);

/** Whether a cell stands at the right: a number, or one that the document puts there. */
const isAtRight = (cell: TreeCell, text: string): boolean =>
  typeof cell === 'string' || cell.align === undefined ? NUMBER.test(text) : cell.align === 'right';

/** What the columns ask for, and which of them hold numbers. */
function measure(
  cells: readonly PlacedCell[],
  columns: number,
  headerRows: number,
  setting: Setting,
): { readonly needs: ColumnNeed[]; readonly isNumeric: readonly boolean[] } {
  const needs = Array.from({ length: columns }, () => ({ least: 1, most: 1 }));
  const numbers = Array.from({ length: columns }, () => ({ yes: 0, no: 0 }));
  for (const { cell, row, column, span } of cells) {
    const need = needs[column];
    const number = numbers[column];
    if (span > 1 || need === undefined || number === undefined) continue;
    const text = textOfCell(cell);
    const factor = row < headerRows ? 1.1 : 1.03;
    for (const line of text.split('\n')) {
      const width = setting.textWidth(line) * factor;
      if (width > need.most) need.most = width;
      if (width <= need.least) continue;
      for (const word of line.split(/[\s\u3000-\u9fff]+/)) {
        if (word.length > need.least) need.least = Math.max(need.least, setting.textWidth(word) * factor);
      }
    }
    const image = Math.min(imageWidth(cell, setting), setting.width / 2) / setting.fontSize;
    need.most = Math.max(need.most, image);
    need.least = Math.max(need.least, Math.min(image, 6));
    const trimmed = text.trim();
    if (row < headerRows || trimmed === '') continue;
    if (isAtRight(cell, trimmed)) number.yes += 1;
    else number.no += 1;
  }
  return { needs, isNumeric: numbers.map(({ yes, no }) => yes > 0 && no <= yes / 4) };
}

function cellData(
  { cell, column, span, rows }: PlacedCell,
  widths: readonly number[],
  place: Place,
  inset: number,
  setting: Setting,
  blocksData: BlocksToData,
): CellData {
  const room = widths.slice(column, column + span).reduce((sum, width) => sum + width, 0) - 2 * inset;
  const inner = { ...place, room, depth: place.depth + 1, isCell: true } as const;
  const plain =
    typeof cell === 'string' ? lineData([{ kind: 'text', text: cell }], inner, setting) : undefined;
  const spans = { span: span > 1 ? span : undefined, rows: rows > 1 ? rows : undefined };
  if (typeof plain === 'string') {
    const direction = directionOf(plain);
    const isAsAround = direction.lead === undefined && span === 1 && rows === 1;
    return isAsAround ? plain : { c: plain, ...direction, ...spans };
  }
  const blocks =
    typeof cell === 'string'
      ? [{ k: 'p', c: plain ?? '', ...directionOf(cell) } as const]
      : blocksData(cell.blocks, inner, setting);
  const align = typeof cell === 'string' ? undefined : cell.align;
  const [only] = blocks;
  if (blocks.length === 1 && only?.k === 'p' && typeof only.c === 'string' && only.align === undefined) {
    const { c, rtl, lead } = only;
    return rtl || lead || align || span > 1 || rows > 1 ? { c, rtl, lead, ...spans, align } : c;
  }
  return { c: blocks.length === 0 ? '' : blocks, ...spans, align };
}

/** A table as data; on a page of its own that is turned where it is too wide. Throws ConversionError `too_complex`. */
export function tableData(
  block: TableBlock,
  place: Place,
  setting: Setting,
  blocksData: BlocksToData,
): BlockData[] {
  const grid = tableGrid(block.rows);
  const columns = grid[0]?.length ?? 0;
  if (columns === 0) return [];
  if (columns > MAX_COLUMNS) {
    const message = `A table has ${columns} columns; ${MAX_COLUMNS} can be set on pages. Convert to xlsx or csv, or leave columns out.`;
    throw new ConversionError('too_complex', message);
  }
  setting.seen.cells += columns * grid.length;
  if (setting.seen.cells > MAX_CELLS) {
    const message = `The tables have more than ${MAX_CELLS} cells, which is what can be set in one PDF. Split the file, or convert to xlsx or csv.`;
    throw new ConversionError('too_complex', message);
  }
  const wanted = Math.min(block.headerRows, grid.length);
  const headerText = block.rows
    .slice(0, wanted)
    .flat()
    .map((cell) => textOfCell(cell))
    .join('');
  const head = wanted <= MAX_HEADER_ROWS && headerText.length <= MAX_HEADER_CHARACTERS ? wanted : 0;
  const cells = placedCells(grid, head);
  const { needs, isNumeric } = measure(cells, columns, head, setting);
  const isTop = place.depth === 0 && !place.isNote;
  const fit = fitColumns(needs, place.size, place.room, isTop ? setting.turnedWidth : undefined);
  if (fit.isTight && isTop && columns > 2 && block.rows.every((row) => row.every(isSingle))) {
    const bands = columnBands(needs, place.size, Math.max(place.room, setting.turnedWidth));
    if (bands.length > 1) {
      setting.seen.cells -= columns * grid.length;
      const part = (band: readonly number[], index: number): TreeBlock & { kind: 'table' } => ({
        ...block,
        rows: block.rows.map((row) => band.map((column) => row[column] ?? '')),
        caption: index === 0 ? block.caption : undefined,
      });
      return bands.flatMap((band, index) => tableData(part(band, index), place, setting, blocksData));
    }
  }
  const inside: Place = { ...place, size: fit.size };
  const data = (part: readonly PlacedCell[]): CellData[] =>
    part.map((cell) => cellData(cell, fit.widths, inside, fit.inset, setting, blocksData));
  const caption = block.caption === undefined ? '' : oneLine(block.caption).trim();
  const table: BlockData = {
    k: 'tb',
    caption: caption || null,
    size: fit.size,
    inset: fit.inset,
    widths: fit.widths.map((width) => Math.floor(width * 100) / 100),
    aligns: isNumeric.map((is) => (is ? 'right' : 'start')),
    head,
    header: data(cells.filter(({ row }) => row < head)),
    cells: data(cells.filter(({ row }) => row >= head)),
    ...directionOf(caption || headerText || textOfCell(block.rows[0]?.[0] ?? '')),
  };
  return fit.isTurned ? [{ k: 'wide', c: [table] }] : [table];
}
