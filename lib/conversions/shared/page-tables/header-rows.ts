import { maxOf } from '../../base/arrays.ts';
import type { PageCell } from './page-table.ts';
import { isNumeric } from './words.ts';

// Maximum header rows; a cell that spans more is a label of the body.
const MAX_ROWS = 5;
// A first row with numbers is data if more than this share of the other rows have data.
const DATA_ROWS = 0.5;

const YEAR = /^(?:19|20)\d\d(?:[-–/]\d{2,4})?[\p{No}*†‡§]*$/u;

/** Returns true if a text is a number, except a year, which is as often a heading. */
export const isData = (text: string): boolean => text !== '' && isNumeric(text) && !YEAR.test(text);

const spanOf = ({ columnSpan = 1 }: PageCell): number => columnSpan;

/**
 * Returns the number of header rows: the first row, those that its cells span, and those under cells that span columns; 0 if
 * the first row contains data like the others.
 */
export function headerRowsOf(rows: readonly (readonly PageCell[])[]): number {
  const [first] = rows;
  if (first === undefined || rows.length < 2) return 0;
  const hasData = (row: readonly PageCell[]): boolean => row.slice(1).some(({ text }) => isData(text));
  if (hasData(first)) {
    // Numbers can be headings if most of the other rows have none.
    return rows.slice(1).filter(hasData).length > DATA_ROWS * (rows.length - 1) ? 0 : 1;
  }
  let count = 1;
  let end = maxOf(
    first.map(({ rowSpan = 1 }) => Math.min(rowSpan, MAX_ROWS)),
    1,
  );
  while (count < rows.length - 1 && count < MAX_ROWS) {
    const above = rows[count - 1] ?? [];
    const row = rows[count] ?? [];
    const isUnderSpan = count < end || above.some((cell) => spanOf(cell) > 1 && cell.text !== '');
    const held = row.filter(({ text }) => text !== '');
    // A title over a group of rows is a single cell.
    if (!isUnderSpan || hasData(row) || held.length < 2) break;
    end = maxOf(
      row.map(({ rowSpan = 1 }) => count + Math.min(rowSpan, MAX_ROWS)),
      end,
    );
    count += 1;
  }
  return count;
}
