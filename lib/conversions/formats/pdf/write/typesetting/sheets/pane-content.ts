import { directionOf } from '../../../../../backends/fonts/leading-font.ts';
import { cleanText } from '../../../../../document/clean-text.ts';
import type { SheetCellStyle } from '../../../../../document/printed-sheet.ts';
import type { LayoutContext } from '../layout-context.ts';
import { roundLength } from '../lengths.ts';
import { borderData } from '../strokes.ts';
import type { PaneData } from '../typst-data.ts';
import type { CellFont } from './cell-font.ts';
import { type CellText, PADDING } from './cell-texts.ts';
import type { Edge, Fill, Rectangle } from './joined-boxes.ts';

/** Scale, styles and fonts for the contents of panes. */
export interface PaneStyle {
  readonly scale: number;
  readonly styles: readonly SheetCellStyle[];
  /** At `scale`. */
  readonly fontOf: (style: number) => CellFont;
  readonly context: LayoutContext;
}

/** The contents of a pane and its area of the sheet. */
export interface OpenPane {
  /** In points at 100 %. */
  readonly area: Rectangle;
  readonly data: {
    readonly w: number;
    readonly h: number;
    readonly fills: PaneData['fills'][number][];
    readonly lines: PaneData['lines'][number][];
    readonly cells: PaneData['cells'][number][];
    readonly cut: PaneData['cells'][number][];
  };
}

/** Creates an empty pane. */
export const openPane = (area: Rectangle, scale: number): OpenPane => ({
  area,
  data: {
    w: roundLength((area.right - area.left) * scale),
    h: roundLength((area.bottom - area.top) * scale),
    fills: [],
    lines: [],
    cells: [],
    cut: [],
  },
});

/** Adds the visible part of a fill to a pane. */
export function addFill({ area, data }: OpenPane, fill: Fill, { scale }: PaneStyle): void {
  const left = Math.max(fill.left, area.left);
  const top = Math.max(fill.top, area.top);
  const width = Math.min(fill.right, area.right) - left;
  const height = Math.min(fill.bottom, area.bottom) - top;
  if (width <= 0 || height <= 0) return;
  const at = [left - area.left, top - area.top, width, height].map((length) => roundLength(length * scale));
  data.fills.push([at, fill.colour]);
}

/** Adds the visible part of a line to a pane. */
export function addEdge({ area, data }: OpenPane, edge: Edge, { scale }: PaneStyle): void {
  const left = Math.max(edge.left, area.left);
  const top = Math.max(edge.top, area.top);
  const right = Math.min(edge.right, area.right);
  const bottom = Math.min(edge.bottom, area.bottom);
  const isLevel = edge.top === edge.bottom;
  if (right < left || bottom < top || (isLevel ? right === left : bottom === top)) return;
  const stroke = borderData({ ...edge.border, width: edge.border.width * scale });
  if (stroke === null) return;
  const ends = [left - area.left, top - area.top, right - area.left, bottom - area.top];
  data.lines.push([ends.map((length) => roundLength(length * scale)), stroke, edge.border.dash === 'double']);
}

/** Whether the lines of a text need more than the height of its cell. */
function isTooHigh(lines: readonly string[], room: number, height: number, font: CellFont): boolean {
  let count = 0;
  for (const line of lines) {
    count += Math.max(1, Math.ceil(font.width(line) / Math.max(1, room)));
    if (count * font.height > height) return true;
  }
  return false;
}

/** Adds break opportunities to words that are wider than a cell. */
function breakable(line: string, room: number, font: CellFont): string {
  if (font.width(line) <= room) return line;
  return line.replaceAll(/[^\s]{2,}/g, (word) =>
    font.width(word) <= room ? word : [...word].join('\u200b'),
  );
}

/** Adds the text of a cell to a pane, which clips it at its edges. */
export function addText({ area, data }: OpenPane, text: CellText, style: PaneStyle): void {
  const { scale, context } = style;
  const own = style.styles[text.style] ?? {};
  const font = style.fontOf(text.style);
  const wraps = own.wrap === true || text.align === 'justify';
  const room = (text.right - text.left - 2 * PADDING - (own.indent ?? 0)) * scale;
  const height = (text.bottom - text.top) * scale;
  const written = text.text.split('\n').map((line) => cleanText(line));
  const lines = wraps ? written.map((line) => breakable(line, room, font)) : written;
  const { rtl, lead } = directionOf(text.text);
  const isTop = wraps && isTooHigh(lines, room, height, font);
  const index = context.faces.styleOf({
    face: font.face(lead),
    a: text.align,
    v: isTop ? 'top' : (own.verticalAlign ?? 'bottom'),
    p: roundLength(PADDING * scale),
    n: own.indent === undefined ? 0 : roundLength(own.indent * scale),
    wrap: wraps || undefined,
    b: own.bold,
    i: own.italic,
    u: own.underline,
    s: own.strike,
    rtl,
  });
  const box = [text.left - area.left, text.top - area.top, text.right - text.left, text.bottom - text.top];
  const isInside =
    text.left >= area.left && text.right <= area.right && text.top >= area.top && text.bottom <= area.bottom;
  const cell: PaneData['cells'][number] = [
    index,
    ...box.map((length) => roundLength(length * scale)),
    lines.length === 1 ? (lines[0] ?? '') : lines,
    ...(text.shift === 0 ? [] : [roundLength(text.shift * scale)]),
  ];
  (isInside ? data.cells : data.cut).push(cell);
}
