import { assembleBlocks, type FlatBlock } from '../../../document/assemble-blocks.ts';
import type { TreeBlock } from '../../../document/document-tree.ts';
import { toTreeCell } from '../../../document/tree-cell.ts';
import { isOn as isTrue } from '../../../shared/ooxml/on-off.ts';
import { isAbsentChange, markOfChange } from '../../../shared/wordprocessing/review.ts';
import { isOn } from '../../../shared/wordprocessing/run-style.ts';
import { childOf, elementsOf, integerOf, type XmlElement } from '../../../shared/xml/element.ts';
import type { DocxContext } from './context.ts';
import { insideControl } from './form-fields.ts';
import { cellBacking, tableBacking } from './paint.ts';

// Cells of deeper tables are read as consecutive blocks.
const MAX_TABLE_DEPTH = 6;
// Word allows 63 columns.
const MAX_COLUMN_SPAN = 1000;

interface Cell {
  readonly blocks: readonly TreeBlock[];
  readonly column: number;
  readonly columnSpan: number;
  readonly merge: 'none' | 'begin' | 'goes_on';
  rowSpan: number;
}

/** The tracked change of a row or cell. */
const changeOf = (element: XmlElement): string | undefined =>
  [...elementsOf(childOf(element, element.name === 'w:tr' ? 'w:trPr' : 'w:tcPr'))]
    .map(({ name }) => name)
    .find((name) => markOfChange(name) !== undefined);

/** The context of a row or cell, whose text is marked if all of it was inserted or deleted. */
function inChange(element: XmlElement, context: DocxContext): DocxContext {
  const change = markOfChange(changeOf(element) ?? '');
  return change === undefined ? context : { ...context, change };
}

/** Elements that can wrap rows and cells: content controls, tracked changes and custom XML. */
function* within(
  parent: XmlElement,
  name: string,
  context: Pick<DocxContext, 'addFormField' | 'changes'>,
): Generator<XmlElement> {
  for (const child of elementsOf(parent)) {
    if (isAbsentChange(child.name, context.changes)) continue;
    if (child.name === name) {
      if (!isAbsentChange(changeOf(child) ?? '', context.changes)) yield child;
    } else if (child.name === 'w:sdt') yield* within(child, name, insideControl(child, context));
    else if (['w:sdtContent', 'w:customXml', 'w:ins', 'w:moveTo', 'w:del', 'w:moveFrom'].includes(child.name))
      yield* within(child, name, context);
  }
}

function mergeOf(properties: XmlElement | undefined): Cell['merge'] {
  const merge = childOf(properties, 'w:vMerge');
  if (merge === undefined) return 'none';
  return merge.attributes['w:val'] === 'restart' ? 'begin' : 'goes_on';
}

function readRow(row: XmlElement, around: DocxContext): Cell[] {
  const context = inChange(row, around);
  const before = integerOf(childOf(childOf(row, 'w:trPr'), 'w:gridBefore'), 'w:val') ?? 0;
  let column = Math.min(MAX_COLUMN_SPAN, Math.max(0, before));
  const cells: Cell[] =
    column > 0 ? [{ blocks: [], column: 0, columnSpan: column, merge: 'none', rowSpan: 1 }] : [];
  for (const cell of within(row, 'w:tc', context)) {
    const properties = childOf(cell, 'w:tcPr');
    const span = integerOf(childOf(properties, 'w:gridSpan'), 'w:val') ?? 1;
    const columnSpan = Math.min(MAX_COLUMN_SPAN, Math.max(1, span));
    const merge = mergeOf(properties);
    const inside = { ...context, backing: cellBacking(properties, context.backing) };
    const flat = merge === 'goes_on' ? [] : context.readBlocks(cell, inChange(cell, inside));
    cells.push({ blocks: assembleBlocks(flat), column, columnSpan, merge, rowSpan: 1 });
    column += columnSpan;
  }
  return cells;
}

/** Extends the first cell of each vertical merge over the cells that continue it. */
function joinMerged(rows: readonly Cell[][]): Cell[][] {
  const above = new Map<number, Cell>();
  return rows.map((row) => {
    const kept: Cell[] = [];
    for (const cell of row) {
      const begun = above.get(cell.column);
      if (cell.merge === 'goes_on' && begun?.columnSpan === cell.columnSpan) {
        begun.rowSpan += 1;
        continue;
      }
      kept.push(cell);
      if (cell.merge === 'none') above.delete(cell.column);
      else above.set(cell.column, cell);
    }
    const columns = new Set(row.map(({ column }) => column));
    for (const [column] of above) if (!columns.has(column)) above.delete(column);
    return kept;
  });
}

const isHeaderRow = (row: XmlElement): boolean =>
  isOn(childOf(childOf(row, 'w:trPr'), 'w:tblHeader')) === true;

function headerRowsOf(table: XmlElement, rows: readonly XmlElement[]): number {
  const said = rows.findIndex((row) => !isHeaderRow(row));
  if (said !== 0) return said < 0 ? 0 : said;
  const tableLook = childOf(childOf(table, 'w:tblPr'), 'w:tblLook')?.attributes;
  // ECMA-376 part 1, 17.4.55: bit 0x20 of the older bitmask is the first row.
  const isFirst =
    tableLook?.['w:firstRow'] === undefined
      ? (Number.parseInt(tableLook?.['w:val'] ?? '0', 16) & 0x20) !== 0
      : isTrue(tableLook['w:firstRow']);
  return isFirst && rows.length > 1 ? 1 : 0;
}

/** Reads a table. Reads only the content of a single-cell table or of a table nested too deeply. */
export function readTable(table: XmlElement, around: DocxContext): FlatBlock[] {
  const backing = tableBacking(table, around.backing, around.styles);
  const context = { ...around, tableDepth: around.tableDepth + 1, backing };
  const elements = [...within(table, 'w:tr', context)];
  if (context.tableDepth > MAX_TABLE_DEPTH) {
    context.warn(`Tables nested more than ${MAX_TABLE_DEPTH} deep were written as text.`);
    return elements.flatMap((row) =>
      [...within(row, 'w:tc', context)].flatMap((cell) =>
        context.readBlocks(cell, { ...context, backing: cellBacking(childOf(cell, 'w:tcPr'), backing) }),
      ),
    );
  }
  const [only] = elements;
  if (elements.length === 1 && only !== undefined) {
    const cells = [...within(only, 'w:tc', { changes: context.changes })];
    const [cell] = cells;
    if (cells.length === 1 && cell !== undefined) {
      const inside = { ...context, backing: cellBacking(childOf(cell, 'w:tcPr'), backing) };
      return context.readBlocks(cell, inside);
    }
  }
  const rows = joinMerged(elements.map((row) => readRow(row, context)));
  const filled = rows.filter((row) => row.length > 0);
  if (filled.length === 0) return [];
  const caption = childOf(childOf(table, 'w:tblPr'), 'w:tblCaption')?.attributes['w:val'];
  const block: TreeBlock = {
    kind: 'table',
    rows: rows.map((row) => row.map((cell) => toTreeCell(cell.blocks, cell.columnSpan, cell.rowSpan))),
    header_rows: headerRowsOf(table, elements),
    caption: caption === undefined || caption.trim() === '' ? undefined : caption.trim(),
  };
  const indent = childOf(childOf(table, 'w:tblPr'), 'w:tblInd');
  return [{ kind: 'block', block, indent: indent === undefined ? undefined : integerOf(indent, 'w:w') }];
}
