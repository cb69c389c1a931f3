import { merged } from '../../../base/merged.ts';
import type {
  Border,
  CellLayout,
  RowHeight,
  Sides,
  TableBorders,
  TableLayout,
} from '../../../document/page-layout.ts';
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
  const own = merged(style.padding, paddingIn(childOf(properties, 'w:tblCellMar')));
  const padding: Sides = {
    top: own?.top ?? PADDING.top,
    right: own?.right ?? PADDING.right,
    bottom: own?.bottom ?? PADDING.bottom,
    left: own?.left ?? PADDING.left,
  };
  const tableBorders: TableBorders = {
    top: visible(borders?.top),
    right: visible(borders?.right),
    bottom: visible(borders?.bottom),
    left: visible(borders?.left),
    horizontal: visible(borders?.horizontal),
    vertical: visible(borders?.vertical),
  };
  const text = overlay(context.styles.defaults.run, whole?.run ?? {}).layout;
  const indent = childOf(properties, 'w:tblInd');
  const heights = rows.map(heightOf);
  // Many cells are in the same parts of the style.
  const known = new Map<string, PartFormat | undefined>();
  const partOf = (names: readonly string[]): PartFormat | undefined => {
    const key = names.join(' ');
    if (known.has(key)) return known.get(key);
    const found = names.reduce<PartFormat | undefined>((under, name) => {
      const over = style.parts.get(name);
      return over === undefined ? under : mergedParts(under, over);
    }, undefined);
    known.set(key, found);
    return found;
  };
  return {
    layout: {
      columnWidths: widthsOf(table),
      rowHeights: heights.some((height) => height !== undefined) ? heights : undefined,
      indent: indent?.attributes['w:type'] === 'pct' ? undefined : pointsIn(indent, 'w:w'),
      align: alignOf(properties),
      borders: tableBorders,
      padding,
      text,
    },
    cell: (place, own) => {
      const names = partNames(place, shows, style.bandRows).filter((name) => style.parts.has(name));
      const part = partOf(names);
      let edges: CellLayout['borders'];
      for (const name of names) {
        const inner = name === 'wholeTable' ? undefined : style.parts.get(name)?.borders;
        if (inner !== undefined) edges = merged(edges, edgesIn(name, inner, place));
      }
      const { horizontal: _, vertical: __, ...ownBorders } = bordersIn(childOf(own, 'w:tcBorders')) ?? {};
      const vertical = childOf(own, 'w:vAlign')?.attributes['w:val'];
      const cell: CellLayout = {
        background: shadingOf(own) ?? part?.background,
        borders: merged(edges, ownBorders),
        verticalAlign:
          vertical === 'center' || vertical === 'both' || vertical === 'bottom'
            ? verticals[vertical]
            : undefined,
        padding: paddingIn(childOf(own, 'w:tcMar')),
      };
      const isPlain = Object.values(cell).every(
        (value) =>
          value === undefined ||
          (typeof value === 'object' && Object.values(value).every((each) => each === undefined)),
      );
      return {
        layout: isPlain ? undefined : cell,
        around: part === undefined ? layout.around : { run: part.run, format: part.format },
      };
    },
  };
}
