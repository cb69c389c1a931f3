import { type Edges, edgesOf, sharedWidth, unionOf } from '../geometry/box.ts';
import { contentOf, linesOf, segmentsOf, type TableLine } from '../page-tables/lines.ts';
import { wordsOfPage } from '../page-tables/words.ts';
import { columnsOfRows } from './joined-tables.ts';
import { runsBesideTables } from './segments.ts';
import type { SourceCell, SourcePage, SourceTable } from './text-run.ts';

// Rows of a table that are alone on their page are too few to be found as one: they are those that fit the table that ends the page before.

// Share of a page's height at its top and bottom that may have headers and footers.
const MARGIN = 0.13;
// Minimum gap between cells, in line heights.
const CELL_GAP = 0.7;
// Maximum points by which texts of a column are out of line.
const ALIGNED = 2;

/** Returns the column that a text is aligned with and that no other text of the table extends into. */
function columnOf(text: Edges, columns: readonly (Edges | undefined)[]): number {
  const shared = columns.flatMap((column, at) =>
    column !== undefined && sharedWidth(column, text) > 0 ? [{ column, at }] : [],
  );
  const [only] = shared;
  if (only === undefined || shared.length > 1) return -1;
  const { column, at } = only;
  const isAligned =
    Math.abs(column.left - text.left) <= ALIGNED ||
    Math.abs(column.right - text.right) <= ALIGNED ||
    Math.abs(column.left + column.right - text.left - text.right) <= 2 * ALIGNED;
  return isAligned ? at : -1;
}

/** Returns the cells of a line; undefined if it is not a row of a table with these columns. */
function cellsOf(line: TableLine, columns: readonly (Edges | undefined)[]): SourceCell[] | undefined {
  const texts = segmentsOf(line, CELL_GAP * (line.bottom - line.top));
  const placed = texts.map((text) => columnOf(text, columns));
  if (texts.length < 2 || placed.includes(-1) || new Set(placed).size < texts.length) return undefined;
  return columns.map((_, at) => {
    const text = texts[placed.indexOf(at)];
    return text === undefined ? { text: '' } : contentOf([text]);
  });
}

/** Returns the table that ends a page. */
function lastTable({ tables, runs, height }: SourcePage): SourceTable | undefined {
  const bottom = ({ bbox }: SourceTable): number => bbox.y + bbox.height;
  const last = tables.toSorted((one, other) => bottom(one) - bottom(other)).at(-1);
  if (last === undefined) return undefined;
  const isBelow = runs.some((run) => run.y > bottom(last) && run.y + run.height < height * (1 - MARGIN));
  return isBelow ? undefined : last;
}

/** Returns the rows at the top of a page that continue a table of the page before, below what both pages have at one height. */
function rowsOnTop(page: SourcePage, before: SourcePage, table: SourceTable): SourceTable | undefined {
  const columns = columnsOfRows(table.rows);
  const running = runsBesideTables(before).filter(({ y }) => y < page.height * MARGIN);
  const runs = runsBesideTables(page).filter(
    (run) => !running.some(({ y }) => Math.abs(y - run.y) < ALIGNED),
  );
  const lines = linesOf(wordsOfPage({ ...page, runs, drawings: [], proposals: [] }));
  const placed = lines.map((line) => ({ line, cells: cellsOf(line, columns) }));
  const first = placed.findIndex(
    ({ line, cells }) => cells !== undefined || line.bottom > page.height * MARGIN,
  );
  const rest = placed.slice(Math.max(0, first));
  const end = rest.findIndex(({ cells }) => cells === undefined);
  const rows = rest.slice(0, end < 0 ? undefined : end);
  if (rows.length === 0) return undefined;
  const { left, right, top, bottom } = unionOf(rows.map(({ line }) => line));
  const box = edgesOf(table.bbox);
  const x = Math.min(left, box.left);
  return {
    bbox: { x, y: top, width: Math.max(right, box.right) - x, height: bottom - top },
    rows: rows.flatMap(({ cells }) => (cells === undefined ? [] : [cells])),
    headerRows: 0,
  };
}

/** Adds the rows of tables that are alone on the page after that of their table. */
export const withContinuedRows = (pages: readonly SourcePage[]): SourcePage[] => {
  const done: SourcePage[] = [];
  for (const page of pages) {
    const before = done.at(-1);
    const table = before?.number === page.number - 1 ? lastTable(before) : undefined;
    const rows =
      before === undefined || table === undefined || page.isRecognized
        ? undefined
        : rowsOnTop(page, before, table);
    done.push(rows === undefined ? page : { ...page, tables: [rows, ...page.tables] });
  }
  return done;
};
