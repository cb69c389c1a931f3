import { maxOf } from '../../../../../base/arrays.ts';
import type {
  CellRange,
  PrintedCell,
  PrintedSheet,
  SheetCellStyle,
} from '../../../../../document/printed-sheet.ts';
import type { Axis } from './axis.ts';
import type { CellFont } from './cell-font.ts';
import { createMergedAt } from './merged-areas.ts';
import { numberText } from './number-text.ts';
import { createStyleAt, type SheetRow } from './sheet-rows.ts';

/** A cell's text and the rectangle that shows it. Lengths in points at 100 %. */
export interface CellText {
  readonly row: number;
  readonly column: number;
  readonly text: string;
  readonly style: number;
  readonly align: 'left' | 'center' | 'right' | 'justify';
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Distance of the centre of the cell from that of the rectangle. */
  readonly shift: number;
  /** The last column that the text reaches. */
  readonly lastColumn: number;
  readonly lastRow: number;
}

/** The space beside a cell's text. */
export const PADDING = 0.99;

/** Positions and fonts that determine where a sheet's texts are. */
export interface Measures {
  readonly columns: Axis;
  readonly rows: Axis;
  /** At 100 %. */
  readonly fontOf: (style: number) => CellFont;
}

interface Neighbours {
  /** The columns between the nearest cells with text on both sides, inclusive. */
  readonly first: number;
  readonly last: number;
}

const ROOM_FOR_KERNING = 2;

const alignOf = ({ align }: SheetCellStyle, { isNumber }: PrintedCell): CellText['align'] =>
  align ?? (isNumber ? 'right' : 'left');

/** Finds the first column that ends at or after a position. */
function columnTo(columns: Axis, from: number, most: number, position: number): number {
  let column = from;
  while (column < most && columns.offset(column + 1) < position) column += 1;
  return column;
}

function textOf(
  cell: PrintedCell,
  style: number,
  own: SheetCellStyle,
  merged: CellRange | undefined,
  { first, last }: Neighbours,
  { columns, rows, fontOf }: Measures,
): CellText {
  const { row, column } = cell;
  const end = merged?.lastColumn ?? column;
  const lastRow = merged?.lastRow ?? row;
  const left = columns.offset(column);
  const right = columns.offset(end + 1);
  const align = alignOf(own, cell);
  const { width } = fontOf(style);
  const room = right - left - 2 * PADDING;
  const base = {
    row,
    column,
    style,
    align,
    top: rows.offset(row),
    bottom: rows.offset(lastRow + 1),
    lastRow,
  };
  const inside = { ...base, text: cell.text, left, right, shift: 0, lastColumn: end };
  if (cell.isNumber) {
    return { ...inside, text: numberText(cell.text, cell.general, (text) => width(text) <= room + PADDING) };
  }
  if (own.wrap || merged !== undefined || align === 'justify') return inside;
  const lines = cell.text.split('\n');
  const needed = maxOf(lines.map(width)) + ROOM_FOR_KERNING + (own.indent ?? 0);
  const more = needed - room;
  if (more <= 0) return inside;
  const before = Math.max(columns.offset(first), left - (align === 'center' ? more / 2 : more));
  const after = Math.min(columns.offset(last + 1), right + (align === 'center' ? more / 2 : more));
  const from = align === 'left' ? left : before;
  const to = align === 'right' ? right : after;
  return {
    ...inside,
    left: from,
    right: to,
    shift: (left + right - from - to) / 2,
    lastColumn: columnTo(columns, end, last, to - ROOM_FOR_KERNING),
  };
}

/** Places the texts of visible cells. Long text overflows into empty cells beside it, up to `lastColumn`. */
export function cellTexts(
  sheet: PrintedSheet,
  rows: readonly SheetRow[],
  lastColumn: number,
  measures: Measures,
): CellText[] {
  const mergedAt = createMergedAt(sheet.merged);
  const { columns } = measures;
  return rows.flatMap(({ row, cells, styles }) => {
    const styleAt = createStyleAt(styles);
    const sorted = cells.toSorted((one, other) => one.column - other.column);
    const texts: CellText[] = [];
    for (const [index, cell] of sorted.entries()) {
      const merged = mergedAt(row, cell.column);
      const style = styleAt(cell.column);
      const isCovered =
        merged !== undefined && (merged.firstRow !== row || merged.firstColumn !== cell.column);
      if (isCovered || (merged === undefined && columns.size(cell.column) <= 0)) continue;
      const neighbours = {
        first: (sorted[index - 1]?.column ?? -1) + 1,
        last: Math.max(cell.column, (sorted[index + 1]?.column ?? lastColumn + 1) - 1),
      };
      texts.push(textOf(cell, style, sheet.cellStyles[style] ?? {}, merged, neighbours, measures));
    }
    return texts;
  });
}
