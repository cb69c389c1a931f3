import type { CellObject, WorkBook, WorkSheet } from '@e965/xlsx';
import type { TreeImage } from '../../document/document-tree.ts';
import type { DocumentInfo } from '../../document/result-schemas.ts';
import type { Format } from '../../formats.ts';
import { createCellBudget, spendRow } from '../../workbook/cell-budget.ts';
import { createLinks } from '../../workbook/cell-links.ts';
import { rangeOfCell } from '../../workbook/cell-names.ts';
import { createFormatList } from '../../workbook/format-list.ts';
import { MAX_MERGED } from '../../workbook/merged-cells.ts';
import type { NumberFormats } from '../../workbook/number-formats.ts';
import { serialValue } from '../../workbook/serial-date.ts';
import type { CellValue, Sheet, Span, Workbook } from '../../workbook/workbook.ts';
import type { SheetObjects } from './sheet-objects.ts';

// [MS-XLS] 2.5.10: error codes.
const errors: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
  43: '#GETTING_DATA',
};

const emptyRow: readonly CellValue[] = [];

/** Returns the hidden rows; undefined if there are none. Visits only keys, because a damaged file may declare two billion rows. */
function hiddenSpans(items: WorkSheet['!rows']): Span[] | undefined {
  const spans = Object.entries(items ?? []).flatMap(([key, item]) =>
    item?.hidden === true ? [{ first: Number(key), last: Number(key) }] : [],
  );
  return spans.length === 0 ? undefined : spans;
}

/** Parts of a workbook that the library does not read. */
export interface SheetJsFacts {
  readonly format: Format;
  readonly metadata: DocumentInfo;
  /** Returns the content of a sheet besides its cells. */
  readonly objectsOf?: ((index: number, name: string) => SheetObjects) | undefined;
  /** Returns the hidden columns of a sheet; the library reads only hidden rows. */
  readonly hiddenColumnsOf?: ((index: number, name: string) => readonly Span[]) | undefined;
  /** Images in these objects. */
  readonly images?: readonly TreeImage[] | undefined;
}

/**
 * Converts a SheetJS workbook read in dense mode. Throws ConversionError `too_complex` if it has too many cells.
 */
export function workbookOfSheetJs(
  book: WorkBook,
  { format, metadata, objectsOf, hiddenColumnsOf, images }: SheetJsFacts,
  formats: NumberFormats,
): Workbook {
  const budget = createCellBudget();
  const { numberFormats, indexOf } = createFormatList(formats.kindOf);
  const is1904 = book.Workbook?.WBProps?.date1904 === true;

  function cellValue(cell: CellObject, format: number): CellValue {
    const { v: value } = cell;
    if (value === undefined || cell.t === 'z') return null;
    if (cell.t === 'e') return errors[Number(value)] ?? '#ERROR!';
    if (typeof value !== 'number') return value;
    return serialValue(value, numberFormats[format]?.kind, is1904);
  }

  function sheetOf(name: string, sheet: WorkSheet, hidden: boolean): Sheet {
    const ofRows: number[][] = [];
    const links = createLinks();
    const rows = (sheet['!data'] ?? []).map((cells, index) => {
      if (cells === undefined || cells === null || cells.length === 0) return emptyRow;
      spendRow(budget, cells.length, cells.length);
      const row: CellValue[] = [];
      for (const [column, cell] of cells.entries()) {
        if (cell === undefined || cell === null) continue;
        const format = indexOf({ code: String(cell.z ?? 'General') });
        const value = cellValue(cell, format);
        if (value === null || value === '') continue;
        while (row.length < column) row.push(null);
        row[column] = value;
        links.add(cell.l?.Target, rangeOfCell(index, column));
        if (format === 0) continue;
        const ofRow = ofRows[index] ?? [];
        ofRows[index] = ofRow;
        while (ofRow.length < column) ofRow.push(0);
        ofRow[column] = format;
      }
      return row;
    });
    const merged = (sheet['!merges'] ?? []).slice(0, MAX_MERGED).map(({ s: first, e: last }) => ({
      firstRow: first.r,
      firstColumn: first.c,
      lastRow: last.r,
      lastColumn: last.c,
    }));
    return {
      name,
      // Fills holes: rows missing from the file.
      rows: Array.from(rows, (row) => row ?? emptyRow),
      ...(ofRows.length > 0 ? { formats: ofRows } : {}),
      ...(merged.length > 0 ? { merged } : {}),
      ...(hidden ? { hidden } : {}),
      links: links.of(rows),
      hiddenRows: hiddenSpans(sheet['!rows']),
    };
  }

  const sheets = book.SheetNames.flatMap((name, index): Sheet[] => {
    const sheet = book.Sheets[name];
    const type = sheet?.['!type'] ?? 'sheet';
    // Macro sheets have no cells. The cells of a chart sheet are the values of its chart.
    if (type === 'chart') {
      const { drawn } = objectsOf?.(index, name) ?? {};
      return drawn === undefined ? [] : [{ name, rows: [], drawn }];
    }
    if (sheet === undefined || type !== 'sheet') return [];
    const cells = sheetOf(name, sheet, (book.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0);
    const hiddenColumns = hiddenColumnsOf?.(index, name);
    return [{ ...cells, hiddenColumns, ...objectsOf?.(index, name) }];
  });
  return {
    hub: 'workbook',
    format,
    metadata,
    sheets,
    numberFormats,
    ...(images === undefined ? {} : { images }),
  };
}
