import type { Borders, StatedWidth, TableLook } from '../../document/look.ts';
import { declarationsOf } from './declarations.ts';
import { borderReader, bordersOf } from './element-borders.ts';
import { lengthOf } from './element-look.ts';
import type { HtmlElement } from './html-node.ts';

/** A row of a table with the element that contains it. */
export interface BorderedRow {
  readonly row: HtmlElement;
  readonly group: HtmlElement;
  readonly cells: readonly HtmlElement[];
}

/** Returns true if cells share their borders. Only then rows and their groups have borders (CSS Tables 3, 11). */
const collapses = ({ attributes: { style } }: HtmlElement): boolean =>
  style !== undefined && declarationsOf(style).get('border-collapse') === 'collapse';

/** Returns the borders of the cells of a table, with those of their rows and groups of rows. */
export function cellBorders(
  table: HtmlElement,
  rows: readonly BorderedRow[],
): ReadonlyMap<HtmlElement, Borders> {
  const found = new Map<HtmlElement, Borders>();
  const isShared = collapses(table);
  const read = borderReader();
  for (const [at, { row, group, cells }] of rows.entries()) {
    const ofRow = isShared ? read(row) : undefined;
    const ofGroup = isShared && group !== table ? read(group) : undefined;
    const top = ofRow?.top ?? (rows[at - 1]?.group === group ? undefined : ofGroup?.top);
    const bottom = ofRow?.bottom ?? (rows[at + 1]?.group === group ? undefined : ofGroup?.bottom);
    for (const [index, cell] of cells.entries()) {
      const left = index === 0 ? (ofRow?.left ?? ofGroup?.left) : undefined;
      const right = index === cells.length - 1 ? (ofRow?.right ?? ofGroup?.right) : undefined;
      const borders: Borders = { top, right, bottom, left, ...read(cell) };
      if (Object.values(borders).some((border) => border !== undefined)) found.set(cell, borders);
    }
  }
  return found;
}

// Longer lengths are wider than any paper.
const MAX_WIDTH = 2_000;

/** Returns the width that a table or cell states. */
export function statedWidth({ attributes: { style, width } }: HtmlElement): StatedWidth | undefined {
  const ofStyle = style?.includes('width') === true ? declarationsOf(style).get('width') : undefined;
  const stated = ofStyle ?? width?.trim() ?? '';
  if (stated === '') return undefined;
  const length = lengthOf(/^\d{1,4}$/.test(stated) ? `${stated}px` : stated, 11, 1000);
  if (length === undefined || length <= 0 || length > MAX_WIDTH) return undefined;
  return stated.endsWith('%') ? { share: Math.min(1, length / 1000) } : { points: length };
}

/** Returns the style of a table. */
export const tableLookOf = (table: HtmlElement): TableLook => ({
  borders: bordersOf(table),
  width: statedWidth(table),
});
