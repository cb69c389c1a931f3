import type { PageTable } from '../../../shared/page-tables/page-table.ts';
import type { GridCell } from './table-grid.ts';

/** A cell of a tagged table and its text. */
interface TextCell extends GridCell {
  readonly text: string;
}

// What differs between the text of a cell by its tags and by its lines.
const SEAMS = /[\s\u00ad-]+/g;
const plain = ({ text }: { readonly text: string }): string => text.replaceAll(SEAMS, '');

type Spans = Pick<GridCell, 'columnSpan' | 'rowSpan'>;

const statesSpan = ({ columnSpan, rowSpan }: Spans): boolean => columnSpan > 1 || rowSpan > 1;

/** Returns true if rows have different numbers of cells and none states a span: WeasyPrint tags no spans. */
export const lackSpans = (rows: readonly (readonly Spans[])[]): boolean =>
  rows.some((row) => row.length !== rows[0]?.length) && !rows.some((row) => row.some(statesSpan));

/**
 * Returns the cells of a table that states no spans with those of the table on its page that has the same text in each row. Undefined
 * if the page has none.
 */
export function gridOnPage<Cell extends TextCell>(
  tagged: readonly (readonly Cell[])[],
  tables: readonly PageTable[],
  empty: Cell,
): Cell[][] | undefined {
  const filled = tagged.map((row) => row.filter((cell) => plain(cell) !== ''));
  const textOf = (row: readonly { readonly text: string }[]): string =>
    row
      .map(plain)
      .filter((text) => text !== '')
      .join('\n');
  const wanted = filled.map(textOf);
  const found = tables.find(
    ({ rows }) => rows.length === wanted.length && rows.every((row, at) => textOf(row) === wanted[at]),
  );
  return found?.rows.map((row, at) => {
    let next = 0;
    return row.map((cell) => {
      const { columnSpan = 1, rowSpan = 1 } = cell;
      if (plain(cell) === '') return columnSpan + rowSpan > 2 ? { ...empty, columnSpan, rowSpan } : empty;
      const own = filled[at]?.[next] ?? empty;
      next += 1;
      return { ...own, columnSpan, rowSpan };
    });
  });
}
