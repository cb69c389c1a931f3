import type { PagePlace } from '../../../document/document-model.ts';
import { type TreeBlock, type TreeCell, textRun } from '../../../document/document-tree.ts';
import { cellColumns } from '../../../document/table-grid.ts';
import type { Box } from '../../../shared/geometry/box.ts';
import { alignOf } from '../run-looks.ts';

type Cell = Exclude<TreeCell, string>;
type Place = PagePlace | undefined;

const isLine = (block: TreeBlock): block is Extract<TreeBlock, { kind: 'paragraph' | 'heading' }> =>
  block.kind === 'paragraph' || block.kind === 'heading';

/** Returns the background of all text of a cell. */
function backgroundOf({ blocks }: Cell): string | undefined {
  const [background, ...others] = new Set(
    blocks.map((block) => (isLine(block) ? block.look?.background : undefined)),
  );
  return others.length === 0 ? background : undefined;
}

/** Removes what belongs to the cell from a block: its background, and its distance from the edges of the page. */
function inCell(block: TreeBlock, background: string | undefined): TreeBlock {
  // A word in a monospaced font is no listing there.
  if (block.kind === 'code' && !block.text.includes('\n')) {
    const { page, places } = block;
    return { kind: 'paragraph', content: [textRun(block.text)], page, places };
  }
  if (!isLine(block)) return block;
  const { look, align: _, ...others } = block;
  const own = look?.background;
  return own === undefined || own === background ? others : { ...others, look: { background: own } };
}

/** Adds the backgrounds of cells and the alignment of columns to a table, by where the texts of its cells are. */
export function withCellLooks(
  rows: readonly (readonly TreeCell[])[],
  places: readonly (readonly Place[])[],
  headerRows: number,
): TreeCell[][] {
  const starts = cellColumns(rows);
  const found = rows.flatMap((row, at) =>
    row.map((cell, index) => {
      const place = places[at]?.[index];
      const [x = 0, y = 0, right = 0, bottom = 0] = place?.box ?? [];
      const spans = typeof cell !== 'string' && (cell.column_span ?? 1) > 1;
      const box = { x, y, width: right - x, height: bottom - y };
      return {
        row: at,
        column: starts[at]?.[index] ?? 0,
        box: place === undefined || spans ? undefined : box,
      };
    }),
  );
  const boxesOf = (cells: typeof found): Box[] => cells.flatMap(({ box }) => box ?? []);
  const aligns = new Map(
    [...Map.groupBy(found, ({ column }) => column)].map(([column, cells]) => {
      const ofBody = alignOf(boxesOf(cells.filter(({ row }) => row >= headerRows)));
      // Texts of one width have both edges in common; that of the header is often wider.
      return [column, ofBody ?? alignOf(boxesOf(cells))];
    }),
  );
  return rows.map((row, at) => {
    const cells = row.map((cell): Cell => (typeof cell === 'string' ? { blocks: [] } : cell));
    const filled = cells.filter(({ blocks }) => blocks.length > 0).map(backgroundOf);
    const [ofRow, ...others] = filled.length * 2 > cells.length ? new Set(filled) : [];
    return cells.map((cell, index): TreeCell => {
      const isEmpty = cell.blocks.length === 0;
      const background = isEmpty ? (others.length === 0 ? ofRow : undefined) : backgroundOf(cell);
      const spans = (cell.column_span ?? 1) > 1;
      const align = spans ? undefined : aligns.get(starts[at]?.[index] ?? 0);
      return {
        ...cell,
        blocks: cell.blocks.map((block) => inCell(block, background)),
        ...(background === undefined ? {} : { look: { background } }),
        ...(align === undefined ? {} : { align }),
      };
    });
  });
}
