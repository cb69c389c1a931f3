import type { PageCell } from './page-table.ts';
import { isNumeric } from './words.ts';

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
  /** Share of the texts that are as long as a line of prose. */
  readonly prose: number;
  /** Whether any text has two letters. */
  readonly hasWords: boolean;
  /** Whether the first column is an axis: numbers at equal steps. */
  readonly isAxis: boolean;
}

// Cells this long are sentences.
const PROSE_WORDS = 7;

function isAxisOf(labels: readonly string[]): boolean {
  const values = labels.map((label) => Number(label.replaceAll(/[,$%\s]/g, '')));
  if (values.length < 3 || values.some(Number.isNaN)) return false;
  const steps = values.slice(1).map((value, index) => value - (values[index] ?? 0));
  // Values go up an axis, so down the page they fall.
  return steps.every((step) => step < 0 && Math.abs(step - (steps[0] ?? 0)) < 1e-6 * Math.abs(step) + 1e-9);
}

/** What tells a table from what only looks like one, from its rows. */
export function signsOf(rows: readonly (readonly PageCell[])[], headerRows: number): Signs {
  const columns = Math.max(
    0,
    ...rows.map((row) => row.reduce((sum, cell) => sum + (cell.columnSpan ?? 1), 0)),
  );
  const held = rows.map((row) => row.filter((cell) => cell.text !== ''));
  const body = rows.slice(headerRows);
  const wide = held.filter((row) => row.length > 1);
  const covered = wide.flat().reduce((sum, cell) => sum + (cell.columnSpan ?? 1), 0);
  const values = body.flatMap((row) => row.slice(1)).filter((cell) => cell.text !== '');
  const texts = held.flat().map((cell) => cell.text);
  const labels = body.map((row) => row[0]?.text ?? '').filter((text) => text !== '');
  return {
    rows: rows.length,
    columns,
    density: covered / Math.max(1, wide.length * columns),
    full: wide.length / Math.max(1, rows.length),
    numbers: values.filter((cell) => isNumeric(cell.text)).length / Math.max(1, values.length),
    prose: texts.filter((text) => text.split(' ').length >= PROSE_WORDS).length / Math.max(1, texts.length),
    hasWords: texts.some((text) => /\p{L}{2}/u.test(text)),
    isAxis: isAxisOf(labels),
  };
}

/** Whether a grid of drawn lines holds a table, and not a chart or a diagram. */
export function isRuledTable({ density, full, hasWords }: Signs): boolean {
  return hasWords && density >= 0.3 && full >= 0.34;
}

/**
 * Whether text in columns is a table. Rows of numbers nearly always are; text needs a title or lines drawn around it
 * (`isMarked`), or so many short cells that it is no prose.
 */
export function isTextTable(signs: Signs, isMarked: boolean): boolean {
  const { rows, columns, density, full, numbers, prose, hasWords, isAxis } = signs;
  if (!hasWords || rows < 2 || columns < 2 || (isAxis && density < 0.7)) return false;
  if (numbers >= 0.4) return density >= 0.42 && prose < 0.4 && (rows > 2 || isMarked);
  if (isMarked) return density >= 0.5 && full >= 0.5 && (prose < 0.55 || columns > 2);
  return rows >= 4 && columns >= 3 && density >= 0.65 && full >= 0.7 && prose < 0.15;
}
