import { maxOf } from '../../../base/arrays.ts';
import type { PageCell } from './page-table.ts';
import { isNumeric } from './words.ts';

const YEAR = /^(?:19|20)\d\d(?:[-–/]\d{2,4})?[\p{No}*†‡§]*$/u;

/** Whether a text is a value of a row, as numbers are but years aren't, which head columns as often. */
export const isData = (text: string): boolean => text !== '' && isNumeric(text) && !YEAR.test(text);

const spanOf = ({ columnSpan = 1 }: PageCell): number => columnSpan;

/**
 * How many of a table's rows are its head: the first, those that its cells reach down to, and those under cells that
 * span columns; none where the first row holds values as the others do.
 */
export function headerRowsOf(rows: readonly (readonly PageCell[])[]): number {
  const [first] = rows;
  if (first === undefined || rows.length < 2) return 0;
  const hasData = (row: readonly PageCell[]): boolean => row.slice(1).some(({ text }) => isData(text));
  if (hasData(first)) {
    // Numbers may head columns; in most of the other rows there is then no more of them than of texts.
    return rows.slice(1).filter(hasData).length > 0.5 * (rows.length - 1) ? 0 : 1;
  }
  let count = 1;
  let end = maxOf(
    first.map(({ rowSpan = 1 }) => Math.min(rowSpan, MOST)),
    1,
  );
  while (count < rows.length - 1 && count < MOST) {
    const above = rows[count - 1] ?? [];
    const row = rows[count] ?? [];
    const isUnderSpan = count < end || above.some((cell) => spanOf(cell) > 1 && cell.text !== '');
    const held = row.filter(({ text }) => text !== '');
    // A title over a group of rows is a single cell.
    if (!isUnderSpan || hasData(row) || held.length < 2) break;
    end = maxOf(
      row.map(({ rowSpan = 1 }) => count + Math.min(rowSpan, MOST)),
      end,
    );
    count += 1;
  }
  return count;
}

// A head has no more rows; a cell that reaches further down is a label of the body.
const MOST = 5;
