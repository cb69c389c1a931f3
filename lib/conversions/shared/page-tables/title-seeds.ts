import { type Edges, heightOf, unionOf } from '../geometry/box.ts';
import type { Line } from './lines.ts';
import { isCaption, isFolio, isNote, isProse, isTableTitle, piecesOf } from './region.ts';

// Line heights from a title to its table, and from one row to the next.
const TITLE_GAP = 2.5;
const ROW_GAP = 1.8;
// Lines of a title after its first, at most.
const MAX_TITLE_LINES = 2;
// Lines of a table, at least, and the share of them that are in several pieces.
const MIN_LINES = 3;
const IN_COLUMNS = 0.6;

/** The lines below a title up to prose, a note or white space. */
function linesUnder(lines: readonly Line[], title: number): Line[] {
  const found: Line[] = [];
  let above = lines[title];
  let extra = 0;
  for (const line of lines.slice(title + 1)) {
    if (above === undefined) break;
    const gap = (line.top - above.bottom) / heightOf(line);
    if (gap > (found.length === 0 ? TITLE_GAP : ROW_GAP) || isCaption(line) || isNote(line) || isFolio(line)) break;
    const isRow = piecesOf(line).length > 1;
    if (found.length === 0 && !isRow) {
      extra += 1;
      if (extra > MAX_TITLE_LINES) break;
    } else if (!isRow && isProse(line, line)) break;
    else found.push(line);
    above = line;
  }
  while (found.length > 0 && piecesOf(found.at(-1) as Line).length < 2) found.pop();
  return found;
}

/** Finds the regions below titles of tables whose lines are in columns. */
export function titleSeeds(lines: readonly Line[]): Edges[] {
  return lines.flatMap((line, index) => {
    if (!isTableTitle(line)) return [];
    const under = linesUnder(lines, index);
    const inColumns = under.filter((each) => piecesOf(each).length > 1);
    return under.length >= MIN_LINES && inColumns.length >= IN_COLUMNS * under.length ? [unionOf(under)] : [];
  });
}
