import { ConversionError } from '../../../../../errors.ts';
import { directionOf } from '../../../../backends/fonts/leading-font.ts';
import { oneLine } from '../../../../document/clean-text.ts';
import type { TreeBlock, TreeCell } from '../../../../document/document-tree.ts';
import { type GridSlot, isOrigin, tableGrid } from '../../../../document/table-grid.ts';
import { columnBands, fitColumns } from './column-widths.ts';
import type { LayoutContext, Place } from './layout-context.ts';
import { lineData } from './line-data.ts';
import { measureColumns, type PlacedCell, textOfCell } from './measure-columns.ts';
import { laidTable, ownWidths } from './page-layout/laid-table.ts';
import { rowHeights } from './row-heights.ts';
import type { BlockData, CellData } from './typst-data.ts';

// Typst needs about 23 KB per cell: 1.8 GB of a worker's 3 GB.
export const MAX_CELLS = 80_000;
// Laid out in bands, each of which repeats the first column.
const MAX_COLUMNS = 1_000;
// A repeated header must leave room for rows.
const MAX_HEADER_ROWS = 4;
const MAX_HEADER_CHARACTERS = 1_500;
const MAX_HEADER_SHARE = 1 / 3;
const LINE_HEIGHT = 1.3;

type TableBlock = TreeBlock & { kind: 'table' };
type BlocksToData = (blocks: readonly TreeBlock[], place: Place, context: LayoutContext) => BlockData[];

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
  typeof cell === 'string' || ((cell.columnSpan ?? 1) <= 1 && (cell.rowSpan ?? 1) <= 1);

function cellData(
  { cell, column, span, rows }: PlacedCell,
  widths: readonly number[],
  place: Place,
  inset: number,
  context: LayoutContext,
  blocksData: BlocksToData,
): CellData {
  const width = widths.slice(column, column + span).reduce((sum, each) => sum + each, 0);
  // A character always has room.
  const room = Math.max(place.size, width - 2 * inset);
  const inner = { ...place, room, depth: place.depth + 1, isCell: true } as const;
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

/** Converts a table to template data, on a rotated page if it is too wide. Throws ConversionError `too_complex`. */
export function tableData(
  block: TableBlock,
  place: Place,
  context: LayoutContext,
  blocksData: BlocksToData,
): BlockData[] {
  const grid = tableGrid(block.rows);
  const columns = grid[0]?.length ?? 0;
  if (columns === 0) return [];
  if (columns > MAX_COLUMNS) {
    const message = `A table has ${columns} columns; the limit for PDF is ${MAX_COLUMNS}. Convert to xlsx or csv, or remove columns.`;
    throw new ConversionError('too_complex', message);
  }
  context.seen.cells += columns * grid.length;
  if (context.seen.cells > MAX_CELLS) {
    const message = `The tables have more than ${MAX_CELLS} cells, the limit for one PDF. Split the file, or convert to xlsx or csv.`;
    throw new ConversionError('too_complex', message);
  }
  const { layout } = block;
  const wanted = Math.min(block.headerRows, grid.length);
  const headerText = block.rows
    .slice(0, wanted)
    .flat()
    .map((cell) => textOfCell(cell))
    .join('');
  const head = wanted <= MAX_HEADER_ROWS && headerText.length <= MAX_HEADER_CHARACTERS ? wanted : 0;
  const cells = placedCells(grid, head);
  const own = layout === undefined ? undefined : ownWidths(layout, columns, place, context);
  if (layout !== undefined && own !== undefined) {
    const header = cells.filter(({ row }) => row < head);
    const isRepeated = place.depth === 0 && !place.isNote && leavesRoom(header, own, place.size, 0, context);
    return [laidTable({ ...block, layout }, cells, own, head, isRepeated, place, context, blocksData)];
  }
  const { needs, isNumeric } = measureColumns(cells, columns, head, context);
  const isTop = place.depth === 0 && !place.isNote;
  const fit = fitColumns(needs, place.size, place.room, isTop ? context.turnedWidth : undefined);
  if (fit.isTight && isTop && columns > 2 && block.rows.every((row) => row.every(isSingle))) {
    const bands = columnBands(needs, place.size, Math.max(place.room, context.turnedWidth));
    if (bands.length > 1) {
      context.seen.cells -= columns * grid.length;
      const part = (band: readonly number[], index: number): TreeBlock & { kind: 'table' } => ({
        ...block,
        rows: block.rows.map((row) => band.map((column) => row[column] ?? '')),
        caption: index === 0 ? block.caption : undefined,
      });
      return bands.flatMap((band, index) => tableData(part(band, index), place, context, blocksData));
    }
  }
  const header = cells.filter(({ row }) => row < head);
  // Repeated headers of nested tables are laid out for every page of every enclosing table: 2 pages took a minute.
  const isRepeated = isTop && leavesRoom(header, fit.widths, fit.size, fit.inset, context);
  const inside: Place = { ...place, size: fit.size };
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
  if (layout !== undefined) {
    const laid = laidTable(
      { ...block, layout },
      cells,
      fit.widths,
      head,
      isRepeated,
      place,
      context,
      blocksData,
    );
    return fit.isTurned ? [{ k: 'wide', c: [laid] }] : [laid];
  }
  return fit.isTurned ? [{ k: 'wide', c: [table] }] : [table];
}
