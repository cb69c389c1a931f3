import { nameTable } from '../../../base/name-table.ts';
import type { TreeBlock, TreeCell } from '../../../document/document-tree.ts';
import type { Border, CellLayout } from '../../../document/page-layout.ts';
import { borderOf, colourOf } from '../../../shared/opendocument/layout-properties.ts';
import { pointsOf } from '../../../shared/opendocument/lengths.ts';
import { childOf, elementsOf, integerOf, type XmlElement } from '../../../shared/xml/element.ts';
import type { OdpDrawing } from './context.ts';
import { drawOdpText } from './draw-text.ts';
import { propertyOf } from './style-chains.ts';

// LibreOffice writes the fill of a cell in a namespace of its own.
const GRAPHIC = ['style:graphic-properties', 'loext:graphic-properties'];
// Repeated columns and rows of a slide's table.
const MAX_REPEATED = 1_000;
const MAX_SPAN = 1_000;

const verticals = nameTable<CellLayout['verticalAlign']>({ middle: 'middle', bottom: 'bottom' });

const repeated = (element: XmlElement, attribute: string): number =>
  Math.min(MAX_REPEATED, Math.max(1, integerOf(element, attribute) ?? 1));

function cellLayout(chain: readonly XmlElement[]): CellLayout {
  const graphic = (attribute: string): string | undefined =>
    GRAPHIC.map((kind) => propertyOf(chain, kind, attribute)).find((value) => value !== undefined);
  const padding = (side: string, usual: number): number =>
    Math.max(0, pointsOf(graphic(`fo:padding-${side}`)) ?? usual);
  const border = (side: string): Border | undefined =>
    borderOf(
      propertyOf(chain, 'style:paragraph-properties', `fo:border-${side}`) ??
        propertyOf(chain, 'style:paragraph-properties', 'fo:border'),
    );
  const isFilled = ['solid', undefined].includes(graphic('draw:fill'));
  return {
    background: isFilled ? colourOf(graphic('draw:fill-color')) : undefined,
    borders: {
      top: border('top'),
      right: border('right'),
      bottom: border('bottom'),
      left: border('left'),
    },
    verticalAlign: verticals[graphic('draw:textarea-vertical-align') ?? ''] ?? 'top',
    padding: {
      top: padding('top', 3.5),
      right: padding('right', 7),
      bottom: padding('bottom', 3.5),
      left: padding('left', 7),
    },
  };
}

/** The styles of a table's template for a cell, from the most specific one (9.1.2). */
function templateChain(
  table: XmlElement,
  row: number,
  column: number,
  [rows, columns]: readonly [number, number],
  { styles }: OdpDrawing,
): readonly XmlElement[] {
  const template = styles.template(table.attributes['table:template-name']);
  if (template === undefined) return [];
  const uses = (name: string): boolean => table.attributes[`table:use-${name}-styles`] === 'true';
  const parity = (index: number, isFirst: boolean): string =>
    (index - (isFirst ? 1 : 0)) % 2 === 0 ? 'odd' : 'even';
  const isFirstRow = uses('first-row') && row === 0;
  const isLastRow = uses('last-row') && row === rows - 1;
  const names: (string | false)[] = [
    isFirstRow && 'first-row',
    isLastRow && 'last-row',
    uses('first-column') && column === 0 && 'first-column',
    uses('last-column') && column === columns - 1 && 'last-column',
    uses('banding-rows') && !isFirstRow && !isLastRow && `${parity(row, uses('first-row'))}-rows`,
    uses('banding-columns') && `${parity(column, uses('first-column'))}-columns`,
    'body',
  ];
  return names.flatMap((name) => {
    const part = name === false ? undefined : childOf(template, `table:${name}`);
    const style = part?.attributes['table:style-name'] ?? part?.attributes['text:style-name'];
    return styles.chain('table-cell', style);
  });
}

/** Reads the table of a slide with its widths, fills, borders and text. */
export function drawOdpTable(table: XmlElement, drawing: OdpDrawing): TreeBlock[] {
  const { styles } = drawing;
  const rows: TreeCell[][] = [];
  const columnWidths: number[] = [];
  const rowHeights: ({ rule: 'least'; value: number } | undefined)[] = [];
  const lengthOf = (family: string, element: XmlElement, kind: string, attribute: string): number => {
    const chain = styles.chain(family, element.attributes['table:style-name']);
    return pointsOf(propertyOf(chain, kind, attribute)) ?? 0;
  };
  const rowCount = [...elementsOf(table)].filter(({ name }) => name === 'table:table-row').length;
  for (const child of elementsOf(table)) {
    if (child.name === 'table:table-column') {
      const width = lengthOf('table-column', child, 'style:table-column-properties', 'style:column-width');
      for (let count = repeated(child, 'table:number-columns-repeated'); count > 0; count -= 1)
        columnWidths.push(width);
    }
    if (child.name !== 'table:table-row') continue;
    const height = lengthOf('table-row', child, 'style:table-row-properties', 'style:row-height');
    rowHeights.push(height > 0 ? { rule: 'least', value: height } : undefined);
    const usual = child.attributes['table:default-cell-style-name'];
    const cells = [...elementsOf(child)].filter(({ name }) => name.endsWith('table-cell'));
    const shown = cells.flatMap((cell, column): TreeCell[] => {
      if (cell.name !== 'table:table-cell') return [];
      const named = styles.chain('table-cell', cell.attributes['table:style-name'] ?? usual);
      const ofTemplate = templateChain(table, rows.length, column, [rowCount, cells.length], drawing);
      const own = [...named, ...ofTemplate];
      const chain = [...own, ...styles.defaults('graphic')];
      const span = (name: string): number => Math.min(MAX_SPAN, repeated(cell, name));
      return [
        {
          blocks: drawOdpText(cell, () => chain, drawing),
          columnSpan: span('table:number-columns-spanned'),
          rowSpan: span('table:number-rows-spanned'),
          layout: cellLayout(own),
        },
      ];
    });
    rows.push(shown);
  }
  if (rows.length === 0) return [];
  const headerRows = table.attributes['table:use-first-row-styles'] === 'true' ? 1 : 0;
  return [{ kind: 'table', rows, headerRows, layout: { columnWidths, rowHeights } }];
}
