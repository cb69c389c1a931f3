import * as z from 'zod';
import { type TreeBlock, textRun } from '../document/document-tree.ts';
import type { RoleRequest } from '../engine/role.ts';
import { type DocumentResult, workbookToDocument } from '../engine/roles.ts';
import { loadNumberFormats } from '../workbook/number-formats.ts';
import { chooseSheets, countCharacters, headerRowOptions, sheetOptions } from '../workbook/sheet-options.ts';
import { columnCount, type Sheet, type Workbook } from '../workbook/workbook.ts';
import { printedSheet } from './printed-sheets.ts';
import { sheetBlocks } from './sheet-blocks.ts';

const options = z.strictObject({ ...sheetOptions.shape, ...headerRowOptions.shape });

// Document writers need about a kilobyte per cell.
const MAX_CELLS = 1_000_000;
// Up to this size each number may cost an object.
const MAX_ALIGNED_CELLS = 50_000;

// Writers keep several copies of a document's text.
const MAX_CHARACTERS = 64_000_000;
const cellsOf = (sheet: Sheet): number => sheet.rows.reduce((sum, row) => sum + row.length, 0);

const headingOf = (sheet: Sheet): TreeBlock => ({
  kind: 'heading',
  level: 1,
  content: [textRun(sheet.name)],
});

/** The sheets to show: those with a layout are printed, which leaves out hidden ones unless one was requested. */
function printable(sheets: readonly Sheet[], requested: string | number | undefined): readonly Sheet[] {
  const visible = sheets.filter(({ layout, hidden }) => layout === undefined || hidden !== true);
  return requested === undefined && visible.length > 0 ? visible : sheets;
}

async function convert(
  workbook: Workbook,
  { options: { sheet: requested, header_row: header } }: RoleRequest<typeof options>,
): Promise<DocumentResult> {
  const sheets = printable(chooseSheets(workbook, requested), requested);
  const cells = sheets.reduce((sum, sheet) => sum + cellsOf(sheet), 0);
  countCharacters(sheets, MAX_CHARACTERS);
  const formats = await loadNumberFormats();
  const style = {
    formats,
    header,
    alignsNumbers: cells <= MAX_ALIGNED_CELLS,
    places: { left: MAX_CELLS },
  };
  const isOne = workbook.sheets.length === 1 || sheets.length === 1;
  const blocks = sheets.flatMap((sheet): TreeBlock[] =>
    sheet.layout === undefined
      ? [...(isOne ? [] : [headingOf(sheet)]), ...sheetBlocks(workbook, sheet, style), ...(sheet.drawn ?? [])]
      : printedSheet(workbook, sheet, sheet.layout, formats),
  );
  return {
    tree: {
      hub: 'document',
      fileType: workbook.fileType,
      info: {
        ...workbook.info,
        sheets: workbook.sheets.map((sheet) => ({
          name: sheet.name,
          rows: sheet.rows.length,
          columns: columnCount(sheet),
          hidden: sheet.hidden === true,
        })),
      },
      blocks,
      notes: [],
      images: workbook.images ?? [],
      comments: sheets.flatMap(({ comments }) => comments ?? []),
      furniture: sheets.flatMap(({ furniture }) => furniture ?? []),
      pages: null,
    },
  };
}

/**
 * Turns a workbook into a document of tables, with a heading for each sheet if there are several. Sheets with a layout
 * become sheets to print.
 */
export const sheetDocument = workbookToDocument({
  name: 'docforge-workbook-to-document',
  options,
  limits: { maxCells: MAX_CELLS },
  convert,
});
