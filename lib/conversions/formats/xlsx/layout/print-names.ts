import type { CellRange } from '../../../document/printed-sheet.ts';
import { XML_END, XML_OPEN } from '../../../shared/xml/tag-kinds.ts';
import { xmlCursor } from '../../../shared/xml/xml-cursor.ts';
import { MAX_COLUMNS, MAX_ROWS } from '../../../workbook/cell-budget.ts';
import { columnIndex } from '../../../workbook/cell-names.ts';

/** What a workbook's names say about printing a sheet. */
export interface PrintNames {
  readonly areas?: readonly CellRange[] | undefined;
  readonly rows?: { readonly first: number; readonly last: number } | undefined;
  readonly columns?: { readonly first: number; readonly last: number } | undefined;
}

const names = ['definedName', 'name', 'localSheetId'];
const [DEFINED_NAME, NAME, SHEET] = [0, 1, 2];
const MAX_CHARACTERS = 8192;
const REFERENCE = /^\$?([A-Z]{1,3})?\$?(\d{1,7})?(?::\$?([A-Z]{1,3})?\$?(\d{1,7})?)?$/;

/** Parses `A1:C3`, `A1`, `A:C` or `1:3`; undefined if it is none of them. */
function rangeOf(reference: string): CellRange | undefined {
  const match = REFERENCE.exec(reference);
  if (match === null) return undefined;
  const [, column, row, lastColumn = column, lastRow = row] = match;
  if (column === undefined && row === undefined) return undefined;
  const range = {
    firstRow: row === undefined ? 0 : Number(row) - 1,
    firstColumn: column === undefined ? 0 : columnIndex(column),
    lastRow: lastRow === undefined ? MAX_ROWS - 1 : Math.min(MAX_ROWS, Number(lastRow)) - 1,
    lastColumn:
      lastColumn === undefined ? MAX_COLUMNS - 1 : Math.min(MAX_COLUMNS - 1, columnIndex(lastColumn)),
  };
  const isRange =
    range.firstRow >= 0 && range.firstRow <= range.lastRow && range.firstColumn <= range.lastColumn;
  return isRange ? range : undefined;
}

/** The ranges of a formula such as `'My sheet'!$A$1:$C$3,'My sheet'!$E:$E`. */
const rangesOf = (formula: string): CellRange[] =>
  formula
    .slice(0, MAX_CHARACTERS)
    .replaceAll(/'[^']*'/g, '')
    .split(',')
    .flatMap((each) => rangeOf(each.slice(each.lastIndexOf('!') + 1).trim()) ?? []);

/** Reads print areas and print titles (ECMA-376 18.2.5) by the index of their sheet. */
export function readPrintNames(part: Uint8Array): ReadonlyMap<number, PrintNames> {
  const cursor = xmlCursor(part, names);
  const found = new Map<number, PrintNames>();
  for (let token = cursor.next(); token !== XML_END; token = cursor.next()) {
    if (token !== XML_OPEN || cursor.name() !== DEFINED_NAME) continue;
    const name = cursor.attribute(NAME) ?? '';
    const sheet = cursor.integer(SHEET);
    if (sheet < 0 || !/^_xlnm\.Print_(?:Area|Titles)$/i.test(name)) continue;
    const ranges = rangesOf(cursor.text());
    const before = found.get(sheet) ?? {};
    if (/Area$/i.test(name)) {
      if (ranges.length > 0) found.set(sheet, { ...before, areas: ranges });
      continue;
    }
    const rows = ranges.find(
      ({ firstColumn, lastColumn }) => firstColumn === 0 && lastColumn === MAX_COLUMNS - 1,
    );
    const columns = ranges.find(({ firstRow, lastRow }) => firstRow === 0 && lastRow === MAX_ROWS - 1);
    found.set(sheet, {
      ...before,
      rows: rows === undefined ? undefined : { first: rows.firstRow, last: rows.lastRow },
      columns: columns === undefined ? undefined : { first: columns.firstColumn, last: columns.lastColumn },
    });
  }
  return found;
}
