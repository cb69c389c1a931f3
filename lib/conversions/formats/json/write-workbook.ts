import type { FileResult, WriteRequest } from '../../engine/role.ts';
import { chooseSheets, hiddenSheetWarnings } from '../../workbook/choose-sheets.ts';
import type { Workbook } from '../../workbook/workbook.ts';
import { jsonBytes } from './json-text.ts';
import type { jsonWriteOptions } from './options.ts';

/** Writes sheets as JSON. */
export async function writeJsonWorkbook(
  workbook: Workbook,
  { options: { sheet, header_row: header }, maxResultBytes }: WriteRequest<typeof jsonWriteOptions, 'json'>,
): Promise<FileResult> {
  const sheets = chooseSheets(workbook, sheet);
  return {
    bytes: jsonBytes(workbook, sheets, header, maxResultBytes),
    warnings: sheet === undefined ? hiddenSheetWarnings(sheets) : [],
  };
}
