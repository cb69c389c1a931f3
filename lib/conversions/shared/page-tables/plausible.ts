import { maxOf } from '../../base/arrays.ts';
import type { Lattice } from './lattice.ts';
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
// Share of a row's texts that begin in lower case if it reads on like a sentence.
const RUNNING_TEXTS = 0.6;
// Share of the texts that end with page numbers in an index.
const INDEXED_TEXTS = 0.4;
// Characters at the end of a text that are searched for a page number.
const INDEX_END = 12;

// The thresholds below are shares, from 0 to 1, of what Signs describes. They were fitted to annotated tables.

/** Of a grid of rules: charts and diagrams are emptier, and less of their edges is drawn. */
const RULED = { density: 0.3, full: 0.34, top: 0.65, bottom: 0.65, down: 0.25 };
/** Drawn share of the row edges; below it, only a full grid of several rows is a table. */
const ROWS_DRAWN = 0.68;
const PARTLY_DRAWN = { across: 0.35, density: 0.85, rows: 5 };
/** Drawn share of the column edges of a table without words. */
const WORDLESS_DOWN = 0.8;

/** Density of a table whose labels look like an axis. */
const AXIS_DENSITY = 0.7;
/** Rows from which a list of page numbers is no table, unless it has this many columns of values. */
const LIST = { rows: 6, values: 3 };
/** Share of numbers from which text is a table of numbers. */
const NUMBERS = 0.4;
/** With a title or rules: tables of numbers, and of text. */
const MARKED_NUMBERS = { density: 0.42, prose: 0.4 };
const MARKED_TEXT = { density: 0.5, full: 0.5, prose: 0.55 };
/** Without them: tables of numbers, and of short texts. */
const PLAIN_NUMBERS = { rows: 3, density: 0.5, full: 0.5, prose: 0.3 };
const PLAIN_TEXT = { rows: 4, columns: 3, density: 0.65, full: 0.7, prose: 0.15, running: 0.25 };

/** Properties that distinguish tables from prose in columns, lists, charts and diagrams. */
export interface Signs {
  readonly rows: number;
  readonly columns: number;
  /** Share of the cells with text, in rows with more than a label. */
  readonly density: number;
  /** Share of the rows with more than one text. */
  readonly full: number;
  /** Share of the texts right of the first column that are numbers. */
  readonly numbers: number;
  /** Number of columns of numbers after the first. */
  readonly values: number;
  /** Whether the header has words over columns after the first. */
  readonly isHeaded: boolean;
  /** Share of the texts that are as long as a line of prose. */
  readonly prose: number;
  /** Share of the rows that read like a sentence: many words, and few texts that begin with a capital or a digit. */
  readonly running: number;
  /** Whether any text has two letters. */
  readonly hasWords: boolean;
  /** Whether the first column is an axis: numbers at equal steps. */
  readonly isAxis: boolean;
  /** Whether it is a table of contents or an index: texts with numbers of pages. */
  readonly isList: boolean;
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
function isContentsOf(rows: readonly (readonly PageCell[])[], values: readonly number[]): boolean {
  const isRising = (column: number): boolean => {
    const texts = rows.map((row) => plainDigits(row[column]?.text ?? '')).filter((text) => text !== '');
    const pages = texts.filter((text) => /^\d{1,4}$/.test(text)).map(Number);
    return pages.length >= MIN_PAGES && pages.every((page, index) => page >= (pages[index - 1] ?? 0));
  };
  return values.length > 0 && values.every(isRising);
}

const INDEXED = /,\s*\d+$/;

/** Approximate number of words of a text, also in scripts without spaces. */
const lengthOf = (text: string): number =>
  text.split(' ').length +
  (text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0) / CHARACTERS_PER_WORD;

function isRunning(row: readonly PageCell[]): boolean {
  const words = row.reduce((sum, { text }) => sum + lengthOf(text), 0);
  return (
    words >= PROSE_WORDS &&
    row.filter(({ text }) => /^[\p{Ll}(]/u.test(text)).length > RUNNING_TEXTS * row.length
  );
}

/** Computes the signs of rows. */
export function signsOf(rows: readonly (readonly PageCell[])[], headerRows: number): Signs {
  const columns = maxOf(
    rows.map((row) => row.reduce((sum, cell) => sum + (cell.columnSpan ?? 1), 0)),
    0,
  );
  const held = rows.map((row) => row.filter((cell) => cell.text !== ''));
  const body = rows.slice(headerRows);
  const wide = held.filter((row) => row.length > 1);
  const covered = wide.flat().reduce((sum, cell) => sum + (cell.columnSpan ?? 1), 0);
  const values = numericColumns(body);
  const others = body.flatMap((row) => row.slice(1)).filter((cell) => cell.text !== '');
  const texts = held.flat().map((cell) => cell.text);
  const labels = body.map((row) => row[0]?.text ?? '').filter((text) => text !== '');
  return {
    rows: rows.length,
    columns,
    density: covered / Math.max(1, wide.length * columns),
    full: wide.length / Math.max(1, rows.length),
    numbers: others.filter((cell) => isNumeric(cell.text)).length / Math.max(1, others.length),
    values: values.length,
    isHeaded: rows
      .slice(0, headerRows)
      .some((row) => row.slice(1).some(({ text }) => /\p{L}{2}|^\D+$/u.test(text))),
    prose: texts.filter((text) => lengthOf(text) >= PROSE_WORDS).length / Math.max(1, texts.length),
    running: held.filter(isRunning).length / Math.max(1, rows.length),
    hasWords: texts.some((text) => /\p{L}{2}/u.test(text)),
    isAxis: isAxisOf(labels),
    isList:
      isContentsOf(body, values) ||
      texts.filter((text) => /\p{L}/u.test(text) && INDEXED.test(text.slice(-INDEX_END))).length >
        INDEXED_TEXTS * texts.length,
  };
}

/**
 * Whether a grid of rules is a table, and not a chart or a diagram. The rules of a table run along all of it.
 */
export function isRuledTable(signs: Signs, drawn: Lattice['drawn']): boolean {
  const { rows, density, full, hasWords } = signs;
  if (density < RULED.density || full < RULED.full) return false;
  if (drawn.top < RULED.top || drawn.bottom < RULED.bottom || drawn.down < RULED.down) return false;
  // If it is full, rules may be drawn around single rows of one column.
  if (drawn.across < ROWS_DRAWN)
    return (
      hasWords &&
      rows >= PARTLY_DRAWN.rows &&
      density > PARTLY_DRAWN.density &&
      drawn.across > PARTLY_DRAWN.across
    );
  return hasWords || drawn.down > WORDLESS_DOWN;
}

/**
 * Whether text in columns is a table. Rows of numbers nearly always are. Text needs a title or rules (`isMarked`), or so
 * many short cells that it is no prose.
 */
export function isTextTable(signs: Signs, isMarked: boolean): boolean {
  const {
    rows,
    columns,
    density,
    full,
    numbers,
    values,
    prose,
    running,
    hasWords,
    isHeaded,
    isAxis,
    isList,
  } = signs;
  if (!hasWords || rows < 2 || columns < 2 || (isAxis && density < AXIS_DENSITY)) return false;
  if (isList && rows >= LIST.rows && values < LIST.values) return false;
  if (isMarked && numbers >= NUMBERS)
    return density >= MARKED_NUMBERS.density && prose < MARKED_NUMBERS.prose;
  if (isMarked)
    return (
      density >= MARKED_TEXT.density && full >= MARKED_TEXT.full && (prose < MARKED_TEXT.prose || columns > 2)
    );
  if (isList || (columns === 2 && !isHeaded)) return false;
  const least = numbers >= NUMBERS ? PLAIN_NUMBERS : PLAIN_TEXT;
  if (rows < least.rows || density < least.density || full < least.full || prose >= least.prose) return false;
  return numbers >= NUMBERS ? values > 0 : columns >= PLAIN_TEXT.columns && running < PLAIN_TEXT.running;
}
