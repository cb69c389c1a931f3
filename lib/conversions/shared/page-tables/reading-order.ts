import { rightToLeftShare } from '../../base/right-to-left.ts';
import type { PageTable } from './page-table.ts';

// Share of right-to-left letters above which columns are read from the right.
const RTL_TABLE = 0.5;

/** Reverses the columns of a table if most of its letters are right-to-left. */
export function withColumnsInOrder(table: PageTable): PageTable {
  const letters = table.rows.map((row) => row.map(({ text }) => text).join(' ')).join(' ');
  if (!/[\u0590-\u08ff]/.test(letters) || rightToLeftShare(letters) <= RTL_TABLE) return table;
  return { ...table, rows: table.rows.map((row) => row.toReversed()) };
}
