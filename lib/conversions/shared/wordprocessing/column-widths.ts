import type { TreeBlock, TreeCell } from '../../document/document-tree.ts';
import type { StatedWidth, TableLook } from '../../document/look.ts';
import { cellText } from '../../document/plain-text.ts';
import { type GridSlot, isOrigin } from '../../document/table-grid.ts';
import { columnShares } from '../../engine/page-setup.ts';

// Usual width of a character, in font sizes, and of the margins of a cell, in points.
const CHARACTER = 0.6;
const MARGINS = 14;
const TEXT_SIZE = 11;
const POINTS = CHARACTER * TEXT_SIZE;
// Width of an empty column.
const EMPTY = 40;

const pointsOf = (width: StatedWidth, room: number): number =>
  'share' in width ? width.share * room : Math.min(room, width.points);

/** Returns the largest text size in blocks, in points. */
const sizeIn = (blocks: readonly TreeBlock[], usual: number): number =>
  blocks.reduce(
    (largest, block) =>
      'content' in block
        ? block.content.reduce(
            (size, piece) => Math.max(size, piece.kind === 'text' ? (piece.look?.size ?? usual) : 0),
            largest,
          )
        : largest,
    0,
  );

function widthOf(cell: TreeCell, usual: number): number {
  const longest = cellText(cell)
    .split('\n')
    .reduce((length, line) => Math.max(length, line.length), 0);
  const size = typeof cell === 'string' ? usual : sizeIn(cell.blocks, usual);
  return longest * CHARACTER * size + MARGINS;
}

/**
 * Returns the widths of a table's columns, in points. A table with a look and its columns have the widths that they state, otherwise
 * those of their text; other tables fill their room.
 */
export function columnWidths(
  grid: readonly (readonly (GridSlot | undefined)[])[],
  look: TableLook | undefined,
  room: number,
  textSize = TEXT_SIZE,
): number[] {
  const share = (all: number): number[] =>
    columnShares(grid, ({ cell }) => cellText(cell), all / POINTS).map((each) => each * all);
  if (look === undefined) return share(room);
  const { width } = look;
  const most = width === undefined ? room : pointsOf(width, room);
  const widths = new Array<number>(grid[0]?.length ?? 0).fill(EMPTY);
  const stated = new Map<number, number>();
  for (const [row, line] of grid.entries())
    for (const [column, slot] of line.entries()) {
      if (slot === undefined || !isOrigin(slot, row, column) || slot.columnSpan > 1) continue;
      widths[column] = Math.max(widths[column] ?? 0, widthOf(slot.cell, textSize));
      const own = typeof slot.cell === 'string' ? undefined : slot.cell.look?.width;
      if (own !== undefined) stated.set(column, pointsOf(own, most));
    }
  for (const [column, points] of stated) widths[column] = points;
  const sum = widths.reduce((total, each) => total + each, 0);
  const fixed = [...stated.values()].reduce((total, each) => total + each, 0);
  if (sum > most) return share(most);
  if (width === undefined) return widths;
  // The other columns take what is left.
  const free = sum - fixed;
  return widths.map((each, column) =>
    free === 0 ? (each * most) / sum : stated.has(column) ? each : (each * (most - fixed)) / free,
  );
}
