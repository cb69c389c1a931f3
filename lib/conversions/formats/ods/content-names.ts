import { textNames } from './cell-text.ts';

const tableNames = [
  'table',
  'table-row',
  'table-cell',
  'covered-table-cell',
  'tracked-changes',
  'name',
  'style-name',
  'value-type',
  'value',
  'date-value',
  'time-value',
  'boolean-value',
  'string-value',
  'currency',
  'number-columns-repeated',
  'number-rows-repeated',
  'number-columns-spanned',
  'number-rows-spanned',
  'style',
  'table-properties',
  'display',
  'shapes',
];

/** The names that a cursor over the content of a spreadsheet reads. The constants below are indexes into this list. */
export const contentNames: readonly string[] = [...textNames, ...tableNames];

const nameIndex = (name: string): number => contentNames.indexOf(name);

export const TABLE = nameIndex('table');
export const ROW = nameIndex('table-row');
export const CELL = nameIndex('table-cell');
export const COVERED = nameIndex('covered-table-cell');
export const TRACKED = nameIndex('tracked-changes');
export const SHAPES = nameIndex('shapes');
export const STYLE = nameIndex('style');
export const TABLE_PROPERTIES = nameIndex('table-properties');
export const NAME = nameIndex('name');
export const STYLE_NAME = nameIndex('style-name');
export const TYPE = nameIndex('value-type');
export const CURRENCY = nameIndex('currency');
export const STRING_VALUE = nameIndex('string-value');
export const DISPLAY = nameIndex('display');
export const COLUMNS_REPEATED = nameIndex('number-columns-repeated');
export const ROWS_REPEATED = nameIndex('number-rows-repeated');
export const COLUMNS_SPANNED = nameIndex('number-columns-spanned');
export const ROWS_SPANNED = nameIndex('number-rows-spanned');
export const valueNames = ['value', 'date-value', 'time-value', 'boolean-value'].map(nameIndex);
