import { isExactNumber } from '../../base/exact-number.ts';
import { ConversionError } from '../../errors.ts';
import { type CellBudget, createCellBudget, spendRow } from '../../workbook/cell-budget.ts';
import type { CellValue, Sheet } from '../../workbook/workbook.ts';

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };

const isArray = (value: Json): value is readonly Json[] => Array.isArray(value);
const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !isArray(value);
const isScalar = (value: Json): boolean => !isArray(value) && !isObject(value);

// Deeper objects stay JSON text: longer column paths are unreadable.
const MAX_DOTS = 8;

const cellOf = (value: Json): CellValue =>
  isArray(value) || isObject(value) ? JSON.stringify(value) : value;

/** Returns a header row and a row per object. Nested objects become columns such as `address.city`. */
function rowsOfObjects(objects: readonly JsonObject[], budget: CellBudget): CellValue[][] {
  const columns = new Map<string, number>();

  function add(row: CellValue[], object: JsonObject, prefix: string, dots: number): void {
    for (const [key, value] of Object.entries(object)) {
      const name = prefix + key;
      if (isObject(value) && dots < MAX_DOTS && Object.keys(value).length > 0) {
        add(row, value, `${name}.`, dots + 1);
        continue;
      }
      const column = columns.get(name) ?? columns.size;
      columns.set(name, column);
      spendRow(budget, 1, Math.max(1, column - row.length));
      while (row.length < column) row.push(null);
      row[column] = cellOf(value);
    }
  }

  const rows = objects.map((object) => {
    const row: CellValue[] = [];
    add(row, object, '', 0);
    return row;
  });
  return [[...columns.keys()], ...rows];
}

/** Returns the rows of an array of objects, arrays or scalars. Returns undefined if it mixes them. */
function rowsOfArray(items: readonly Json[], budget: CellBudget): (readonly CellValue[])[] | undefined {
  if (items.every(isObject)) return items.length === 0 ? [] : rowsOfObjects(items, budget);
  if (items.every(isArray)) {
    return items.map((item) => {
      spendRow(budget, item.length, item.length);
      return item.map(cellOf);
    });
  }
  if (!items.every(isScalar)) return undefined;
  spendRow(budget, items.length, items.length);
  return [['value'], ...items.map((item) => [cellOf(item)])];
}

/** Returns the rows of an object of named columns. Returns undefined if a column is not a list of scalars. */
function rowsOfColumns(columns: JsonObject, budget: CellBudget): CellValue[][] | undefined {
  const lists = Object.values(columns).map((list) => (isArray(list) ? list : []));
  if (!lists.every((list) => list.every(isScalar))) return undefined;
  const length = lists.reduce((most, list) => Math.max(most, list.length), 0);
  spendRow(budget, 0, length * lists.length);
  const rows = Array.from({ length }, (_, row) => lists.map((list) => cellOf(list[row] ?? null)));
  return [Object.keys(columns), ...rows];
}

const noTable = (): ConversionError =>
  new ConversionError(
    'unsupported_content',
    'The JSON contains no table. Send an array of objects, an array of arrays, or an object of such arrays.',
  );

function sheetOf(name: string, value: Json | undefined, budget: CellBudget): Sheet {
  const rows = value !== undefined && isArray(value) ? rowsOfArray(value, budget) : undefined;
  if (rows === undefined) throw noTable();
  return { name, rows };
}

/**
 * Converts JSON to sheets. An array of objects or arrays is one sheet; an object of arrays is one sheet per array; an object
 * of scalar lists is one sheet with a column per list; `{"sheets": [{"name": "A", "rows": [...]}]}` is explicit. Throws
 * ConversionError `unsupported_content` for anything else, `too_complex` for too many cells.
 */
function sheetsOf(value: Json, name: string): Sheet[] {
  const budget = createCellBudget();
  if (isArray(value)) return [sheetOf(name, value, budget)];
  if (!isObject(value)) throw noTable();
  const { sheets } = value;
  if (sheets !== undefined && isArray(sheets) && sheets.length > 0 && sheets.every(isObject)) {
    const named = sheets.map((sheet, index) => {
      const title = typeof sheet.name === 'string' ? sheet.name : `Sheet${index + 1}`;
      return sheet.rows === undefined ? undefined : sheetOf(title, sheet.rows, budget);
    });
    const found = named.filter((sheet) => sheet !== undefined);
    if (found.length === named.length) return found;
  }
  const entries = Object.entries(value);
  if (entries.length === 0 || !entries.every(([, list]) => isArray(list))) throw noTable();
  const columns = rowsOfColumns(value, budget);
  if (columns !== undefined) return [{ name, rows: columns }];
  return entries.map(([title, list]) => sheetOf(title, list, budget));
}

/** Parses JSON. Numbers that a double cannot represent stay strings: long identifiers, many decimals, 1e400. */
function parseExact(text: string): Json {
  if (!/\d{16}|\d[.\d]{17}|[eE][+-]?\d{3}/.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, value, context?: { source?: string }): Json => {
    const source = context?.source;
    return typeof value === 'number' && source !== undefined && !isExactNumber(value, source)
      ? source
      : value;
  });
}

/** Parses one value, or one value per line (JSON Lines). */
function parseJson(text: string): Json {
  try {
    return parseExact(text);
  } catch (error) {
    try {
      return text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map(parseExact);
    } catch {
      const message = 'The file is neither valid JSON nor JSON Lines. Fix its syntax, or export it again.';
      throw new ConversionError('corrupt_document', message, { cause: error });
    }
  }
}

/** Reads tables from JSON; `name` is the default sheet name. */
export function readJsonSheets(text: string, name: string): Sheet[] {
  const value = parseJson(text);
  try {
    return sheetsOf(value, name);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // Values nested some thousand levels deep overflow the stack.
    throw new ConversionError(
      'too_complex',
      'The JSON is nested too deeply to be read as a table. Flatten it.',
      {
        cause: error,
      },
    );
  }
}
