import type { ModelPlace } from '../document/document-model.ts';
import { type Inline, type TreeBlock, type TreeCell, textRun } from '../document/document-tree.ts';
import { ConversionError } from '../errors.ts';
import { linkedSheet } from '../workbook/cell-links.ts';
import { rangeName } from '../workbook/cell-names.ts';
import { validMerges } from '../workbook/merged-cells.ts';
import type { NumberFormats } from '../workbook/number-formats.ts';
import {
  type CellValue,
  formatOf,
  type MergedCells,
  type Sheet,
  type Workbook,
} from '../workbook/workbook.ts';

/** How sheets are converted to document blocks. */
interface BlockStyle {
  readonly formats: NumberFormats;
  /** Whether the first row of a table is a header row. */
  readonly header: boolean;
  /** Whether to right-align numbers, which costs an object per cell. */
  readonly alignsNumbers: boolean;
  /** Remaining cell budget, shared by all sheets. */
  readonly places: { left: number };
}

const tooManyCells = (): ConversionError =>
  new ConversionError(
    'too_complex',
    'The workbook has more than 1000000 cells, the limit for documents. Convert it to csv, or select one sheet with the "sheet" option.',
  );

const isFull = (value: CellValue | undefined): boolean =>
  value !== undefined && value !== null && value !== '';

/** Rows from `first` to `last`, inclusive. */
interface RowGroup {
  readonly first: number;
  readonly last: number;
}

/** Splits rows into groups at empty rows, except those that merged cells span. */
function rowGroups(sheet: Sheet, merges: readonly MergedCells[]): RowGroup[] {
  const groups: RowGroup[] = [];
  let reach = -1;
  let nextMerge = 0;
  for (const [index, row] of sheet.rows.entries()) {
    for (; (merges[nextMerge]?.firstRow ?? Number.POSITIVE_INFINITY) <= index; nextMerge += 1)
      reach = Math.max(reach, merges[nextMerge]?.lastRow ?? -1);
    const last = groups.at(-1);
    if (row.some(isFull)) {
      if (last !== undefined && last.last >= index - 1) groups[groups.length - 1] = { ...last, last: index };
      else groups.push({ first: index, last: index });
    } else if (last !== undefined && last.last === index - 1 && reach >= index)
      groups[groups.length - 1] = { ...last, last: index };
  }
  return groups;
}

function lineOf(text: string, href?: string | undefined): Inline[] {
  const run = (line: string): Inline =>
    href === undefined ? textRun(line) : { kind: 'text', text: line, href };
  return text
    .split('\n')
    .flatMap((line, index): Inline[] => (index === 0 ? [run(line)] : [{ kind: 'line_break' }, run(line)]));
}

/**
 * Converts a sheet to tables, and to paragraphs for single cells, split at empty rows. Empty rows and columns are dropped;
 * numbers and dates are formatted. Throws ConversionError `too_complex` for too many cells.
 */
export function sheetBlocks(workbook: Workbook, sheet: Sheet, style: BlockStyle): TreeBlock[] {
  const merges = validMerges(sheet);
  const mergesOfRow = Map.groupBy(merges, ({ firstRow }) => firstRow);
  const links = new Map(sheet.links?.map(({ row, column, href }) => [`${row} ${column}`, href]));
  const rowNumber = (row: number): number => sheet.rowNumbers?.[row] ?? row;
  const columnNumber = (column: number): number => sheet.columnNumbers?.[column] ?? column;

  /** The address of a cell's link; a place in the workbook is the heading of its sheet. */
  function hrefAt(row: number, column: number): string | undefined {
    const href = links.size === 0 ? undefined : links.get(`${row} ${column}`);
    const linked = href === undefined ? undefined : linkedSheet(href);
    return linked === undefined ? href : `#${linked}`;
  }

  function textAt(row: number, column: number): string {
    const value = sheet.rows[row]?.[column] ?? null;
    return style.formats.show(value, formatOf(workbook, sheet, row, column));
  }

  function cellAt(row: number, column: number, columnSpan: number, rowSpan: number): TreeCell {
    const text = textAt(row, column);
    const value = sheet.rows[row]?.[column] ?? null;
    const isNumber = style.alignsNumbers && (typeof value === 'number' || value instanceof Date);
    const href = hrefAt(row, column);
    if (columnSpan === 1 && rowSpan === 1 && !isNumber && href === undefined && !text.includes('\n'))
      return text;
    return {
      blocks: text === '' ? [] : [{ kind: 'paragraph', content: lineOf(text, href) }],
      ...(columnSpan > 1 ? { column_span: columnSpan } : {}),
      ...(rowSpan > 1 ? { row_span: rowSpan } : {}),
      ...(isNumber ? { align: 'right' } : {}),
    };
  }

  function tableOf({ first, last }: RowGroup, columns: readonly number[]): TreeBlock {
    const places = new Map(columns.map((column, place) => [column, place]));
    const rows: TreeCell[][] = [];
    // Merged cells from rows above that span this row.
    let open: { readonly from: number; readonly to: number; readonly lastRow: number }[] = [];
    for (let row = first; row <= last; row += 1) {
      open = open.filter(({ lastRow }) => lastRow >= row);
      const covered = new Set<number>();
      for (const { from, to } of open) for (let place = from; place < to; place += 1) covered.add(place);
      const spans = new Map<number, { readonly to: number; readonly lastRow: number }>();
      for (const { firstColumn, lastColumn, lastRow } of mergesOfRow.get(row) ?? []) {
        // Merged cells that start in a dropped column are empty.
        const from = places.get(firstColumn);
        if (from === undefined) continue;
        let to = from + 1;
        while (to < columns.length && (columns[to] ?? 0) <= lastColumn) to += 1;
        spans.set(from, { to, lastRow: Math.min(last, lastRow) });
      }
      const cells: TreeCell[] = [];
      for (let place = 0; place < columns.length; place += 1) {
        if (covered.has(place)) continue;
        const span = spans.get(place);
        const rowSpan = span === undefined ? 1 : span.lastRow - row + 1;
        const to = span?.to ?? place + 1;
        cells.push(cellAt(row, columns[place] ?? 0, to - place, rowSpan));
        if (span !== undefined && rowSpan > 1) open.push({ from: place, ...span });
        place = to - 1;
      }
      rows.push(cells);
    }
    return {
      kind: 'table',
      rows,
      header_rows: style.header && rows.length > 1 ? 1 : 0,
      places: [placeOf({ first, last }, columns)],
      sheetGrid: {
        sheet: sheet.name,
        firstRow: rowNumber(first),
        ...(sheet.rowNumbers === undefined ? {} : { rows: sheet.rowNumbers.slice(first, last + 1) }),
        columns: columns.map(columnNumber),
      },
    };
  }

  const placeOf = ({ first, last }: RowGroup, columns: readonly number[]): ModelPlace => ({
    sheet: sheet.name,
    cells: rangeName({
      firstRow: rowNumber(first),
      firstColumn: columnNumber(columns[0] ?? 0),
      lastRow: rowNumber(last),
      lastColumn: columnNumber(columns.at(-1) ?? 0),
    }),
  });

  return rowGroups(sheet, merges).map((group): TreeBlock => {
    const used = new Set<number>();
    let full = 0;
    let onlyRow = group.first;
    for (let row = group.first; row <= group.last; row += 1) {
      for (const [column, value] of (sheet.rows[row] ?? []).entries()) {
        if (!isFull(value)) continue;
        full += 1;
        onlyRow = row;
        used.add(column);
      }
    }
    const columns = [...used].toSorted((one, other) => one - other);
    style.places.left -= columns.length * (group.last - group.first + 1);
    if (style.places.left < 0) throw tooManyCells();
    if (full === 1)
      return {
        kind: 'paragraph',
        content: lineOf(textAt(onlyRow, columns[0] ?? 0), hrefAt(onlyRow, columns[0] ?? 0)),
        places: [placeOf({ first: onlyRow, last: onlyRow }, columns)],
      };
    return tableOf(group, columns);
  });
}
