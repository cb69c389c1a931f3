import { rightToLeftShare } from '../../../base/right-to-left.ts';
import type { PageTable } from './page-table.ts';

/** A table with the columns as they are read: from the right where most of its letters are of such scripts. */
export function inReadingOrder(table: PageTable): PageTable {
  const letters = table.rows.map((row) => row.map(({ text }) => text).join(' ')).join(' ');
  if (!/[\u0590-\u08ff]/.test(letters) || rightToLeftShare(letters) <= 0.5) return table;
  return { ...table, rows: table.rows.map((row) => row.toReversed()) };
}
