import { isNumeric } from '../page-tables/words.ts';
import { columnsOf, MIN_LETTERS } from './columns.ts';
import { type Segment, segmentsOf } from './segments.ts';
import { rowsOf } from './text-line.ts';
import type { TextRun } from './text-run.ts';

// Minimum numbers of a line that may be one of a table, as may a line with texts that are apart.
const NUMBERS = 2;
// Lines among which a table has two such lines: texts of its cells may be broken. A header or footer is alone.
const NEAR = 4;

// Maximum share of lines that are shorter than those of prose in one of several columns.
const SHORT_LINES = 0.5;

const isOfTable = (segments: readonly Segment[]): boolean =>
  segments.length > 1 ||
  segments.some(({ text }) => text.split(/\s+/).filter((word) => isNumeric(word)).length >= NUMBERS);

/** Returns true if the texts of a page without drawings are nothing but lines, so that there is neither a table nor a figure to look for. */
export function isProsePage(runs: readonly TextRun[]): boolean {
  const columns = columnsOf(segmentsOf(runs), false);
  return columns.every((column) => {
    // A column of short texts beside another may be one of labels.
    const short = column.filter(({ letters }) => letters < MIN_LETTERS).length;
    if (columns.length > 1 && short > SHORT_LINES * column.length) return false;
    const rows = rowsOf(column);
    const found = rows.flatMap((row, at) => (isOfTable(row) ? [at] : []));
    return found.every((at, index) => index === 0 || at - (found[index - 1] ?? 0) >= NEAR);
  });
}
