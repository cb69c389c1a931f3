import { maxOf } from '../../base/arrays.ts';
import { median } from '../../base/median.ts';
import { heightOf, unionOf } from '../geometry/box.ts';
import { type Column, columnsOf, columnsUnder, SEGMENT_GAP } from './columns.ts';
import { headerCells } from './header.ts';
import { headingsOf } from './header-columns.ts';
import { headerLength } from './header-length.ts';
import { joinByHeading } from './heading-columns.ts';
import { contentOf, linesOf, segmentsOf, type TableLine, toLine } from './lines.ts';
import type { PageCell, PageTable } from './page-table.ts';
import { type GridLine, rowsOfLines } from './rows.ts';
import type { Rule } from './rules.ts';
import type { Word } from './words.ts';

// Maximum columns of a table and words of a line; no readable page has more.
const MAX_COLUMNS = 100;
const MAX_LINE_WORDS = 500;

/** Splits a line by column. Each word of a piece across several columns is assigned to the nearest column. */
function toGridLine(line: TableLine, columns: readonly Column[], gap: number): GridLine {
  const pieces = segmentsOf(line, gap);
  const cells = new Map<number, Word[]>();
  const put = (column: number, words: readonly Word[]): void => {
    cells.set(column, [...(cells.get(column) ?? []), ...words]);
  };
  for (const piece of pieces) {
    const [first, last] = columnsUnder(piece, columns);
    // A piece alone on its line is a title across the columns.
    if (first === last || pieces.length === 1) put(first, piece.words);
    else for (const word of piece.words) put(columnsUnder(word, columns)[0], [word]);
  }
  const { top, bottom } = line;
  return { top, bottom, cells: new Map([...cells].map(([column, words]) => [column, toLine(words)])) };
}

/** Creates a row of cells from its lines. */
function toRow(lines: readonly GridLine[], columns: number): PageCell[] {
  return Array.from({ length: columns }, (_, column) =>
    contentOf(lines.flatMap(({ cells }) => cells.get(column) ?? [])),
  );
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
      const content = contentOf(cell?.lines ?? []);
      made.push(columnSpan > 1 ? { ...content, columnSpan } : content);
      column += columnSpan - 1;
    }
    return made;
  });
}

/**
 * Finds a table by the gaps between words.
 *
 * @param across horizontal rules among the words
 */
export function streamTable(words: readonly Word[], across: readonly Rule[]): PageTable | undefined {
  const lines = linesOf(words);
  if (lines.length < 2) return undefined;
  const height = median(lines.map(heightOf));
  const parts = columnsOf(lines);
  if (parts.length < 2 || parts.length > MAX_COLUMNS) return undefined;
  if (lines.some((line) => line.words.length > MAX_LINE_WORDS)) return undefined;
  const headerLines = headerLength(lines, parts, across);
  const headings = lines.slice(0, headerLines).flatMap((line) => headingsOf(line, parts, height));
  const columns = joinByHeading(parts, headings, lines.slice(headerLines));
  if (columns.length < 2) return undefined;
  const grid = lines.slice(headerLines).map((line) => toGridLine(line, columns, SEGMENT_GAP * height));
  const body = rowsOfLines(grid).map((row) => toRow(row, columns.length));
  const header = headerRows(headerCells(lines.slice(0, headerLines), columns, across), columns.length);
  const { left, right, top, bottom } = unionOf(words.map((word) => word.source ?? word));
  return {
    bbox: { x: left, y: top, width: right - left, height: bottom - top },
    rows: [...header, ...body],
    headerRows: header.length,
  };
}
