import { maxOf } from '../../../base/arrays.ts';
import type { Lattice } from './lattice.ts';
import type { PageCell } from './page-table.ts';
import { isNumeric, plainDigits } from './words.ts';

/** What tells a table from prose in columns, lists, charts and diagrams. */
export interface Signs {
  readonly rows: number;
  readonly columns: number;
  /** Share of the places that hold text, of those rows that hold more than a label. */
  readonly density: number;
  /** Share of the rows that hold more than one text. */
  readonly full: number;
  /** Share of the texts right of the first column that are numbers. */
  readonly numbers: number;
  /** Columns, after the first, of numbers. */
  readonly values: number;
  /** Whether the head has words over columns after the first. */
  readonly isHeaded: boolean;
  /** Share of the texts that are as long as a line of prose. */
  readonly prose: number;
  /** Share of the rows that read on as a sentence does: many words, and few texts with a capital or a figure first. */
  readonly running: number;
  /** Whether any text has two letters. */
  readonly hasWords: boolean;
  /** Whether the first column is an axis: numbers at equal steps. */
  readonly isAxis: boolean;
  /** Whether it is a table of contents or an index: texts with numbers of pages. */
  readonly isList: boolean;
}

// Cells this long are sentences.
const PROSE_WORDS = 7;

function isAxisOf(labels: readonly string[]): boolean {
  const values = labels.map((label) => Number(label.replaceAll(/[,$%\s]/g, '')));
  const steps = values.slice(1).map((value, index) => value - (values[index] ?? 0));
  const first = steps[0] ?? 0;
  // Values go up an axis, so down the page they fall; what is set at the other axis follows.
  const equal = steps.filter((step) => step < 0 && Math.abs(step - first) < 1e-6 * Math.abs(first) + 1e-9);
  return equal.length >= 2 && equal.length >= 0.7 * steps.length;
}

/** Columns after the first that hold nothing but numbers. */
function numericColumns(rows: readonly (readonly PageCell[])[]): number[] {
  const width = maxOf(
    rows.map((row) => row.length),
    0,
  );
  return Array.from({ length: width }, (_, column) => column)
    .slice(1)
    .filter((column) => {
      const texts = rows.map((row) => row[column]?.text ?? '').filter((text) => text !== '');
      return texts.length > 1 && texts.filter(isNumeric).length > 0.7 * texts.length;
    });
}

/** A table of contents: labels, and numbers of pages that only rise. */
function isContentsOf(rows: readonly (readonly PageCell[])[], values: readonly number[]): boolean {
  const isRising = (column: number): boolean => {
    const texts = rows.map((row) => plainDigits(row[column]?.text ?? '')).filter((text) => text !== '');
    const pages = texts.filter((text) => /^\d{1,4}$/.test(text)).map(Number);
    return pages.length >= 4 && pages.every((page, index) => page >= (pages[index - 1] ?? 0));
  };
  return values.length > 0 && values.every(isRising);
}

const INDEXED = /,\s*\d+$/;

/** About how many words a text has; letters of scripts without spaces count for a third. */
const lengthOf = (text: string): number =>
  text.split(' ').length + (text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0) / 3;

function isRunning(row: readonly PageCell[]): boolean {
  const words = row.reduce((sum, { text }) => sum + lengthOf(text), 0);
  return words >= PROSE_WORDS && row.filter(({ text }) => /^[\p{Ll}(]/u.test(text)).length > 0.6 * row.length;
}

/** What tells a table from what only looks like one, from its rows. */
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
      texts.filter((text) => /\p{L}/u.test(text) && INDEXED.test(text.slice(-12))).length >
        0.4 * texts.length,
  };
}

/**
 * Whether a grid of drawn lines holds a table, and not a chart or a diagram: lines of a table run along all of it.
 * `drawn` is how much of it they cover.
 */
export function isRuledTable(signs: Signs, drawn: Lattice['drawn']): boolean {
  const { rows, density, full, hasWords } = signs;
  if (density < 0.3 || full < 0.34 || drawn.top < 0.65 || drawn.bottom < 0.65 || drawn.down < 0.25)
    return false;
  // Where it is full, lines may be drawn around single rows of one column.
  if (drawn.across < 0.68) return hasWords && rows > 4 && density > 0.85 && drawn.across > 0.35;
  return hasWords || drawn.down > 0.8;
}

/**
 * Whether text in columns is a table. Rows of numbers nearly always are; text needs a title or lines drawn around it
 * (`isMarked`), or so many short cells that it is no prose.
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
  if (!hasWords || rows < 2 || columns < 2 || (isAxis && density < 0.7)) return false;
  if (isList && rows >= 6 && values < 3) return false;
  if (isMarked && numbers >= 0.4) return density >= 0.42 && prose < 0.4;
  if (isMarked) return density >= 0.5 && full >= 0.5 && (prose < 0.55 || columns > 2);
  if (isList || (columns === 2 && !isHeaded)) return false;
  if (numbers >= 0.4) return values > 0 && density >= 0.5 && full >= 0.5 && prose < 0.3 && rows > 2;
  return rows >= 4 && columns >= 3 && density >= 0.65 && full >= 0.7 && prose < 0.15 && running < 0.25;
}
