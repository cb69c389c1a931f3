import { type Edges, heightOf, unionOf } from '../geometry/box.ts';
import type { Line } from './lines.ts';
import { isProse, piecesOf } from './region.ts';
import { isCaption, isTableTitle } from './titles.ts';

// Line heights from the first line of a title to its table, and from one row to the next.
const TITLE_GAP = 4;
const ROW_GAP = 1.8;
// Lines in several pieces, at least, and their share of the lines.
const MIN_ROWS = 3;
const ROWS = 0.6;
// Words of a line of text, and share of the rows that end with one that begins in lower case.
const RUNNING_WORDS = 5;
const RUNNING = 0.3;
// Points by which the lines of a wrapped text begin apart.
const ALIGNED = 2;

/** Whether a line goes on with a text right of the first column. */
const continues = (line: Line, starts: readonly number[]): boolean =>
  starts.some((left) => Math.abs(left - line.left) < ALIGNED);

/** The lines of the table below a title: rows, and the wrapped lines of their texts. Ends at prose or white space. */
function tableUnder(
  lines: readonly Line[],
  title: number,
): { readonly lines: Line[]; readonly rows: number } {
  const found: Line[] = [];
  const starts: number[] = [];
  let rows = 0;
  let end = 0;
  let above = lines[title];
  for (let at = title + 1; above !== undefined; at += 1) {
    const line = lines[at];
    if (line === undefined || isCaption(line)) break;
    const isFirst = found.length === 0;
    if ((line.top - above.bottom) / heightOf(line) > (isFirst ? TITLE_GAP : ROW_GAP)) break;
    const [, ...pieces] = piecesOf(line);
    // The lines of a title after its first.
    if (isFirst && pieces.length === 0) continue;
    above = line;
    if (pieces.length > 0) {
      for (const piece of pieces) if (!continues(piece, starts)) starts.push(piece.left);
      found.push(line);
      rows += 1;
      end = found.length;
    } else if (continues(line, starts)) {
      found.push(line);
      end = found.length;
    } else if (isProse(line, line)) break;
    else found.push(line);
  }
  return { lines: found.slice(0, end), rows };
}

/** Whether the last pieces of the rows read on from line to line: they are the text of the next column of the page. */
function runOn(lines: readonly Line[]): boolean {
  const last = lines
    .map((line) => piecesOf(line))
    .flatMap((pieces) => (pieces.length > 1 ? pieces.slice(-1) : []));
  const running = last.filter(
    ({ words }) => words.length >= RUNNING_WORDS && /^\p{Ll}/u.test(words[0]?.text ?? ''),
  );
  return running.length > RUNNING * last.length;
}

/** Finds the regions below titles of tables whose lines are in columns. */
export function titleSeeds(lines: readonly Line[]): Edges[] {
  return lines.flatMap((line, index) => {
    if (!isTableTitle(line)) return [];
    const table = tableUnder(lines, index);
    return table.rows >= MIN_ROWS && table.rows >= ROWS * table.lines.length && !runOn(table.lines)
      ? [unionOf(table.lines)]
      : [];
  });
}
