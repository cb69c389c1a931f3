import { maxOf } from '../../base/arrays.ts';
import type { PageCell } from './page-table.ts';
import { isNumeric, plainDigits } from './words.ts';

// Words from which a cell is a line of prose.
const PROSE_WORDS = 7;
// Characters of scripts without spaces for each word.
const CHARACTERS_PER_WORD = 3;
// Steps of an axis, at least, and the share of its steps that are equal.
const MIN_STEPS = 2;
const EQUAL_STEPS = 0.7;
// Rounding of two equal steps: relative, and absolute.
const RELATIVE_ERROR = 1e-6;
const ABSOLUTE_ERROR = 1e-9;
// Share of its texts that are numbers in a column of values.
const NUMERIC_COLUMN = 0.7;
// Page numbers of a table of contents, at least.
const MIN_PAGES = 4;
// Share of the texts that end with page numbers in an index.
const INDEXED_TEXTS = 0.4;
// Characters at the end of a text that are searched for a page number.
const INDEX_END = 12;
// Rows and columns from which more are no more evidence.
const MANY_ROWS = 10;
const MANY_COLUMNS = 6;

/** What is around the cells of a candidate. */
export interface Surroundings {
  /** 1 if a title of a table is above it. */
  readonly titled: number;
  /** 1 if a title of a figure or a part is above it. */
  readonly otherTitle: number;
  /** 1 if rules are above and below it. */
  readonly framed: number;
  /** 1 if its cells are those of a grid of rules. */
  readonly grid: number;
  /** Share of the edges of the grid's columns that rules cover; 0 without a grid. */
  readonly drawnDown: number;
}

/** What distinguishes tables from prose in columns, lists, charts and diagrams. Each is from 0 to 1. */
export interface Signs extends Surroundings {
  readonly rows: number;
  readonly columns: number;
  readonly onlyTwoColumns: number;
  /** Share of the cells with text, in rows with more than a label. */
  readonly density: number;
  /** Share of the rows with more than one text. */
  readonly full: number;
  /** Share of the texts right of the first column that are numbers. */
  readonly numbers: number;
  /** Share of the texts that are as long as a line of prose. */
  readonly prose: number;
  /** The same if there is neither a title nor a rule. */
  readonly bareProse: number;
  /** 1 if the first column is an axis: numbers at equal steps. */
  readonly axis: number;
  /** Share of the texts of the first column that are bullets or numbers of list items; 0 in a grid. */
  readonly markers: number;
  /** 1 if it is a table of contents or an index: texts with numbers of pages. */
  readonly pageNumbers: number;
}

function isAxisOf(labels: readonly string[]): boolean {
  const values = labels.map((label) => Number(label.replaceAll(/[,$%\s]/g, '')));
  const steps = values.slice(1).map((value, index) => value - (values[index] ?? 0));
  const first = steps[0] ?? 0;
  // Values rise along an axis, so they fall down the page. Labels of the other axis follow.
  const equal = steps.filter(
    (step) => step < 0 && Math.abs(step - first) < RELATIVE_ERROR * Math.abs(first) + ABSOLUTE_ERROR,
  );
  return equal.length >= MIN_STEPS && equal.length >= EQUAL_STEPS * steps.length;
}

/** Columns of numbers after the first. */
function numericColumns(rows: readonly (readonly PageCell[])[]): number[] {
  const width = maxOf(
    rows.map((row) => row.length),
    0,
  );
  return Array.from({ length: width }, (_, column) => column)
    .slice(1)
    .filter((column) => {
      const texts = rows.map((row) => row[column]?.text ?? '').filter((text) => text !== '');
      return texts.length > 1 && texts.filter(isNumeric).length > NUMERIC_COLUMN * texts.length;
    });
}

/** Whether rows are a table of contents: labels and page numbers that only rise. */
function isContentsOf(rows: readonly (readonly PageCell[])[]): boolean {
  const values = numericColumns(rows);
  const isRising = (column: number): boolean => {
    const texts = rows.map((row) => plainDigits(row[column]?.text ?? '')).filter((text) => text !== '');
    const pages = texts.filter((text) => /^\d{1,4}$/.test(text)).map(Number);
    return pages.length >= MIN_PAGES && pages.every((page, index) => page >= (pages[index - 1] ?? 0));
  };
  return values.length > 0 && values.every(isRising);
}

const MARKER = /^(?:[^\p{L}\p{N}]|\(?(?:\d{1,3}|\p{L}|[ivx]{2,5})[.)])$/u;

const INDEXED = /,\s*\d+$/;

/** Approximate number of words of a text, also in scripts without spaces. */
const lengthOf = (text: string): number =>
  text.split(' ').length +
  (text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0) / CHARACTERS_PER_WORD;

const shareOf = (count: number, all: number): number => count / Math.max(1, all);

/** Computes the signs of rows with their surroundings. */
export function signsOf(
  rows: readonly (readonly PageCell[])[],
  headerRows: number,
  surroundings: Surroundings,
): Signs {
  const columns = maxOf(
    rows.map((row) => row.reduce((sum, cell) => sum + (cell.columnSpan ?? 1), 0)),
    0,
  );
  const held = rows.map((row) => row.filter((cell) => cell.text !== ''));
  const body = rows.slice(headerRows);
  const wide = held.filter((row) => row.length > 1);
  const covered = wide.flat().reduce((sum, cell) => sum + (cell.columnSpan ?? 1), 0);
  const others = body.flatMap((row) => row.slice(1)).filter((cell) => cell.text !== '');
  const texts = held.flat().map((cell) => cell.text);
  const labels = body.map((row) => row[0]?.text ?? '').filter((text) => text !== '');
  const indexed = texts.filter((text) => /\p{L}/u.test(text) && INDEXED.test(text.slice(-INDEX_END))).length;
  const prose = shareOf(texts.filter((text) => lengthOf(text) >= PROSE_WORDS).length, texts.length);
  const isBare = surroundings.grid + surroundings.titled + surroundings.framed === 0;
  return {
    ...surroundings,
    rows: Math.min(1, rows.length / MANY_ROWS),
    columns: Math.min(1, columns / MANY_COLUMNS),
    onlyTwoColumns: Number(columns === 2),
    density: shareOf(covered, wide.length * columns),
    full: shareOf(wide.length, rows.length),
    numbers: shareOf(others.filter((cell) => isNumeric(cell.text)).length, others.length),
    prose,
    bareProse: isBare ? prose : 0,
    axis: Number(isAxisOf(labels)),
    markers:
      surroundings.grid > 0 ? 0 : shareOf(labels.filter((text) => MARKER.test(text)).length, labels.length),
    pageNumbers: Number(isContentsOf(body) || indexed > INDEXED_TEXTS * texts.length),
  };
}
