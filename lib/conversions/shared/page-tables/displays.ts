import type { PageCell } from './page-table.ts';

// Minimum share of the rows that look like code or a relation (MANY_ROWS), or are numbered or assign a value (MOST_ROWS).
const MANY_ROWS = 0.4;
const MOST_ROWS = 0.7;
// Minimum cells with a part of a bracket several lines tall.
const MIN_BRACKETS = 2;
// Maximum characters of a cell without rules around it.
const MAX_CELL = 500;

const CODE = /[{}\\]|;$|\(\)|^(?:\/\/|[#%<])|[=:]=|->|<-/;
const SEPARATOR = /[,;{]$/;
const RELATION = /[=≠<>≤≥≈∼∈→]/;
const EQUATION_NUMBER = /^\((?:\d{1,2}\.){0,2}(\d{1,3})[a-z]?\)$/;
// Parts of brackets: Unicode's, and those of Adobe's fonts (corporate use).
const BRACKET = /[\u239b-\u23b1\uf8e5-\uf8fe]/;

type Rows = readonly (readonly string[])[];

const shareOf = <T>(all: readonly T[], test: (each: T) => boolean): number =>
  all.length === 0 ? 0 : all.filter(test).length / all.length;

/** Returns true for two or more numbers that are consecutive. */
const isCount = ([first = 0, ...others]: readonly number[]): boolean =>
  others.length > 0 && others.every((value, index) => value === first + index + 1);

/** Returns true for numbered lines of code, which may have prose between them. */
function isListing(rows: Rows): boolean {
  const lines = rows.filter(([, ...rest]) => rest.some((text) => text !== ''));
  const labels = lines.map(([label = '']) => label.split(' '));
  const numbered = labels.filter((texts) => texts.every((text) => /^\d{1,5}$/.test(text)));
  const numbers = numbered.flat().map(Number);
  return (
    numbered.length >= MOST_ROWS * lines.length &&
    isCount(numbers) &&
    shareOf(lines, ([, ...rest]) => rest.some((text) => CODE.test(text))) >= MANY_ROWS
  );
}

/** Returns true for aligned fields and values, as in BibTeX. */
const isAssignments = (rows: Rows): boolean =>
  shareOf(rows, (row) => {
    const text = row.join(' ').trim();
    return text.includes(' = ') && SEPARATOR.test(text);
  }) >= MOST_ROWS;

/** Returns true for equations with numbers at the margin. */
function areEquations(rows: Rows): boolean {
  const labels = rows.map((row) => row.at(-1) ?? '').filter((text) => text !== '');
  const numbers = labels.flatMap((text) => EQUATION_NUMBER.exec(text)?.[1] ?? []).map(Number);
  return (
    numbers.length === labels.length &&
    isCount(numbers) &&
    shareOf(rows, (row) => row.some((text) => RELATION.test(text))) >= MANY_ROWS
  );
}

const isMatrix = (rows: Rows): boolean =>
  rows.flat().filter((text) => BRACKET.test(text)).length >= MIN_BRACKETS;

/** Returns true for columns of running text, as in a newspaper. */
const areColumnsOfText = (rows: Rows): boolean => rows.flat().some((text) => text.length > MAX_CELL);

/** Returns true if rows are code, formulas or columns of text, which are aligned like a table. */
export function isDisplay(cells: readonly (readonly PageCell[])[]): boolean {
  const rows = cells.map((row) => row.map(({ text }) => text));
  return (
    isListing(rows) || isAssignments(rows) || areEquations(rows) || isMatrix(rows) || areColumnsOfText(rows)
  );
}
