import type { Borders, CellLayout, Sides, TableLayout } from '../../document/page-layout.ts';
import { childOf, elementsOf, integerOf, type XmlElement } from '../xml/element.ts';
import type { OdfContext } from './context.ts';
import { bordersOf } from './layout-properties.ts';
import { pointsOf } from './lengths.ts';

const MAX_COLUMNS = 1000;
const NO_PADDING: Sides = { top: 0, right: 0, bottom: 0, left: 0 };

const propertiesOf = (
  context: OdfContext,
  family: string,
  element: XmlElement,
): Readonly<Record<string, string>> => {
  const style = context.styles.element(family, element.attributes['table:style-name']);
  return childOf(style, `style:${family}-properties`)?.attributes ?? {};
};

function* columnsOf(parent: XmlElement): Generator<XmlElement> {
  for (const child of elementsOf(parent)) {
    if (child.name === 'table:table-column') yield child;
    else if (/^table:table-(?:columns|header-columns|column-group)$/.test(child.name))
      yield* columnsOf(child);
  }
}

function widthsOf(table: XmlElement, context: OdfContext): number[] {
  const widths: number[] = [];
  for (const column of columnsOf(table)) {
    const width = pointsOf(propertiesOf(context, 'table-column', column)['style:column-width']) ?? 0;
    const repeated = Math.max(1, integerOf(column, 'table:number-columns-repeated') ?? 1);
    for (let count = 0; count < repeated && widths.length < MAX_COLUMNS; count += 1) widths.push(width);
  }
  return widths;
}

function heightOf(row: XmlElement, context: OdfContext): NonNullable<TableLayout['rowHeights']>[number] {
  const attributes = propertiesOf(context, 'table-row', row);
  const exact = pointsOf(attributes['style:row-height']);
  if (exact !== undefined && exact > 0) return { rule: 'exact', value: exact };
  const least = pointsOf(attributes['style:min-row-height']);
  return least !== undefined && least > 0 ? { rule: 'least', value: least } : undefined;
}

/** Reads the layout of a table of these rows. */
export function tableLayoutOf(
  table: XmlElement,
  rows: readonly XmlElement[],
  context: OdfContext,
): TableLayout {
  const attributes = propertiesOf(context, 'table', table);
  const align = attributes['table:align'];
  const heights = rows.map((row) => heightOf(row, context));
  return {
    columnWidths: widthsOf(table, context),
    rowHeights: heights.some((height) => height !== undefined) ? heights : undefined,
    indent: pointsOf(attributes['fo:margin-left']),
    align: align === 'center' || align === 'right' ? align : undefined,
    padding: NO_PADDING,
    text: context.styles.style('paragraph', undefined).run.layout,
  };
}

/** The padding with the borders, which take up space. */
function paddingOf(attributes: Readonly<Record<string, string>>, borders: Borders | undefined): Sides {
  const side = (name: keyof Sides): number =>
    (pointsOf(attributes[`fo:padding-${name}`] ?? attributes['fo:padding']) ?? 0) +
    (borders?.[name]?.width ?? 0);
  return { top: side('top'), right: side('right'), bottom: side('bottom'), left: side('left') };
}

/** Reads the layout of a cell. */
export function cellLayoutOf(cell: XmlElement, context: OdfContext): CellLayout {
  const attributes = propertiesOf(context, 'table-cell', cell);
  const borders = bordersOf(attributes);
  const vertical = attributes['style:vertical-align'];
  const background = attributes['fo:background-color'];
  return {
    background: background?.startsWith('#') === true ? background : undefined,
    borders,
    verticalAlign: vertical === 'middle' || vertical === 'bottom' ? vertical : undefined,
    padding: paddingOf(attributes, borders),
  };
}
