import type { SheetCellStyle } from '../../../document/printed-sheet.ts';
import type { SheetLayoutOnPages } from '../../../workbook/workbook.ts';
import { readCellStyles } from './cell-styles.ts';
import { readPrintNames } from './print-names.ts';
import { readSheetLayout } from './sheet-layout.ts';
import { readThemeColours } from './theme-colours.ts';

/** The parts of a workbook that contain its layout. */
export interface LayoutParts {
  readonly workbook: Uint8Array;
  readonly styles: Uint8Array | undefined;
  readonly theme: Uint8Array | undefined;
}

/** The layout of a workbook. */
export interface WorkbookLayout {
  readonly cellStyles: readonly SheetCellStyle[];
  /** Reads the layout of the sheet with this index in the list of sheets. */
  readonly layoutOf: (part: Uint8Array, index: number) => SheetLayoutOnPages;
}

const DEFAULT_FONT = { font: 'Arial', size: 10 };

/** Reads how a workbook is printed. */
export function readWorkbookLayout({ workbook, styles, theme }: LayoutParts): WorkbookLayout {
  const cellStyles = readCellStyles(styles, readThemeColours(theme));
  const printNames = readPrintNames(workbook);
  const { font = DEFAULT_FONT.font, size = DEFAULT_FONT.size } = cellStyles[0] ?? DEFAULT_FONT;
  const layoutOf = (part: Uint8Array, index: number): SheetLayoutOnPages => {
    const { areas, rows, columns } = printNames.get(index) ?? {};
    return readSheetLayout(part, { font, size }, { areas, repeatedRows: rows, repeatedColumns: columns });
  };
  return { cellStyles, layoutOf };
}
