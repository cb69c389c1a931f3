import { shapeNames } from '../../shared/opendocument/frames.ts';
import type { CursorNames } from '../../shared/xml/cursor-element.ts';
import { localName, textNames } from './cell-text.ts';

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
  'master-page-name',
  'formula',
  'table-column',
  'visibility',
];

// What drawings and comments contain, with the prefixes of `shared/opendocument`. A name that is in several namespaces has that
// of the element which occurs in them.
const drawnElements: readonly string[] = [
  'office:annotation',
  ...shapeNames,
  'draw:text-box',
  'draw:image',
  'draw:object',
  'svg:title',
  'svg:desc',
  'dc:creator',
  'dc:date',
  'text:p',
  'text:h',
  'text:s',
  'text:tab',
  'text:line-break',
  'text:list',
  'text:list-item',
];

const drawnAttributes: readonly string[] = [
  'xlink:href',
  'svg:width',
  'svg:height',
  'text:c',
  'table:end-cell-address',
];

/** The names that a cursor over the content of a spreadsheet reads. The constants below are indexes into this list. */
export const contentNames: readonly string[] = [
  ...new Set([...textNames, ...tableNames, ...[...drawnElements, ...drawnAttributes].map(localName)]),
];

const nameIndex = (name: string): number => contentNames.indexOf(name);

const byIndex = (names: readonly string[]): ReadonlyMap<number, string> =>
  new Map(names.map((name) => [nameIndex(localName(name)), name]));

/** The names of drawings and comments. */
export const drawnNames: CursorNames = {
  elements: byIndex(drawnElements),
  attributes: byIndex(drawnAttributes),
};

export const TABLE = nameIndex('table');
export const ROW = nameIndex('table-row');
export const CELL = nameIndex('table-cell');
export const COVERED = nameIndex('covered-table-cell');
export const TRACKED = nameIndex('tracked-changes');
export const SHAPES = nameIndex('shapes');
export const MASTER_PAGE = nameIndex('master-page-name');
export const STYLE = nameIndex('style');
export const TABLE_PROPERTIES = nameIndex('table-properties');
export const NAME = nameIndex('name');
export const STYLE_NAME = nameIndex('style-name');
export const COLUMN = nameIndex('table-column');
export const VISIBILITY = nameIndex('visibility');
export const FORMULA = nameIndex('formula');
export const TYPE = nameIndex('value-type');
export const CURRENCY = nameIndex('currency');
export const STRING_VALUE = nameIndex('string-value');
export const DISPLAY = nameIndex('display');
export const COLUMNS_REPEATED = nameIndex('number-columns-repeated');
export const ROWS_REPEATED = nameIndex('number-rows-repeated');
export const COLUMNS_SPANNED = nameIndex('number-columns-spanned');
export const ROWS_SPANNED = nameIndex('number-rows-spanned');
export const valueNames = ['value', 'date-value', 'time-value', 'boolean-value'].map(nameIndex);
