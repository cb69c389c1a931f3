import { median } from '../../base/median.ts';
import { heightOf, middleOf } from '../geometry/box.ts';
import { type TableLine, textOf } from './lines.ts';
import { isNumeric } from './words.ts';

// Minimum words of a wrapped text. Single words fill a column of single words without wrapping.
const MIN_WRAPPED_WORDS = 3;
// Minimum share of the column's width that a wrapped line would fill with the next word.
const FULL = 0.92;
// Distances between the middles of two lines, in line heights: closer lines are one row, more distant ones two.
const SAME_ROW = 0.65;
const OTHER_ROW = 1.4;
// Lines closer than this share of the usual pitch belong together.
const TIGHT = 0.87;
// Number of last lines of a row that are compared. Keeps the search linear.
const LINES_BACK = 40;

/** A line of a table, split by column. */
export interface GridLine {
  readonly top: number;
  readonly bottom: number;
  readonly cells: ReadonlyMap<number, TableLine>;
}

const isNumberCell = (cell: TableLine | undefined): boolean => cell !== undefined && isNumeric(textOf(cell));

const count = (text: string, sign: string): number => text.split(sign).length - 1;

/** Returns true if a text ends within brackets that the next closes, or within a word with a hyphen. */
export function isUnfinished(upper: TableLine | undefined, lower: TableLine | undefined): boolean {
  if (upper === undefined || lower === undefined) return false;
  const [above, below] = [textOf(upper), textOf(lower)];
  return (
    (count(above, '(') > count(above, ')') && count(below, ')') > count(below, '(')) ||
    (/\p{L}-$/u.test(above) && /^\p{L}/u.test(below))
  );
}

/** Returns true if a text of a line continues on the next. */
const isCutBefore = (below: GridLine, above: GridLine): boolean =>
  [...below.cells].some(([column, cell]) => isUnfinished(above.cells.get(column), cell));

/** Returns true if a text starts like the continuation of another. */
const goesOn = (line: TableLine): boolean => /^[\p{Ll}(&]/u.test(textOf(line));

/**
 * Groups lines into rows, because cells can wrap. Rows are separated by gaps, or else by where texts start and end. Lists
 * (`isList`) do not wrap.
 */
export function rowsOfLines(lines: readonly GridLine[], isList = false): GridLine[][] {
  const height = median(lines.map(heightOf));
  const widths = new Map<number, number>();
  for (const { cells } of lines) {
    for (const [column, { left, right }] of cells) {
      widths.set(column, Math.max(widths.get(column) ?? 0, right - left));
    }
  }
  const isFull = ({ cells }: GridLine): boolean => cells.size >= 2;
  const distance = (index: number): number => {
    const [above, below] = [lines[index - 1], lines[index]];
    return above === undefined || below === undefined ? Infinity : middleOf(below) - middleOf(above);
  };
  const pitches = lines.flatMap((line, index) => {
    const above = lines[index - 1];
    return above !== undefined && isFull(line) && isFull(above) && !isCutBefore(line, above)
      ? [distance(index)]
      : [];
  });
  const pitch = pitches.length > 0 ? median(pitches) : Infinity;
  const rows: GridLine[][] = [];
  for (const [index, line] of lines.entries()) {
    const row = rows.at(-1);
    const above = row?.at(-1);
    if (row === undefined || above === undefined || !joins(row, above, line, distance(index)))
      rows.push([line]);
    else row.push(line);
  }
  return rows;

  /** Returns true if a text continues on the next line because its column is full. */
  function isForced(upper: TableLine | undefined, lower: TableLine | undefined, column: number): boolean {
    const word = lower?.words[0];
    if (upper === undefined || word === undefined || upper.words.length < MIN_WRAPPED_WORDS) return false;
    return upper.right - upper.left + word.right - word.left > FULL * (widths.get(column) ?? 0);
  }

  function joins(row: readonly GridLine[], above: GridLine, line: GridLine, gap: number): boolean {
    if (gap < SAME_ROW * height) return true;
    if (gap > OTHER_ROW * height) return false;
    if (isCutBefore(line, above)) return true;
    const isTight = gap < TIGHT * pitch && pitch !== Infinity;
    const columns = [...line.cells.keys()];
    const label = line.cells.get(0);
    const labelAbove = above.cells.get(0);
    const hasNumber = [...line.cells].some(([column, cell]) => column > 0 && isNumberCell(cell));
    if (line.cells.size === 1 && label !== undefined) {
      return labelAbove !== undefined && !isNumberCell(label) && (isTight || goesOn(label));
    }
    const taken = new Set(row.slice(-LINES_BACK).flatMap((each) => [...each.cells.keys()]));
    // No text starts on this line, and the line above had no room for it.
    const continues = [...line.cells.values()].every(goesOn);
    const isCut = columns.some((column) => isForced(above.cells.get(column), line.cells.get(column), column));
    if (!isList && line.cells.size > 1 && continues && isCut && columns.every((column) => taken.has(column)))
      return true;
    if (label === undefined) {
      return !hasNumber && columns.every((column) => taken.has(column));
    }
    return !hasNumber && isTight && columns.every((column) => taken.has(column));
  }
}
