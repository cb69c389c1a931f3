import { oneLine } from '../../../../document/clean-text.ts';
import { inlineText, type TreeBlock, type TreeCell } from '../../../../document/document-tree.ts';
import type { ColumnNeed } from './column-widths.ts';
import type { LayoutContext } from './layout-context.ts';

const NUMBER =
  /^[-+\u2212(]?\s?[$€£¥₹%]?\s?\d[\d.,'’\u00a0\u202f ]*(?:[eE][-+]?\d+)?\s?[%$€£¥₹]?\)?$|^[-–—]$/;

// Deeper blocks are not measured; they get a fixed width.
const MEASURED_DEPTH = 6;
const UNMEASURED_WIDTH = 40;

/** A cell with its position. It is inside the grid and overlaps no other cell. */
export interface PlacedCell {
  readonly cell: TreeCell;
  readonly row: number;
  readonly column: number;
  readonly span: number;
  readonly rows: number;
}

/** The lines of text that determine the width of blocks. */
export function linesIn(blocks: readonly TreeBlock[], depth = 0): string[] {
  if (depth > MEASURED_DEPTH) return ['x'.repeat(UNMEASURED_WIDTH)];
  return blocks.flatMap((block) => {
    switch (block.kind) {
      case 'paragraph':
      case 'heading':
        return inlineText(block.content).split('\n');
      case 'code':
        return block.text.split('\n');
      case 'list':
        return block.items.flatMap((item) => linesIn(item.blocks, depth + 1).map((line) => `xxx${line}`));
      case 'quote':
        return linesIn(block.blocks, depth + 1).map((line) => `xx${line}`);
      case 'table':
        // Adjacent cells, up to the number that affects the width.
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

/** The lines of text that determine the width of a cell. */
export const textOfCell = (cell: TreeCell, depth = 0): string =>
  typeof cell === 'string' ? oneLine(cell) : linesIn(cell.blocks, depth).join('\n');

function imageWidth(cell: TreeCell, context: LayoutContext): number {
  if (typeof cell === 'string') return 0;
  const images = cell.blocks.flatMap((block) => (block.kind === 'paragraph' ? block.content : []));
  return images.reduce((widest, inline) => {
    if (inline.kind !== 'image') return widest;
    const width = inline.width ?? context.images[inline.image]?.width ?? 0;
    return width > widest ? Math.min(width, context.width) : widest;
  }, 0);
}

/** Whether a cell is right-aligned, by its own alignment or because it is a number. */
const isAtRight = (cell: TreeCell, text: string): boolean =>
  typeof cell === 'string' || cell.align === undefined ? NUMBER.test(text) : cell.align === 'right';

/** The widths that the columns need, and which of them contain numbers. */
export function measureColumns(
  cells: readonly PlacedCell[],
  columns: number,
  headerRows: number,
  context: LayoutContext,
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
      const width = context.textWidth(line) * factor;
      if (width > need.most) need.most = width;
      if (width <= need.least) continue;
      for (const word of line.split(/[\s\u3000-\u9fff]+/)) {
        if (word.length > need.least) need.least = Math.max(need.least, context.textWidth(word) * factor);
      }
    }
    const image = Math.min(imageWidth(cell, context), context.width / 2) / context.fontSize;
    need.most = Math.max(need.most, image);
    need.least = Math.max(need.least, Math.min(image, 6));
    const trimmed = text.trim();
    if (row < headerRows || trimmed === '') continue;
    if (isAtRight(cell, trimmed)) number.yes += 1;
    else number.no += 1;
  }
  return { needs, isNumeric: numbers.map(({ yes, no }) => yes > 0 && no <= yes / 4) };
}
