import { maxOf } from '../../../base/arrays.ts';
import { median } from '../../../base/median.ts';
import { heightOf } from '../../../shared/geometry/box.ts';
import { type Column, columnsOf, columnsUnder, SEGMENT_GAP } from './columns.ts';
import { headerCells } from './header.ts';
import { headerLength } from './header-length.ts';
import { type Line, linesOf, readLines, segmentsOf, toLine } from './lines.ts';
import type { PageCell, PageTable } from './page-table.ts';
import { type GridLine, rowsOfLines } from './rows.ts';
import type { Rule } from './rules.ts';
import type { Word } from './words.ts';

/** What a line has in which column. Words of a piece that reaches over several columns go to the nearest of each. */
export function toGridLine(line: Line, columns: readonly Column[], gap: number): GridLine {
  const pieces = segmentsOf(line, gap);
  const cells = new Map<number, Word[]>();
  const put = (column: number, words: readonly Word[]): void => {
    cells.set(column, [...(cells.get(column) ?? []), ...words]);
  };
  for (const piece of pieces) {
    const [first, last] = columnsUnder(piece, columns);
    // A title that runs over the columns, alone on its line.
    if (first === last || pieces.length === 1) put(first, piece.words);
    else for (const word of piece.words) put(columnsUnder(word, columns)[0], [word]);
  }
  const { top, bottom } = line;
  return { top, bottom, cells: new Map([...cells].map(([column, words]) => [column, toLine(words)])) };
}

/** A row of cells, from the lines it is made of. */
export function toRow(lines: readonly GridLine[], columns: number): PageCell[] {
  return Array.from({ length: columns }, (_, column) => ({
    text: readLines(lines.flatMap(({ cells }) => cells.get(column) ?? [])),
  }));
}

function headerRows(cells: ReturnType<typeof headerCells>, columns: number): PageCell[][] {
  const depth = maxOf(
    cells.map(({ above }) => above + 1),
    0,
  );
  return Array.from({ length: depth }, (_, row) => {
    const starts = new Map(
      cells.filter(({ above }) => depth - 1 - above === row).map((cell) => [cell.first, cell] as const),
    );
    const made: PageCell[] = [];
    for (let column = 0; column < columns; column += 1) {
      const cell = starts.get(column);
      const columnSpan = cell === undefined ? 1 : cell.last - cell.first + 1;
      made.push(columnSpan > 1 ? { text: cell?.text ?? '', columnSpan } : { text: cell?.text ?? '' });
      column += columnSpan - 1;
    }
    return made;
  });
}

// No page is wide enough for more that could be read.
const MOST_COLUMNS = 100;
const MOST_WORDS_A_LINE = 500;

/**
 * The table that words make by the gaps between them; `across` are the lines drawn among them, and `space` is how wide a
 * space between words is, in heights of a line.
 */
export function streamTable(
  words: readonly Word[],
  across: readonly Rule[],
  space: number,
): PageTable | undefined {
  const lines = linesOf(words);
  if (lines.length < 2) return undefined;
  const height = median(lines.map(heightOf));
  const columns = columnsOf(lines);
  if (columns.length < 2 || columns.length > MOST_COLUMNS) return undefined;
  if (lines.some((line) => line.words.length > MOST_WORDS_A_LINE)) return undefined;
  const head = headerLength(lines, columns, across, space);
  const grid = lines.slice(head).map((line) => toGridLine(line, columns, SEGMENT_GAP * height));
  const body = rowsOfLines(grid).map((row) => toRow(row, columns.length));
  const header = headerRows(headerCells(lines.slice(0, head), columns, across, space), columns.length);
  const { left, right, top, bottom } = toLine(words);
  return {
    bbox: { x: left, y: top, width: right - left, height: bottom - top },
    rows: [...header, ...body],
    headerRows: header.length,
  };
}
