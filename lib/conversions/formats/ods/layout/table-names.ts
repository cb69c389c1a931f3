const names = [
  'table',
  'table-column',
  'table-row',
  'table-cell',
  'covered-table-cell',
  'table-header-columns',
  'table-header-rows',
  'tracked-changes',
  'shapes',
  'name',
  'style-name',
  'default-cell-style-name',
  'number-columns-repeated',
  'number-rows-repeated',
  'visibility',
  'print-ranges',
  'value-type',
] as const;

/** An element or attribute that the layout of a table depends on. */
export type TableName = (typeof names)[number];

/** The names that a cursor over the tables reads. */
export const tableNames: readonly string[] = names;

const indexes = new Map(names.map((name, index) => [name, index]));

/** Index of a name. */
export const at = (name: TableName): number => indexes.get(name) ?? -1;

/** Whether an index is that of one of the names. */
export const isOneOf = (index: number, of: readonly TableName[]): boolean =>
  of.some((name) => at(name) === index);
