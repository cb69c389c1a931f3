import { maxOf } from '../../base/arrays.ts';
import type { PageCell } from './page-table.ts';
import { isNumeric, plainDigits } from './words.ts';

// Minimum words of a cell of prose.
const PROSE_WORDS = 7;
// Characters that count as a word in scripts without spaces.
const CHARACTERS_PER_WORD = 3;
// Minimum equal steps of an axis, and their maximum difference, as a share of a step.
const MIN_STEPS = 2;
const STEP_ERROR = 1e-6;
// Minimum share of equal steps of an axis, and of numbers in a column of values.
const MOST = 0.7;
// Minimum page numbers of a table of contents.
const MIN_PAGES = 4;
// Minimum share of texts that end with a page number in an index.
const INDEXED_TEXTS = 0.4;
// Further rows and columns are no further evidence.
const MANY_ROWS = 10;
const MANY_COLUMNS = 6;

/** Surroundings of a candidate's cells. */
export interface Surroundings {
  /** 1 if a table title is above it. */
  readonly titled: number;
  /** 1 if the title of a figure or of a part is above it. */
  readonly otherTitle: number;
  /** 1 if rules are above and below it. */
  readonly framed: number;
  /** 1 if its cells are those of a grid of rules. */
  readonly grid: number;
  /** Share of the edges of the grid's columns that rules cover; 0 without a grid. */
  readonly drawnDown: number;
}

/** Features that distinguish tables from prose in columns, lists, charts and diagrams. Each is from 0 to 1. */
export interface TableFeatures extends Surroundings {
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
  /** `prose` if there is neither a title nor a rule, else 0. */
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
  // Values decrease down the page, because an axis points up. Labels of the other axis follow.
  const equal = steps.filter((step) => step < 0 && Math.abs(step - first) < -STEP_ERROR * first);
  return equal.length >= MIN_STEPS && equal.length >= MOST * steps.length;
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
      return texts.length > 1 && texts.filter(isNumeric).length > MOST * texts.length;
    });
}

// The heading over the page numbers of a table of contents.
const PAGE_HEADING =
  /^(?:pages?|seiten?|p\.|pág\.?|páginas?|pagin[ae]|str\.?|strona|sida|side|页码?|頁|ページ)$/iu;

/**
 * Returns true for a table of contents: labels and one column of page numbers, which never decrease and have no heading other
 * than a word for pages.
 */
function isContentsOf(rows: readonly (readonly PageCell[])[], headerRows: number): boolean {
  const body = rows.slice(headerRows);
  const [column, ...others] = numericColumns(body);
  if (column === undefined || others.length > 0) return false;
  const headings = rows.slice(0, headerRows).map((row) => row[column]?.text ?? '');
  if (headings.some((text) => /\p{L}/u.test(text) && !PAGE_HEADING.test(text))) return false;
  const texts = body.map((row) => plainDigits(row[column]?.text ?? ''));
  const pages = texts.filter((text) => /^\d{1,4}$/.test(text)).map(Number);
  return pages.length >= MIN_PAGES && pages.every((page, index) => page >= (pages[index - 1] ?? 0));
}

const MARKER = /^(?:[^\p{L}\p{N}]|\(?(?:\d{1,3}|\p{L}|[ivx]{2,5})[.)])$/u;

const INDEXED = /,\s*\d+$/;

/** Approximate number of words of a text, also in scripts without spaces. */
const lengthOf = (text: string): number =>
  text.split(' ').length +
  (text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0) / CHARACTERS_PER_WORD;

const shareOf = (count: number, all: number): number => count / Math.max(1, all);

/** Computes the features of a candidate. */
export function tableFeatures(
  rows: readonly (readonly PageCell[])[],
  headerRows: number,
  surroundings: Surroundings,
): TableFeatures {
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
  const indexed = texts.filter((text) => /\p{L}/u.test(text) && INDEXED.test(text)).length;
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
    pageNumbers: Number(
      (surroundings.drawnDown === 0 && isContentsOf(rows, headerRows)) ||
        indexed > INDEXED_TEXTS * texts.length,
    ),
  };
}
