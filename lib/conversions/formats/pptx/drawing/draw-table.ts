import { nameTable } from '../../../base/name-table.ts';
import type { TreeBlock, TreeCell } from '../../../document/document-tree.ts';
import type { Border, CellLayout, Sides } from '../../../document/page-layout.ts';
import { opaque } from '../../../shared/ooxml/drawing-colour.ts';
import { isOn } from '../../../shared/ooxml/on-off.ts';
import {
  childOf,
  descend,
  elementsOf,
  integerOf,
  textOfElement,
  type XmlElement,
} from '../../../shared/xml/element.ts';
import type { DrawContext } from './context.ts';
import { drawText } from './draw-text.ts';
import { paintIn, strokeOf } from './paint.ts';
import { pointsOf } from './transform.ts';

// ECMA-376 part 1, 21.1.3.17: defaults of a cell's margins, in EMU.
const SIDE = 91_440;
const TOP = 45_720;
const MAX_SPAN = 1_000;

const anchors: Readonly<Record<string, CellLayout['verticalAlign']>> = nameTable<CellLayout['verticalAlign']>(
  { ctr: 'middle', b: 'bottom' },
);

interface Grid {
  readonly rows: number;
  readonly columns: number;
}

/** The parts of a table style that apply to a cell, from the most specific one (20.1.4.2). */
function partsOf(
  style: XmlElement | undefined,
  table: XmlElement | undefined,
  row: number,
  column: number,
  { rows, columns }: Grid,
): XmlElement[] {
  const flags = table?.attributes ?? {};
  const hasFirst = isOn(flags.firstRow);
  const band = (index: number, isFirst: boolean): string =>
    (index - (isFirst ? 1 : 0)) % 2 === 0 ? '1' : '2';
  const isFirstRow = hasFirst && row === 0;
  const names: (string | false)[] = [
    isFirstRow && 'a:firstRow',
    isOn(flags.lastRow) && row === rows - 1 && 'a:lastRow',
    isOn(flags.firstCol) && column === 0 && 'a:firstCol',
    isOn(flags.lastCol) && column === columns - 1 && 'a:lastCol',
    !isFirstRow && isOn(flags.bandRow) && `a:band${band(row, hasFirst)}H`,
    isOn(flags.bandCol) && `a:band${band(column, isOn(flags.firstCol))}V`,
    'a:wholeTbl',
  ];
  return names.flatMap((name) => {
    const part = name === false ? undefined : childOf(style, name);
    return part === undefined ? [] : [part];
  });
}

/** A border of a table style's part: outer at the table's edge, otherwise the inner one. */
function styleBorder(
  parts: readonly XmlElement[],
  outer: string,
  inner: string,
  isOuter: boolean,
  context: DrawContext,
): Border | undefined {
  for (const part of parts) {
    const borders = descend(part, 'a:tcStyle', 'a:tcBdr');
    const isWhole = part.name === 'a:wholeTbl';
    const found = childOf(borders, isWhole && !isOuter ? inner : outer);
    if (found === undefined) continue;
    return strokeOf(childOf(found, 'a:ln'), childOf(found, 'a:lnRef'), context);
  }
  return undefined;
}

function cellLayout(
  properties: XmlElement | undefined,
  parts: readonly XmlElement[],
  edges: { readonly [Side in keyof Sides]: boolean },
  context: DrawContext,
): CellLayout {
  const side = (own: string, outer: string, inner: string, isOuter: boolean): Border | undefined => {
    const line = childOf(properties, own);
    if (line !== undefined && childOf(line, 'a:noFill') !== undefined) return undefined;
    return strokeOf(line, undefined, context) ?? styleBorder(parts, outer, inner, isOuter, context);
  };
  const ofStyle = parts.map((part) => childOf(part, 'a:tcStyle'));
  const paint =
    paintIn(properties, context) ??
    ofStyle.map((part) => paintIn(childOf(part, 'a:fill'), context)).find((found) => found !== undefined);
  const anchor = properties?.attributes.anchor ?? '';
  const inset = (name: string, usual: number): number =>
    Math.max(0, pointsOf(integerOf(properties, name) ?? usual) ?? 0);
  return {
    background: opaque(paint?.colour),
    borders: {
      top: side('a:lnT', 'a:top', 'a:insideH', edges.top),
      right: side('a:lnR', 'a:right', 'a:insideV', edges.right),
      bottom: side('a:lnB', 'a:bottom', 'a:insideH', edges.bottom),
      left: side('a:lnL', 'a:left', 'a:insideV', edges.left),
    },
    verticalAlign: anchors[anchor] ?? 'top',
    padding: {
      top: inset('marT', TOP),
      right: inset('marR', SIDE),
      bottom: inset('marB', TOP),
      left: inset('marL', SIDE),
    },
  };
}

/** The run properties of a table style's part: colour and bold (20.1.4.2.29). */
function styleText(parts: readonly XmlElement[]): XmlElement | undefined {
  const texts = parts.flatMap((part) => {
    const text = childOf(part, 'a:tcTxStyle');
    return text === undefined ? [] : [text];
  });
  if (texts.length === 0) return undefined;
  const bold = texts.map(({ attributes }) => attributes.b).find((value) => value !== undefined);
  const coloured = texts.find((text) => [...elementsOf(text)].some(({ name }) => name.endsWith('Clr')));
  const colours = [...elementsOf(coloured)].filter(({ name }) => name.endsWith('Clr'));
  return {
    name: 'a:rPr',
    attributes: bold === 'on' ? { b: '1' } : {},
    children: colours.length === 0 ? [] : [{ name: 'a:solidFill', attributes: {}, children: colours }],
  };
}

/** Reads a table (`a:tbl`) with its widths, borders, fills and text. */
export function drawTable(table: XmlElement, context: DrawContext): TreeBlock[] {
  const properties = childOf(table, 'a:tblPr');
  const styleId = textOfElement(childOf(properties, 'a:tableStyleId')).trim();
  const style = styleId === '' ? undefined : context.tableStyle(styleId);
  const rows = [...elementsOf(table)].filter(({ name }) => name === 'a:tr');
  const columnWidths = [...elementsOf(childOf(table, 'a:tblGrid'))].map((column) =>
    Math.max(0, pointsOf(integerOf(column, 'w')) ?? 0),
  );
  if (rows.length === 0) return [];
  const grid = { rows: rows.length, columns: columnWidths.length };
  const autofit = { scale: 1, lineReduction: 0 };

  const cells = rows.map((line, row): TreeCell[] =>
    [...elementsOf(line)]
      .filter(({ name }) => name === 'a:tc')
      .flatMap((cell, column): TreeCell[] => {
        if (isOn(cell.attributes.hMerge) || isOn(cell.attributes.vMerge)) return [];
        const span = (name: string): number => Math.min(MAX_SPAN, Math.max(1, integerOf(cell, name) ?? 1));
        const [columnSpan, rowSpan] = [span('gridSpan'), span('rowSpan')];
        const parts = partsOf(style, properties, row, column, grid);
        const edges = {
          top: row === 0,
          left: column === 0,
          bottom: row + rowSpan >= grid.rows,
          right: column + columnSpan >= grid.columns,
        };
        const source = {
          styles: [
            descend(cell, 'a:txBody', 'a:lstStyle'),
            ...context.layout.otherStyles,
            context.textDefaults,
          ],
          over: styleText(parts),
          autofit,
        };
        return [
          {
            blocks: drawText(childOf(cell, 'a:txBody'), source, context),
            columnSpan,
            rowSpan,
            layout: cellLayout(childOf(cell, 'a:tcPr'), parts, edges, context),
          },
        ];
      }),
  );
  const rowHeights = rows.map((row) => {
    const value = pointsOf(integerOf(row, 'h'));
    return value === undefined || value <= 0 ? undefined : ({ rule: 'least', value } as const);
  });
  const headerRows = isOn(properties?.attributes.firstRow) ? 1 : 0;
  return [{ kind: 'table', rows: cells, headerRows, layout: { columnWidths, rowHeights } }];
}
