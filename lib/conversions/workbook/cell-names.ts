/** The name of a column from 0: A to Z, then AA and so on. */
export function columnName(column: number): string {
  let name = '';
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26))
    name = String.fromCharCode(65 + ((left - 1) % 26)) + name;
  return name;
}

/** The position from 0 of a column by its name of upper-case letters. */
export const columnIndex = (name: string): number =>
  [...name].reduce((value, letter) => value * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** A range of cells by their positions from 0; ends are inclusive. */
export interface CellRange {
  readonly firstRow: number;
  readonly firstColumn: number;
  readonly lastRow: number;
  readonly lastColumn: number;
}

/** The range that is one cell. */
export const rangeOfCell = (row: number, column: number): CellRange => ({
  firstRow: row,
  firstColumn: column,
  lastRow: row,
  lastColumn: column,
});

const RANGE = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/;

/** Reads the name of some cells, such as `A1:C3` or `$A$1`. Undefined if it is none. */
export function parseRange(name: string): CellRange | undefined {
  const match = RANGE.exec(name);
  if (match === null) return undefined;
  const [, fromLetters = '', fromRow, toLetters = fromLetters, toRow = fromRow] = match;
  return {
    firstRow: Number(fromRow) - 1,
    firstColumn: columnIndex(fromLetters),
    lastRow: Number(toRow) - 1,
    lastColumn: columnIndex(toLetters),
  };
}

/** The name of some cells as spreadsheets write it, such as `B2:D9`, or `B2` for one. */
export function rangeName({ firstRow, firstColumn, lastRow, lastColumn }: CellRange): string {
  const first = `${columnName(firstColumn)}${firstRow + 1}`;
  const last = `${columnName(lastColumn)}${lastRow + 1}`;
  return first === last ? first : `${first}:${last}`;
}
