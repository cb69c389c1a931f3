import { columnIndex, columnName } from './cell-names.ts';

// Texts, names of sheets and names stay; cells, columns and rows are references if no name goes on around them.
const TOKEN =
  /"[^"]*"|'[^']*'!|(?<![\w.$])(\$?)([A-Z]{1,3})(\$?)(\d{1,7})(?![\w.(])|(?<![\w.$])(\$?)([A-Z]{1,3}):(\$?)([A-Z]{1,3})(?![\w.(])|(?<![\w.$:])(\$?)(\d{1,7}):(\$?)(\d{1,7})(?![\w.(])/g;

/** The references of a formula as they are some rows and columns further (ECMA-376 part 1, 18.3.1.40, shared formulas). */
export function shiftFormula(formula: string, rows: number, columns: number): string {
  const column = (fixed: string, letters: string): string =>
    fixed === '' ? columnName(Math.max(0, columnIndex(letters) + columns)) : `$${letters}`;
  const row = (fixed: string, digits: string): string =>
    fixed === '' ? String(Math.max(1, Number(digits) + rows)) : `$${digits}`;
  return formula.replaceAll(TOKEN, (token: string, ...found: (string | undefined)[]) => {
    const [a = '', letters, b = '', digits, c = '', from, d = '', to, e = '', first, f = '', last] = found;
    if (letters !== undefined && digits !== undefined) return `${column(a, letters)}${row(b, digits)}`;
    if (from !== undefined && to !== undefined) return `${column(c, from)}:${column(d, to)}`;
    if (first !== undefined && last !== undefined) return `${row(e, first)}:${row(f, last)}`;
    return token;
  });
}
