import { countOf } from '../base/count-of.ts';
import type { Comment } from '../document/document-model.ts';
import { type CellRange, parseRange } from './cell-names.ts';
import { type CellLink, columnCount, type ReadWorkbook, type Sheet, type Span } from './workbook.ts';

/** The positions of some rows or columns, in order, below a limit. */
function positionsIn(spans: readonly Span[] | undefined, limit: number): ReadonlySet<number> {
  const positions = new Set<number>();
  for (const { first, last } of spans ?? [])
    for (let at = Math.max(0, first); at <= last && at < limit; at += 1) positions.add(at);
  return positions;
}

interface HiddenParts {
  readonly rows: ReadonlySet<number>;
  readonly columns: ReadonlySet<number>;
}

const hiddenPartsOf = (sheet: Sheet): HiddenParts => ({
  rows: positionsIn(sheet.hiddenRows, sheet.rows.length),
  columns: positionsIn(sheet.hiddenColumns, columnCount(sheet)),
});

/** Moves positions together after some were left out. Undefined for one that was. */
function shifted(hidden: ReadonlySet<number>, length: number) {
  const kept = Array.from({ length }, (_, at) => at).filter((at) => !hidden.has(at));
  const places = new Map(kept.map((at, place) => [at, place]));
  return {
    kept,
    placeOf: (at: number): number | undefined => (at >= length ? at - hidden.size : places.get(at)),
    /** The range that remains; undefined if nothing does. */
    span: (first: number, last: number): Span | undefined => {
      const end = Math.min(last, length - 1);
      let from = first;
      while (from <= end && hidden.has(from)) from += 1;
      if (from > end) return undefined;
      let to = end;
      while (hidden.has(to)) to -= 1;
      return { first: places.get(from) ?? 0, last: places.get(to) ?? 0 };
    },
  };
}

const isOn = ({ place }: Comment, { rows, columns }: HiddenParts): boolean => {
  const cells = parseRange(place?.cells ?? '');
  return cells !== undefined && (columns.has(cells.firstColumn) || rows.has(cells.firstRow));
};

/** A sheet without its hidden rows and columns. The rest keeps its addresses. */
function withoutHidden(sheet: Sheet): Sheet {
  const hidden = hiddenPartsOf(sheet);
  if (hidden.rows.size === 0 && hidden.columns.size === 0) return sheet;
  const rows = shifted(hidden.rows, sheet.rows.length);
  const columns = shifted(hidden.columns, columnCount(sheet));
  const across = <Item>(items: readonly Item[]): readonly Item[] =>
    hidden.columns.size === 0 ? items : items.filter((_, column) => !hidden.columns.has(column));
  return {
    ...sheet,
    rows: rows.kept.map((row) => across(sheet.rows[row] ?? [])),
    formats: sheet.formats && rows.kept.map((row) => sheet.formats?.[row] && across(sheet.formats[row])),
    merged: sheet.merged?.flatMap((range): CellRange[] => {
      const down = rows.span(range.firstRow, range.lastRow);
      const along = columns.span(range.firstColumn, range.lastColumn);
      if (down === undefined || along === undefined) return [];
      return [{ firstRow: down.first, lastRow: down.last, firstColumn: along.first, lastColumn: along.last }];
    }),
    links: sheet.links?.flatMap((link): CellLink[] => {
      const row = rows.placeOf(link.row);
      const column = columns.placeOf(link.column);
      return row === undefined || column === undefined ? [] : [{ ...link, row, column }];
    }),
    comments: sheet.comments?.filter((comment) => !isOn(comment, hidden)),
    rowNumbers: rows.kept,
    columnNumbers: columns.kept,
    hiddenRows: undefined,
    hiddenColumns: undefined,
  };
}

/**
 * Keeps the hidden sheets, rows and columns of a workbook, those of a filter among them, or leaves them out. A warning counts
 * rows and columns, and the sheets that were left out; the writers name those that they include.
 */
export function applyHidden(
  { workbook, warnings = [] }: Partial<ReadWorkbook> & Pick<ReadWorkbook, 'workbook'>,
  mode: 'keep' | 'omit',
): ReadWorkbook {
  const sheets = mode === 'omit' ? workbook.sheets.filter(({ hidden }) => hidden !== true) : workbook.sheets;
  const parts = sheets.map(hiddenPartsOf);
  const counts = [
    { count: workbook.sheets.length - sheets.length, noun: 'sheet' },
    { count: parts.reduce((sum, { rows }) => sum + rows.size, 0), noun: 'row' },
    { count: parts.reduce((sum, { columns }) => sum + columns.size, 0), noun: 'column' },
  ].filter(({ count }) => count > 0);
  if (counts.length === 0) return { workbook, warnings };
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const listed = counts.map(({ count, noun }) => countOf(count, `hidden ${noun}`)).join(', ');
  const were = total === 1 ? 'was' : 'were';
  if (mode === 'keep')
    return {
      workbook,
      warnings: [...warnings, `${listed} ${were} included. Set "hidden" to "omit" to leave them out.`],
    };
  return {
    workbook: { ...workbook, sheets: sheets.map(withoutHidden) },
    warnings: [...warnings, `${listed} ${were} left out. Set "hidden" to "keep" to include them.`],
  };
}
