import { type Edges, heightOf, unionOf } from '../geometry/box.ts';
import type { TableLine } from './lines.ts';
import { isProse, piecesOf } from './region.ts';
import { isCaption, isTableTitle } from './titles.ts';

// Maximum white space below the lines of a title, and between two rows, in line heights.
const TITLE_GAP = 4;
const ROW_GAP = 1.8;
// Minimum number of lines in several pieces, and their minimum share of all lines. Below a title, wrapped lines count as well.
const MIN_ROWS = 3;
const ROWS = 0.6;
// Minimum words of a piece of running text, and the share of rows ending in one above which the region is not a table.
const RUNNING_WORDS = 5;
const RUNNING = 0.3;
// Maximum difference in points between the starts of the lines of a wrapped text.
const ALIGNED = 2;

/** Returns true if a line starts where a text right of the first column starts. */
const continues = (line: TableLine, starts: readonly number[]): boolean =>
  starts.some((left) => Math.abs(left - line.left) < ALIGNED);

/** Returns the lines of a table from one on, below its title if it has one: rows and wrapped lines. Stops at prose or white space. */
function tableFrom(
  lines: readonly TableLine[],
  from: number,
  title?: TableLine,
): { readonly lines: TableLine[]; readonly rows: number; readonly wrapped: number } {
  const found: TableLine[] = [];
  const starts: number[] = [];
  let rows = 0;
  let wrapped = 0;
  let end = 0;
  let above = title;
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at];
    if (line === undefined || isCaption(line)) break;
    const isFirst = found.length === 0;
    const gap = above === undefined ? 0 : (line.top - above.bottom) / heightOf(line);
    if (gap > (isFirst ? TITLE_GAP : ROW_GAP)) break;
    const [, ...pieces] = piecesOf(line);
    // Further lines of the title.
    if (isFirst && pieces.length === 0) continue;
    above = line;
    if (pieces.length > 0) {
      for (const piece of pieces) if (!continues(piece, starts)) starts.push(piece.left);
      found.push(line);
      rows += 1;
      end = found.length;
    } else if (continues(line, starts)) {
      found.push(line);
      wrapped += 1;
      end = found.length;
    } else if (isProse(line, line)) break;
    else found.push(line);
  }
  return { lines: found.slice(0, end), rows, wrapped };
}

/** Returns true if the last pieces of the rows are running text: that of the page's next column. */
function runOn(lines: readonly TableLine[]): boolean {
  const last = lines
    .map((line) => piecesOf(line))
    .flatMap((pieces) => (pieces.length > 1 ? pieces.slice(-1) : []));
  const running = last.filter(
    ({ words }) => words.length >= RUNNING_WORDS && /^\p{Ll}/u.test(words[0]?.text ?? ''),
  );
  return running.length > RUNNING * last.length;
}

const isTable = ({ lines, rows }: ReturnType<typeof tableFrom>, inColumns = rows): boolean =>
  rows >= MIN_ROWS && inColumns >= ROWS * lines.length && !runOn(lines);

/** Finds regions below table titles whose lines are in columns. */
export const titleSeeds = (lines: readonly TableLine[]): Edges[] =>
  lines.flatMap((line, index) => {
    if (!isTableTitle(line)) return [];
    const table = tableFrom(lines, index + 1, line);
    return isTable(table, table.rows + table.wrapped) ? [unionOf(table.lines)] : [];
  });

/** Returns true for a line in several pieces that are not all running text, as those of columns of prose are. */
const isRow = (line: TableLine): boolean => {
  const pieces = piecesOf(line);
  return pieces.length > 1 && pieces.some(({ words }) => words.length < RUNNING_WORDS);
};

/** Returns true if texts of most rows start below each other. */
function areAligned(rows: readonly TableLine[]): boolean {
  const starts = rows.map((row) =>
    piecesOf(row)
      .slice(1)
      .map(({ left }) => left),
  );
  const counts = new Map<number, number>();
  const placeOf = (left: number): number => Math.round(left / ALIGNED);
  for (const row of starts)
    for (const place of new Set(row.map(placeOf))) counts.set(place, (counts.get(place) ?? 0) + 1);
  const isShared = (left: number): boolean =>
    [-1, 0, 1].reduce((sum, step) => sum + (counts.get(placeOf(left) + step) ?? 0), 0) > 1;
  const aligned = starts.filter((row) => row.some(isShared)).length;
  return aligned >= MIN_ROWS && aligned >= ROWS * rows.length;
}

/** Returns true if lines are rows in columns. */
export const areRows = (lines: readonly TableLine[]): boolean => lines.every(isRow) && areAligned(lines);

/** Finds regions whose lines are in columns. */
export function rowSeeds(lines: readonly TableLine[]): Edges[] {
  const seeds: Edges[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    if (line === undefined || !isRow(line)) continue;
    const table = tableFrom(lines, at);
    if (isTable(table) && areAligned(table.lines.filter(isRow))) seeds.push(unionOf(table.lines));
    // None of its lines begins another, so that each is looked at once.
    at += Math.max(0, table.lines.length - 1);
  }
  return seeds;
}
