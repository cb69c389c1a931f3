import { median } from '../../../base/median.ts';
import { heightOf, middleOf } from '../../../shared/geometry/box.ts';
import { type Line, textOf } from './lines.ts';
import { isNumeric } from './words.ts';

/** A line of a table: what it has in which column. */
export interface GridLine {
  readonly top: number;
  readonly bottom: number;
  readonly cells: ReadonlyMap<number, Line>;
}

const isNumberCell = (cell: Line | undefined): boolean => cell !== undefined && isNumeric(textOf(cell));

// What a wrapped text goes on with, and what one that isn't at its end ends with.
const GOES_ON = /^[\p{Ll}(&]/u;
const NOT_ENDED = /(?:[-–—,/&(]|\b(?:and|or|of|the|in|on|to|for|with|by|from|than|a|an|not|at|as|per))$/i;

const isCued = (above: Line | undefined, below: Line | undefined): boolean =>
  above !== undefined &&
  below !== undefined &&
  (GOES_ON.test(textOf(below)) || NOT_ENDED.test(textOf(above)));

// Single words fill a column of single words without wrapping.
const FEWEST_WRAPPED = 3;
// Lines of a row that are looked back at.
const FAR = 40;

/**
 * Which lines make a row: lines of cells that wrap are put to the row they belong to. The gap between lines tells where
 * rows are set apart, and where they aren't, what the text begins and ends with; the latter not in a list (`isList`).
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
    return above !== undefined && isFull(line) && isFull(above) ? [distance(index)] : [];
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

  /** Whether a text goes on in the next line since its column is no wider. */
  function isForced(upper: Line | undefined, lower: Line | undefined, column: number): boolean {
    const word = lower?.words[0];
    if (upper === undefined || word === undefined || upper.words.length < FEWEST_WRAPPED) return false;
    const width = widths.get(column) ?? 0;
    const filled = upper.right - upper.left;
    return filled > 0.65 * width && filled + 0.25 * height + (word.right - word.left) > 0.92 * width;
  }

  function joins(row: readonly GridLine[], above: GridLine, line: GridLine, gap: number): boolean {
    if (gap < 0.65 * height) return true;
    if (gap > 1.45 * height) return false;
    const isTight = gap < 0.87 * pitch && pitch !== Infinity;
    const columns = [...line.cells.keys()];
    const label = line.cells.get(0);
    const labelAbove = above.cells.get(0);
    const hasNumber = [...line.cells].some(([column, cell]) => column > 0 && isNumberCell(cell));
    if (line.cells.size === 1 && label !== undefined) {
      // What wraps is not set out to the left of where it began.
      if (labelAbove !== undefined && label.left < labelAbove.left - 2) return false;
      return labelAbove !== undefined && !isNumberCell(label) && (isTight || isCued(labelAbove, label));
    }
    const taken = new Set(row.slice(-FAR).flatMap((each) => [...each.cells.keys()]));
    // A line on which nothing begins, under one that had no room for it.
    const goesOn = [...line.cells.values()].every((cell) => GOES_ON.test(textOf(cell)));
    const isCut = columns.some((column) => isForced(above.cells.get(column), line.cells.get(column), column));
    if (!isList && line.cells.size > 1 && goesOn && isCut && columns.every((column) => taken.has(column)))
      return true;
    if (label === undefined) {
      return !hasNumber && columns.every((column) => taken.has(column));
    }
    const isLabelOnly = row.slice(-FAR).every(({ cells }) => cells.size === 1 && cells.has(0));
    // Small letters don't tell: rows of a group often begin with them.
    if (isLabelOnly) return isTight || (labelAbove !== undefined && NOT_ENDED.test(textOf(labelAbove)));
    return !hasNumber && isTight && columns.every((column) => taken.has(column));
  }
}
