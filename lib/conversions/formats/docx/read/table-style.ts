import { merged } from '../../../base/merged.ts';
import type { Border, CellLayout, PartialSides } from '../../../document/page-layout.ts';
import { overlay, type RunStyle } from '../../../shared/wordprocessing/run-style.ts';
import { childOf, elementsOf, integerOf, type XmlElement } from '../../../shared/xml/element.ts';
import type { DocxContext } from './context.ts';
import { readLaidRun } from './laid-paragraph.ts';
import type { LayoutContext } from './layout-context.ts';
import { pointsIn } from './lengths.ts';
import { borderOf, type ParagraphFormat, readParagraphFormat } from './paragraph-format.ts';
import { shadingOf } from './run-format.ts';

type Side = 'top' | 'right' | 'bottom' | 'left';
/** Borders of a table or a cell; null removes one. */
export type AnyBorders = { readonly [Name in Side | 'horizontal' | 'vertical']?: Border | null | undefined };

/** What a table style sets for some of its cells (ECMA-376 part 1, 17.7.6). */
export interface PartFormat {
  readonly run: RunStyle;
  readonly format: ParagraphFormat | undefined;
  readonly background: string | undefined;
  readonly borders: AnyBorders | undefined;
}

/** The position of a cell in its table. */
export interface CellPlace {
  readonly row: number;
  readonly rows: number;
  readonly column: number;
  readonly columns: number;
  readonly columnSpan: number;
}

const MAX_BASED_ON = 32;

/** Reads `w:tblBorders` or `w:tcBorders`. */
export function bordersIn(element: XmlElement | undefined): AnyBorders | undefined {
  if (element === undefined) return undefined;
  const side = (...names: string[]): Border | null | undefined =>
    names.map((name) => borderOf(childOf(element, name))).find((border) => border !== undefined);
  return {
    top: side('w:top'),
    right: side('w:right', 'w:end'),
    bottom: side('w:bottom'),
    left: side('w:left', 'w:start'),
    horizontal: side('w:insideH'),
    vertical: side('w:insideV'),
  };
}

/** Reads `w:tblCellMar` or `w:tcMar`. */
export function paddingIn(element: XmlElement | undefined): PartialSides | undefined {
  if (element === undefined) return undefined;
  const side = (...names: string[]): number | undefined =>
    names.map((name) => pointsIn(childOf(element, name), 'w:w')).find((length) => length !== undefined);
  return {
    top: side('w:top'),
    right: side('w:right', 'w:end'),
    bottom: side('w:bottom'),
    left: side('w:left', 'w:start'),
  };
}

function partIn(element: XmlElement, layout: LayoutContext): PartFormat {
  const cell = childOf(element, 'w:tcPr');
  const table = childOf(element, 'w:tblPr');
  return {
    run: readLaidRun(childOf(element, 'w:rPr'), layout),
    format: readParagraphFormat(childOf(element, 'w:pPr')),
    background: shadingOf(cell),
    borders: merged(bordersIn(childOf(table, 'w:tblBorders')), bordersIn(childOf(cell, 'w:tcBorders'))),
  };
}

/** Merges the formats of two parts. */
export const mergedParts = (under: PartFormat | undefined, over: PartFormat): PartFormat =>
  under === undefined
    ? over
    : {
        run: overlay(under.run, over.run),
        format: merged(under.format, over.format),
        background: over.background ?? under.background,
        borders: merged(under.borders, over.borders),
      };

/** A table style with those that it is based on. */
export interface TableStyle {
  readonly parts: ReadonlyMap<string, PartFormat>;
  readonly padding: PartialSides | undefined;
  readonly bandRows: number;
}

const noStyle: TableStyle = { parts: new Map(), padding: undefined, bandRows: 1 };

/** Reads a table style; an unknown one is empty. */
export function readTableStyle(
  id: string | undefined,
  layout: LayoutContext,
  context: DocxContext,
  depth = 0,
): TableStyle {
  const element = id === undefined ? undefined : context.styles.element(id);
  if (id === undefined || element === undefined || depth > MAX_BASED_ON) return noStyle;
  const known = layout.tableStyles.get(id);
  if (known !== undefined) return known;
  const under = readTableStyle(
    childOf(element, 'w:basedOn')?.attributes['w:val'],
    layout,
    context,
    depth + 1,
  );
  const parts = new Map(under.parts);
  const add = (name: string, part: XmlElement): void => {
    parts.set(name, mergedParts(parts.get(name), partIn(part, layout)));
  };
  add('wholeTable', element);
  for (const child of elementsOf(element)) {
    const type = child.attributes['w:type'];
    if (child.name === 'w:tblStylePr' && type !== undefined) add(type, child);
  }
  const properties = childOf(element, 'w:tblPr');
  const style = {
    parts,
    padding: merged(under.padding, paddingIn(childOf(properties, 'w:tblCellMar'))),
    bandRows: integerOf(childOf(properties, 'w:tblStyleRowBandSize'), 'w:val') ?? under.bandRows,
  };
  layout.tableStyles.set(id, style);
  return style;
}

/** Which parts of its style a table shows (17.4.55): attributes, or bits of the older value. */
export function lookOf(properties: XmlElement | undefined): (name: string, bit: number) => boolean {
  const attributes = childOf(properties, 'w:tblLook')?.attributes ?? {};
  const bits = Number.parseInt(attributes['w:val'] ?? '0', 16);
  return (name, bit) => {
    const value = attributes[`w:${name}`];
    return value === undefined ? (bits & bit) !== 0 : ['1', 'true', 'on'].includes(value);
  };
}

/** The names of the style's parts that apply to a cell, the most specific one last. */
export function partNames(
  { row, rows, column, columns, columnSpan }: CellPlace,
  shows: ReturnType<typeof lookOf>,
  bandRows: number,
): string[] {
  const names = ['wholeTable'];
  const firstRow = shows('firstRow', 0x20);
  const isFirstRow = firstRow && row === 0;
  const isLastRow = shows('lastRow', 0x40) && row === rows - 1 && rows > 1;
  const firstColumn = shows('firstColumn', 0x80);
  const lastColumn = shows('lastColumn', 0x100) && column + columnSpan >= columns;
  if (!shows('noVBand', 0x400))
    names.push((column - (firstColumn ? 1 : 0)) % 2 === 0 ? 'band1Vert' : 'band2Vert');
  if (!shows('noHBand', 0x200) && !isFirstRow && !isLastRow) {
    const band = Math.floor((row - (firstRow ? 1 : 0)) / Math.max(1, bandRows));
    names.push(band % 2 === 0 ? 'band1Horz' : 'band2Horz');
  }
  if (firstColumn && column === 0) names.push('firstCol');
  if (lastColumn) names.push('lastCol');
  if (isFirstRow) names.push('firstRow');
  if (isLastRow) names.push('lastRow');
  if (isFirstRow && firstColumn && column === 0) names.push('nwCell');
  if (isFirstRow && lastColumn) names.push('neCell');
  if (isLastRow && firstColumn && column === 0) names.push('swCell');
  if (isLastRow && lastColumn) names.push('seCell');
  return names;
}

/** The borders that a part of the style gives a cell: its outer ones at the part's edges, its inner ones between cells. */
export function edgesIn(name: string, borders: AnyBorders, place: CellPlace): CellLayout['borders'] {
  const isRow = name === 'firstRow' || name === 'lastRow' || name.endsWith('Horz');
  const isColumn = name === 'firstCol' || name === 'lastCol' || name.endsWith('Vert');
  const isLeft = place.column === 0;
  const isRight = place.column + place.columnSpan >= place.columns;
  const isTop = place.row === 0;
  const isBottom = place.row === place.rows - 1;
  return {
    top: isColumn && !isTop ? borders.horizontal : borders.top,
    bottom: isColumn && !isBottom ? borders.horizontal : borders.bottom,
    left: isRow && !isLeft ? borders.vertical : borders.left,
    right: isRow && !isRight ? borders.vertical : borders.right,
  };
}
