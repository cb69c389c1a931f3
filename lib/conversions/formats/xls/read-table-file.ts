import { noInfo } from '../../document/document-info.ts';
import type { WorkbookResult } from '../../engine/roles.ts';
import { readWithSheetJs } from './read-with-sheetjs.ts';

/** Reads a table of dBase, or one in the Data Interchange Format. */
export const readTableFile = async (bytes: Uint8Array, from: 'dbf' | 'dif'): Promise<WorkbookResult> => ({
  workbook: await readWithSheetJs(bytes, { fileType: from, info: noInfo }),
});
