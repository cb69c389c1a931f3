import { directionOf } from '../../../../backends/fonts/leading-font.ts';
import { oneLine } from '../../../../document/clean-text.ts';
import type { TreeBlock, TreeCell } from '../../../../document/document-tree.ts';
import { type GridSlot, isOrigin, tableGrid } from '../../../../document/table-grid.ts';
import { ConversionError } from '../../../../errors.ts';
import { type ColumnNeed, columnBands, fitColumns } from './column-widths.ts';
import type { BlocksToData, Frame, LayoutContext } from './layout-context.ts';
import { MAX_CELLS } from './limits.ts';
import { lineData } from './line-data.ts';
import { measureColumns, type PlacedCell, textOfCell } from './measure-columns.ts';
import { rowHeights } from './row-heights.ts';
import type { BlockData, CellData } from './typst-data.ts';

// Laid out in bands, each of which repeats the first column.
const MAX_COLUMNS = 1_000;
// A repeated header must leave room for rows.
const MAX_HEADER_ROWS = 4;
const MAX_HEADER_CHARACTERS = 1_500;
const MAX_HEADER_SHARE = 1 / 3;
const LINE_HEIGHT = 1.3;

type TableBlock = TreeBlock & { kind: 'table' };

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

const isSingle = (cell: TreeCell): boolean =>
  typeof cell === 'string' || ((cell.column_span ?? 1) <= 1 && (cell.row_span ?? 1) <= 1);

function cellData(
  { cell, column, span, rows }: PlacedCell,
  widths: readonly number[],
  frame: Frame,
  inset: number,
  context: LayoutContext,
  blocksData: BlocksToData,
): CellData {
  const width = widths.slice(column, column + span).reduce((sum, each) => sum + each, 0);
  // A character always has room.
  const room = Math.max(frame.size, width - 2 * inset);
  const inner = { ...frame, room, depth: frame.depth + 1, isCell: true } as const;
  const plain =
    typeof cell === 'string' ? lineData([{ kind: 'text', text: cell }], inner, context) : undefined;
  const spans = { span: span > 1 ? span : undefined, rows: rows > 1 ? rows : undefined };
  if (typeof plain === 'string') {
    const direction = directionOf(plain);
    const isAsAround = direction.lead === undefined && span === 1 && rows === 1;
    return isAsAround ? plain : { c: plain, ...direction, ...spans };
  }
  const blocks =
    typeof cell === 'string'
      ? [{ k: 'p', c: plain ?? '', ...directionOf(cell) } as const]
      : blocksData(cell.blocks, inner, context);
  const align = typeof cell === 'string' ? undefined : cell.align;
  const [only] = blocks;
  if (blocks.length === 1 && only?.k === 'p' && typeof only.c === 'string' && only.align === undefined) {
    const { c, rtl, lead } = only;
    return rtl || lead || align || span > 1 || rows > 1 ? { c, rtl, lead, ...spans, align } : c;
  }
  return { c: blocks.length === 0 ? '' : blocks, ...spans, align };
}

/** Whether the repeated header leaves most of the page to the rows. */
function leavesRoom(
  header: readonly PlacedCell[],
  widths: readonly number[],
  size: number,
  inset: number,
  context: LayoutContext,
): boolean {
  const heights: number[] = [];
  for (const { cell, row, column, span } of header) {
    const width = widths.slice(column, column + span).reduce((sum, each) => sum + each, 0) - 2 * inset;
    const room = Math.max(1, width / size);
    const lines = textOfCell(cell)
      .split('\n')
      .reduce((sum, line) => sum + Math.max(1, Math.ceil(context.textWidth(line) / room)), 0);
    heights[row] = Math.max(heights[row] ?? 0, lines * LINE_HEIGHT * size + 2 * inset);
  }
  return heights.reduce((sum, height) => sum + height, 0) <= context.height * MAX_HEADER_SHARE;
}

/** Counts the cells of a table. Throws ConversionError `too_complex` if they exceed a limit. */
function countCells(rows: number, columns: number, { seen }: LayoutContext): void {
  if (columns > MAX_COLUMNS) {
    const message = `A table has ${columns} columns; the limit for PDF is ${MAX_COLUMNS}. Convert to xlsx or csv, or remove columns.`;
    throw new ConversionError('too_complex', message);
  }
  seen.cells += columns * rows;
  if (seen.cells > MAX_CELLS) {
    const message = `The tables have more than ${MAX_CELLS} cells, the limit for one PDF. Split the file, or convert to xlsx or csv.`;
    throw new ConversionError('too_complex', message);
  }
}

/** The text of the header rows, and their number: 0 if they are too long to repeat. */
function headerOf({ rows, header_rows: headerRows }: TableBlock): {
  readonly text: string;
  readonly count: number;
} {
  const count = Math.min(headerRows, rows.length);
  const text = rows.slice(0, count).flat().map(textOfCell).join('');
  return { text, count: count <= MAX_HEADER_ROWS && text.length <= MAX_HEADER_CHARACTERS ? count : 0 };
}

/** Splits a table that is too wide for any page into tables of some of its columns, each with the first column. */
function inBands(block: TableBlock, needs: readonly ColumnNeed[], size: number, width: number): TableBlock[] {
  if (needs.length <= 2 || !block.rows.every((row) => row.every(isSingle))) return [block];
  return columnBands(needs, size, width).map((band, index) => ({
    ...block,
    rows: block.rows.map((row) => band.map((column) => row[column] ?? '')),
    caption: index === 0 ? block.caption : undefined,
  }));
}

/** Converts a table to template data, on a rotated page if it is too wide. Throws ConversionError `too_complex`. */
export function tableData(
  block: TableBlock,
  frame: Frame,
  context: LayoutContext,
  blocksData: BlocksToData,
): BlockData[] {
  const grid = tableGrid(block.rows);
  const columns = grid[0]?.length ?? 0;
  if (columns === 0) return [];
  countCells(grid.length, columns, context);
  const { text: headerText, count: head } = headerOf(block);
  const cells = placedCells(grid, head);
  const header = cells.filter(({ row }) => row < head);
  // Repeated headers of nested tables are laid out for every page of every enclosing table: 2 pages took a minute.
  const isTop = frame.depth === 0 && !frame.isNote;
  const { needs, isNumeric } = measureColumns(cells, columns, head, context);
  const fit = fitColumns(needs, frame.size, frame.room, isTop ? context.rotatedWidth : undefined);
  if (fit.isTight && isTop) {
    const bands = inBands(block, needs, frame.size, Math.max(frame.room, context.rotatedWidth));
    if (bands.length > 1) {
      // Each band counts its own cells.
      context.seen.cells -= columns * grid.length;
      return bands.flatMap((band) => tableData(band, frame, context, blocksData));
    }
  }
  const isRepeated = isTop && leavesRoom(header, fit.widths, fit.size, fit.inset, context);

  const inside: Frame = { ...frame, size: fit.size };
  const data = (part: readonly PlacedCell[]): CellData[] =>
    part.map((cell) => cellData(cell, fit.widths, inside, fit.inset, context, blocksData));
  const body = cells.filter(({ row }) => row >= head);
  const bodyData = data(body);
  const caption = block.caption === undefined ? '' : oneLine(block.caption).trim();
  const table: BlockData = {
    k: 'tb',
    caption: caption || null,
    size: fit.size,
    inset: fit.inset,
    widths: fit.widths.map((width) => Math.floor(width * 100) / 100),
    aligns: isNumeric.map((is) => (is ? 'right' : 'start')),
    head,
    repeat: isRepeated ? true : undefined,
    header: data(header),
    heights: context.isMono ? [] : rowHeights(body, bodyData, fit, context.textWidth),
    cells: bodyData,
    ...directionOf(caption || headerText || textOfCell(block.rows[0]?.[0] ?? '')),
  };
  return fit.isRotated ? [{ k: 'wide', c: [table] }] : [table];
}
