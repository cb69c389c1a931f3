import { merged } from '../../../base/merged.ts';
import type { Border, CellLayout, RowHeight, Sides, TableLayout } from '../../../document/page-layout.ts';
import { overlay } from '../../../shared/wordprocessing/run-style.ts';
import { childOf, elementsOf, type XmlElement } from '../../../shared/xml/element.ts';
import type { DocxContext } from './context.ts';
import type { LayoutContext } from './layout-context.ts';
import { pointsIn } from './lengths.ts';
import { shadingOf } from './run-format.ts';
import {
  bordersIn,
  type CellPlace,
  edgesIn,
  lookOf,
  mergedParts,
  type PartFormat,
  paddingIn,
  partNames,
  readTableStyle,
} from './table-style.ts';

/** The layout of a table, and of its cells by their place. */
export interface TableFormat {
  readonly layout: TableLayout;
  /** The layout of a cell, and what the table sets for the text in it. */
  readonly cell: (
    place: CellPlace,
    properties: XmlElement | undefined,
  ) => {
    readonly layout: CellLayout | undefined;
    readonly around: LayoutContext['around'];
  };
}

// Word's default: 0.075 inches at the sides.
const PADDING: Sides = { top: 0, right: 5.4, bottom: 0, left: 5.4 };
const MAX_COLUMNS = 1000;

const visible = (border: Border | null | undefined): Border | undefined => border ?? undefined;

function widthsOf(table: XmlElement): number[] {
  const columns = [...elementsOf(childOf(table, 'w:tblGrid'))].filter(({ name }) => name === 'w:gridCol');
  return columns.slice(0, MAX_COLUMNS).map((column) => pointsIn(column, 'w:w') ?? 0);
}

function heightOf(row: XmlElement): RowHeight | undefined {
  const height = childOf(childOf(row, 'w:trPr'), 'w:trHeight');
  const value = pointsIn(height, 'w:val');
  if (value === undefined || value <= 0) return undefined;
  return { rule: height?.attributes['w:hRule'] === 'exact' ? 'exact' : 'least', value };
}

function alignOf(properties: XmlElement | undefined): TableLayout['align'] {
  const align = childOf(properties, 'w:jc')?.attributes['w:val'];
  return align === 'center' ? 'center' : align === 'right' || align === 'end' ? 'right' : undefined;
}

const verticals = { center: 'middle', both: 'middle', bottom: 'bottom' } as const;

const isPlain = (cell: CellLayout): boolean =>
  Object.values(cell).every(
    (value) =>
      value === undefined ||
      (typeof value === 'object' && Object.values(value).every((each) => each === undefined)),
  );

/** Merges the parts of a style by name, the later over the earlier. Cached because many cells are in the same parts. */
function partMerger(parts: ReadonlyMap<string, PartFormat>) {
  const known = new Map<string, PartFormat | undefined>();
  return (names: readonly string[]): PartFormat | undefined => {
    const key = names.join(' ');
    if (known.has(key)) return known.get(key);
    const found = names.reduce<PartFormat | undefined>((under, name) => {
      const over = parts.get(name);
      return over === undefined ? under : mergedParts(under, over);
    }, undefined);
    known.set(key, found);
    return found;
  };
}

/** The borders that the parts of a style set for a cell. */
function styleEdges(parts: ReadonlyMap<string, PartFormat>, names: readonly string[], place: CellPlace) {
  let edges: CellLayout['borders'];
  for (const name of names) {
    const inner = name === 'wholeTable' ? undefined : parts.get(name)?.borders;
    if (inner !== undefined) edges = merged(edges, edgesIn(name, inner, place));
  }
  return edges;
}

/** The layout of a cell: its own properties over those of its part of the style. */
function cellLayout(
  own: XmlElement | undefined,
  part: PartFormat | undefined,
  edges: CellLayout['borders'],
): CellLayout | undefined {
  const { horizontal: _, vertical: __, ...ownBorders } = bordersIn(childOf(own, 'w:tcBorders')) ?? {};
  const vertical = childOf(own, 'w:vAlign')?.attributes['w:val'];
  const cell: CellLayout = {
    background: shadingOf(own) ?? part?.background,
    borders: merged(edges, ownBorders),
    verticalAlign:
      vertical === 'center' || vertical === 'both' || vertical === 'bottom' ? verticals[vertical] : undefined,
    padding: paddingIn(childOf(own, 'w:tcMar')),
  };
  return isPlain(cell) ? undefined : cell;
}

/** Reads the layout of a table with its style. */
export function readTableFormat(
  table: XmlElement,
  rows: readonly XmlElement[],
  layout: LayoutContext,
  context: DocxContext,
): TableFormat {
  const properties = childOf(table, 'w:tblPr');
  const id = childOf(properties, 'w:tblStyle')?.attributes['w:val'];
  const style = readTableStyle(id, layout, context);
  const shows = lookOf(properties);
  const whole = style.parts.get('wholeTable');
  const borders = merged(whole?.borders, bordersIn(childOf(properties, 'w:tblBorders')));
  const padding = merged(style.padding, paddingIn(childOf(properties, 'w:tblCellMar')));
  const indent = childOf(properties, 'w:tblInd');
  const heights = rows.map(heightOf);
  const mergedPart = partMerger(style.parts);
  return {
    layout: {
      columnWidths: widthsOf(table),
      rowHeights: heights.some((height) => height !== undefined) ? heights : undefined,
      indent: indent?.attributes['w:type'] === 'pct' ? undefined : pointsIn(indent, 'w:w'),
      align: alignOf(properties),
      borders: {
        top: visible(borders?.top),
        right: visible(borders?.right),
        bottom: visible(borders?.bottom),
        left: visible(borders?.left),
        horizontal: visible(borders?.horizontal),
        vertical: visible(borders?.vertical),
      },
      padding: {
        top: padding?.top ?? PADDING.top,
        right: padding?.right ?? PADDING.right,
        bottom: padding?.bottom ?? PADDING.bottom,
        left: padding?.left ?? PADDING.left,
      },
      text: overlay(context.styles.defaults.run, whole?.run ?? {}).layout,
    },
    cell: (place, own) => {
      const names = partNames(place, shows, style.bandRows).filter((name) => style.parts.has(name));
      const part = mergedPart(names);
      return {
        layout: cellLayout(own, part, styleEdges(style.parts, names, place)),
        around: part === undefined ? layout.around : { run: part.run, format: part.format },
      };
    },
  };
}
