import { type Inline, type TreeBlock, type TreeCell, textRun } from '../documents/document-tree.ts';
import { soundMerges } from './merged-cells.ts';
import type { NumberFormats } from './number-formats.ts';
import { type CellValue, formatOf, type MergedCells, type Sheet, type Workbook } from './workbook.ts';

/** How a sheet becomes blocks of a document. */
export interface BlockStyle {
  readonly formats: NumberFormats;
  /** Whether the first row of a table is its head. */
  readonly header: boolean;
  /** Whether numbers stand at the right of their cells, which costs an object for each. */
  readonly alignsNumbers: boolean;
}

const isFull = (value: CellValue | undefined): boolean =>
  value !== undefined && value !== null && value !== '';

/** Rows from `first` to `last`, both inside. */
interface RowGroup {
  readonly first: number;
  readonly last: number;
}

/** Rows that stand together: an empty row parts two groups, unless merged cells reach across it. */
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

function lineOf(text: string): Inline[] {
  return text
    .split('\n')
    .flatMap((line, index): Inline[] =>
      index === 0 ? [textRun(line)] : [{ kind: 'line_break' }, textRun(line)],
    );
}

/**
 * What a sheet shows: tables, and paragraphs for texts that stand alone, parted by empty rows; without the empty columns
 * around them. Numbers and dates are as their formats show them.
 */
export function sheetBlocks(workbook: Workbook, sheet: Sheet, style: BlockStyle): TreeBlock[] {
  const merges = soundMerges(sheet);
  const mergesOfRow = Map.groupBy(merges, ({ firstRow }) => firstRow);

  function textAt(row: number, column: number): string {
    const value = sheet.rows[row]?.[column] ?? null;
    return style.formats.show(value, formatOf(workbook, sheet, row, column));
  }

  function cellAt(row: number, column: number, columnSpan: number, rowSpan: number): TreeCell {
    const text = textAt(row, column);
    const value = sheet.rows[row]?.[column] ?? null;
    const isNumber = style.alignsNumbers && (typeof value === 'number' || value instanceof Date);
    if (columnSpan === 1 && rowSpan === 1 && !isNumber && !text.includes('\n')) return text;
    return {
      blocks: text === '' ? [] : [{ kind: 'paragraph', content: lineOf(text) }],
      ...(columnSpan > 1 ? { columnSpan } : {}),
      ...(rowSpan > 1 ? { rowSpan } : {}),
      ...(isNumber ? { align: 'right' } : {}),
    };
  }

  function tableOf({ first, last }: RowGroup, left: number, right: number): TreeBlock {
    const rows: TreeCell[][] = [];
    // Merged cells that reach into the row, by the column they begin at.
    let open: MergedCells[] = [];
    for (let row = first; row <= last; row += 1) {
      open = open.filter(({ lastRow }) => lastRow >= row);
      // Those that begin or end outside have nothing to cover, and could be looked at once for each row of a long sheet.
      const starting = (mergesOfRow.get(row) ?? []).filter(
        ({ firstColumn }) => firstColumn >= left && firstColumn <= right,
      );
      const covered = new Set<number>();
      for (const range of open)
        for (let column = range.firstColumn; column <= Math.min(range.lastColumn, right); column += 1)
          covered.add(column);
      const origins = new Map(starting.map((range) => [range.firstColumn, range]));
      const cells: TreeCell[] = [];
      for (let column = left; column <= right; column += 1) {
        if (covered.has(column)) continue;
        const range = origins.get(column);
        const columnSpan = range === undefined ? 1 : Math.min(range.lastColumn, right) - column + 1;
        const rowSpan = range === undefined ? 1 : Math.min(range.lastRow, last) - row + 1;
        cells.push(cellAt(row, column, columnSpan, rowSpan));
        column += columnSpan - 1;
      }
      open.push(...starting);
      rows.push(cells);
    }
    return { kind: 'table', rows, headerRows: style.header && rows.length > 1 ? 1 : 0 };
  }

  return rowGroups(sheet, merges).map((group): TreeBlock => {
    let left = Number.POSITIVE_INFINITY;
    let right = -1;
    let full = 0;
    for (let row = group.first; row <= group.last; row += 1) {
      for (const [column, value] of (sheet.rows[row] ?? []).entries()) {
        if (!isFull(value)) continue;
        full += 1;
        left = Math.min(left, column);
        right = Math.max(right, column);
      }
    }
    if (full === 1) return { kind: 'paragraph', content: lineOf(textOfOnly(group, left)) };
    return tableOf(group, left, right);
  });

  function textOfOnly({ first, last }: RowGroup, column: number): string {
    for (let row = first; row <= last; row += 1)
      if (isFull(sheet.rows[row]?.[column])) return textAt(row, column);
    return '';
  }
}
