import { oneLine } from '../../../../../document/clean-text.ts';
import type { TreeBlock } from '../../../../../document/document-tree.ts';
import type { CellLayout, PartialSides, Sides, TableLayout } from '../../../../../document/page-layout.ts';
import type { BlocksToData, LayoutContext, Place } from '../layout-context.ts';
import { clampedLength, roundLength } from '../lengths.ts';
import type { PlacedCell } from '../measure-columns.ts';
import { borderData, validColour } from '../strokes.ts';
import type { LaidCell, LaidTable } from '../typst-data.ts';
import { blockContent, plainContent } from './laid-cell.ts';

type Table = TreeBlock & { kind: 'table' };

const MAX_PADDING = 100;
const NO_PADDING: Sides = { top: 0, right: 0, bottom: 0, left: 0 };

const paddingOf = (padding: PartialSides | undefined, usual: Sides): Sides => ({
  top: Math.min(MAX_PADDING, clampedLength(padding?.top ?? usual.top)),
  right: Math.min(MAX_PADDING, clampedLength(padding?.right ?? usual.right)),
  bottom: Math.min(MAX_PADDING, clampedLength(padding?.bottom ?? usual.bottom)),
  left: Math.min(MAX_PADDING, clampedLength(padding?.left ?? usual.left)),
});

const sidesData = ({ top, right, bottom, left }: Sides): number[] =>
  [top, right, bottom, left].map(roundLength);

/**
 * The document's column widths, scaled down if the table is wider than the paper. Undefined if a column has no width.
 */
export function ownWidths(
  layout: TableLayout,
  columns: number,
  { room }: Place,
  { paper }: LayoutContext,
): number[] | undefined {
  const widths = (layout.columnWidths ?? []).slice(0, columns).map((width) => clampedLength(width));
  const total = widths.reduce((sum, width) => sum + width, 0);
  if (widths.length < columns || total <= 0) return undefined;
  const most = paper < room ? room : paper;
  return widths.map((width) => Math.max(1, total > most ? (width * room) / total : width));
}

function cellStrokes(borders: CellLayout['borders']): object | undefined {
  if (borders === undefined) return undefined;
  const { top, right, bottom, left } = borders;
  const sides = Object.entries({ top, right, bottom, left }).flatMap(([name, border]) =>
    border === undefined ? [] : [[name, borderData(border)] as const],
  );
  return sides.length === 0 ? undefined : Object.fromEntries(sides);
}

/** Converts a table with layout to template data. `widths` are those of its columns. */
export function laidTable(
  block: Table & { readonly layout: TableLayout },
  cells: readonly PlacedCell[],
  widths: readonly number[],
  head: number,
  isRepeated: boolean,
  place: Place,
  context: LayoutContext,
  blocksData: BlocksToData,
): LaidTable {
  const { layout } = block;
  const { faces } = context;
  const text = layout.text ?? {};
  const padding = paddingOf(layout.padding, NO_PADDING);
  const size = faces.sizeOf(text);
  const face = faces.faceOf(text, undefined, undefined);
  const inside: Place = { ...place, size, depth: place.depth + 1, isCell: true };

  function cellData({ cell, column, span, rows }: PlacedCell): LaidCell {
    const own = typeof cell === 'string' ? undefined : cell.layout;
    const pad = own?.padding === undefined ? padding : paddingOf(own.padding, padding);
    const width = widths.slice(column, column + span).reduce((sum, each) => sum + each, 0);
    const inner = { ...inside, room: Math.max(size, width - pad.left - pad.right) };
    const content =
      typeof cell === 'string'
        ? plainContent(cell, text, inner, context)
        : blockContent(blocksData(cell.blocks, inner, context), face, context);
    const align = typeof cell === 'string' ? undefined : cell.align;
    const data: Exclude<LaidCell, string | { readonly strut: number }> = {
      ...content,
      span: span > 1 ? span : undefined,
      rows: rows > 1 ? rows : undefined,
      align: align ?? content.align,
      fill: validColour(own?.background),
      stroke: cellStrokes(own?.borders),
      va: own?.verticalAlign,
      pad: own?.padding === undefined ? undefined : sidesData(pad),
    };
    const isBare = Object.values(data).filter((value) => value !== undefined).length === 1;
    return isBare && typeof data.c === 'string' ? data.c : data;
  }

  const rowCount = cells.reduce((most, { row, rows }) => Math.max(most, row + rows), 0);
  const heights = Array.from({ length: rowCount }, (_, row) => layout.rowHeights?.[row]);
  const hasLeast = heights.some((height) => height?.rule === 'least');
  const data: LaidCell[][] = heights.map(() => []);
  for (const cell of cells) data[cell.row]?.push(cellData(cell));
  if (hasLeast)
    for (const [row, height] of heights.entries())
      data[row]?.push({ strut: height?.rule === 'least' ? clampedLength(height.value) : 0 });
  const { borders } = layout;
  return {
    k: 'lt',
    caption: oneLine(block.caption ?? '').trim() || null,
    face,
    widths: [...widths.map(roundLength), ...(hasLeast ? [0] : [])],
    heights: heights.map((height) => (height?.rule === 'exact' ? clampedLength(height.value) : null)),
    head,
    repeat: isRepeated ? true : undefined,
    header: data.slice(0, head).flat(),
    cells: data.slice(head).flat(),
    indent:
      layout.indent === undefined || layout.align !== undefined ? undefined : roundLength(layout.indent),
    align: layout.align,
    pad: sidesData(padding),
    lines: [
      borders?.top,
      borders?.right,
      borders?.bottom,
      borders?.left,
      borders?.horizontal,
      borders?.vertical,
    ].map(borderData),
  };
}
