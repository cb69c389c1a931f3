import { assembleBlocks, type FlatBlock } from '../../document/assemble-blocks.ts';
import type { TreeBlock, TreeCell } from '../../document/document-tree.ts';
import { toTreeCell } from '../../document/tree-cell.ts';
import { elementsOf, integerOf, type XmlElement } from '../xml/element.ts';
import { backingOf } from './backing.ts';
import type { OdfContext } from './context.ts';

const MAX_TABLE_DEPTH = 6;
const MAX_COLUMNS = 1000;
// Limits on repeated rows and cells, which sheets use to fill themselves to the end.
const MAX_REPEATED_ROWS = 100;

interface Row {
  readonly element: XmlElement;
  readonly isHeader: boolean;
}

function* rowsOf(table: XmlElement, isHeader: boolean): Generator<Row> {
  for (const child of elementsOf(table)) {
    if (child.name === 'table:table-row') yield { element: child, isHeader };
    else if (child.name === 'table:table-header-rows') yield* rowsOf(child, true);
    else if (child.name === 'table:table-rows' || child.name === 'table:table-row-group')
      yield* rowsOf(child, isHeader);
  }
}

const times = (element: XmlElement, name: string, most: number): number =>
  Math.min(most, Math.max(1, integerOf(element, name) ?? 1));

function readRow(row: XmlElement, around: OdfContext): TreeCell[] {
  const backing = backingOf('table-row', row.attributes['table:style-name'], around);
  const context = { ...around, backing };
  const cells: TreeCell[] = [];
  for (const cell of elementsOf(row)) {
    if (cell.name !== 'table:table-cell') continue;
    const columnSpan = times(cell, 'table:number-columns-spanned', MAX_COLUMNS);
    const rowSpan = times(cell, 'table:number-rows-spanned', MAX_COLUMNS);
    const inside = {
      ...context,
      backing: backingOf('table-cell', cell.attributes['table:style-name'], context),
    };
    const read = toTreeCell(assembleBlocks(context.readBlocks(cell, inside)), columnSpan, rowSpan);
    const repeated = times(cell, 'table:number-columns-repeated', MAX_COLUMNS);
    for (let count = 0; count < repeated && cells.length < MAX_COLUMNS; count += 1) cells.push(read);
  }
  return cells;
}

const headerColumnsOf = (table: XmlElement): number =>
  [...elementsOf(table)]
    .filter(({ name }) => name === 'table:table-header-columns')
    .flatMap((header) => [...elementsOf(header)])
    .reduce((sum, column) => sum + times(column, 'table:number-columns-repeated', MAX_COLUMNS), 0);

const isEmpty = (cell: TreeCell): boolean =>
  typeof cell === 'string' ? cell === '' : cell.blocks.length === 0;

/** Reads a table. OpenDocument 1.3, part 3, 9.1. If it is nested too deeply, returns the blocks of its cells. */
export function readOdfTable(table: XmlElement, outer: OdfContext): FlatBlock[] {
  const backing = backingOf('table', table.attributes['table:style-name'], outer);
  const context = { ...outer, tableDepth: outer.tableDepth + 1, backing };
  const rows = [...rowsOf(table, false)];
  if (context.tableDepth > MAX_TABLE_DEPTH) {
    context.warn(`Tables nested more than ${MAX_TABLE_DEPTH} deep were written as text.`);
    return rows.flatMap(({ element }) =>
      [...elementsOf(element)].flatMap((cell) => context.readBlocks(cell, context)),
    );
  }
  const [only] = rows;
  const cells = only === undefined ? [] : [...elementsOf(only.element)];
  const [cell] = cells;
  // A box outer text.
  if (rows.length === 1 && cells.length === 1 && cell !== undefined) {
    const inside = backingOf('table-cell', cell.attributes['table:style-name'], context);
    return context.readBlocks(cell, { ...context, backing: inside });
  }
  const read: (readonly TreeCell[])[] = [];
  for (const { element } of rows) {
    const row = readRow(element, context);
    if (row.every(isEmpty) && context.tracked.emptied(element)) continue;
    const repeated = row.every(isEmpty) ? 1 : times(element, 'table:number-rows-repeated', MAX_REPEATED_ROWS);
    for (let count = 0; count < repeated; count += 1) read.push(row);
  }
  if (read.every((row) => row.every(isEmpty))) return [];
  const declared = rows.findIndex((row) => !row.isHeader);
  const isFirst = table.attributes['table:use-first-row-styles'] === 'true' && rows.length > 1;
  const headerRows = declared > 0 ? declared : isFirst ? 1 : 0;
  const headerColumns = headerColumnsOf(table);
  const block: TreeBlock = {
    kind: 'table',
    rows: read,
    header_rows: headerRows,
    ...(headerColumns > 0 ? { header_columns: headerColumns } : {}),
  };
  return [{ kind: 'block', block }];
}
