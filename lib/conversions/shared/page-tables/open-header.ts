import { centerOf, heightOf } from '../geometry/box.ts';
import { indexIn, range } from './fill-lattice.ts';
import { isData } from './header-rows.ts';
import type { Lattice, LatticeCell } from './lattice.ts';
import { linesOf, type TableLine, textOf, wordsIn } from './lines.ts';
import { isProse, piecesOf } from './region.ts';
import { ALIGNED_ENDS, isAsLong, MAX_HEADER_HEIGHT, type Rules } from './rules.ts';
import { covers } from './shaded-rows.ts';
import { isCaption } from './titles.ts';
import type { Word } from './words.ts';

// Maximum gap between a grid and the header above it, in line heights.
const MAX_GAP = 1;
// Minimum share of the columns with a heading.
const HEADINGS = 0.6;

/** The columns under a piece of a line; the end is exclusive. */
type Columns = readonly [column: number, endColumn: number];

/** A row above a grid, from its lowest line. */
interface OpenRow {
  top: number;
  columns: Columns[];
}

/** Joins ranges of columns that overlap. */
function joinRanges(ranges: readonly Columns[]): Columns[] {
  const joined: Columns[] = [];
  for (const [column, endColumn] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last !== undefined && column < last[1])
      joined[joined.length - 1] = [last[0], Math.max(last[1], endColumn)];
    else joined.push([column, endColumn]);
  }
  return joined;
}

/**
 * Extends a grid by the header above it that no rules down divide: rows of headings, and titles between two rules. The first row of
 * the grid has data then, or a rule as long as the grid's is above the headings.
 */
export function withOpenHeader(lattice: Lattice, words: readonly Word[], { across, drawn }: Rules): Lattice {
  const { xs, ys, cells } = lattice;
  const [left = 0, right = 0, top = 0] = [xs[0], xs.at(-1), ys[0]];
  // Shading ends amid a table.
  if (!covers(drawn, top, left, right)) return lattice;
  const columns = xs.length - 1;
  const above = linesOf(wordsIn(words, { left, right, top: top - MAX_HEADER_HEIGHT, bottom: top }));
  const first = wordsIn(words, { left, right, top, bottom: ys[1] ?? top });
  const hasData = first.some((word) => indexIn(xs, centerOf(word)) > 0 && isData(word.text));
  const isRuled = ({ top: edge, bottom }: TableLine): boolean =>
    across.some(
      (rule) =>
        rule.at > edge - (bottom - edge) &&
        rule.at < edge + ALIGNED_ENDS / 2 &&
        isAsLong(rule, { from: left, to: right }),
    );
  const isHeading = (piece: TableLine): boolean => !isData(textOf(piece)) && !textOf(piece).endsWith(':');
  const rows: OpenRow[] = [];
  let accepted = 0;
  let at = top;
  let isOpen = false;
  for (const line of above.toReversed()) {
    if (
      at - line.bottom > MAX_GAP * heightOf(line) ||
      isCaption(line) ||
      isProse(line, { left, right, top, bottom: top })
    )
      break;
    const pieces = piecesOf(line);
    const under = pieces.map(
      (piece): Columns => [
        indexIn(xs, Math.max(left, piece.left)),
        indexIn(xs, Math.min(right, piece.right)) + 1,
      ],
    );
    const isApart = under.every(([column], index) => index === 0 || column >= (under[index - 1]?.[1] ?? 0));
    const isRow = pieces.length >= Math.max(2, HEADINGS * columns) && isApart && pieces.every(isHeading);
    if (!isRow && !isOpen && !isRuled(line)) break;
    at = line.top;
    const row = rows.at(-1);
    if (row !== undefined && isOpen)
      Object.assign(row, { top: at, columns: joinRanges([...row.columns, ...under]) });
    else rows.push({ top: at, columns: pieces.length === 1 ? [[0, columns]] : joinRanges(under) });
    isOpen = isRow && !isRuled(line);
    if (isRow && (hasData || isRuled(line))) accepted = rows.length;
    if (isRow && isRuled(line)) break;
  }
  const taken = rows.slice(0, accepted).toReversed();
  if (taken.length === 0) return lattice;
  return {
    ...lattice,
    ys: [...taken.map((row) => row.top - 1), ...ys],
    cells: [
      ...taken.flatMap((row, index) => {
        const free = range(0, columns).filter(
          (column) => !row.columns.some(([from, end]) => column >= from && column < end),
        );
        return [...row.columns, ...free.map((column): Columns => [column, column + 1])].map(
          ([column, endColumn]): LatticeCell => ({ row: index, endRow: index + 1, column, endColumn }),
        );
      }),
      ...cells.map((cell) => ({ ...cell, row: cell.row + taken.length, endRow: cell.endRow + taken.length })),
    ],
  };
}
