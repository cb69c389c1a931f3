import type { TreeBlock } from '../document/document-tree.ts';
import type { PrintedCell } from '../document/printed-sheet.ts';
import { validMerges } from '../workbook/merged-cells.ts';
import type { NumberFormats } from '../workbook/number-formats.ts';
import { formatOf, type Sheet, type SheetLayoutOnPages, type Workbook } from '../workbook/workbook.ts';

function printedCells(workbook: Workbook, sheet: Sheet, formats: NumberFormats): PrintedCell[] {
  const cells: PrintedCell[] = [];
  for (const [row, values] of sheet.rows.entries()) {
    for (const [column, value] of values.entries()) {
      if (value === null || value === '') continue;
      const format = formatOf(workbook, sheet, row, column);
      const text = formats.show(value, format);
      if (text === '') continue;
      const isNumber = typeof value === 'number' || value instanceof Date;
      const isGeneral = typeof value === 'number' && (format === undefined || format.code === 'General');
      cells.push({
        row,
        column,
        text,
        ...(isNumber ? { isNumber } : {}),
        ...(isGeneral ? { general: value } : {}),
      });
    }
  }
  return cells;
}

/** Converts a sheet with layout to a block that is printed as by a spreadsheet program. */
export function printedSheet(
  workbook: Workbook,
  sheet: Sheet,
  { setup, ...layout }: SheetLayoutOnPages,
  formats: NumberFormats,
): TreeBlock[] {
  const printed = {
    ...layout,
    name: sheet.name,
    cells: printedCells(workbook, sheet, formats),
    merged: validMerges(sheet),
    cellStyles: workbook.cellStyles ?? [],
  };
  return [
    { kind: 'page_setup', setup },
    { kind: 'sheet', sheet: printed },
  ];
}
