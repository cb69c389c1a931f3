import { parse as parsePath } from 'node:path';
import { noInfo } from '../../document/document-info.ts';
import type { textOptions } from '../../engine/options.ts';
import type { ReadRequest } from '../../engine/role.ts';
import type { WorkbookResult } from '../../engine/roles.ts';
import { readTextFile } from '../../shared/text/read-text-file.ts';
import { readJsonSheets } from './json-rows.ts';

/** Reads the rows of JSON into sheets. */
export async function readJsonWorkbook(
  bytes: Uint8Array,
  { options, filename = '' }: ReadRequest<typeof textOptions, 'json'>,
): Promise<WorkbookResult> {
  const { text, encoding, warnings } = readTextFile(bytes, options.encoding);
  const sheets = readJsonSheets(text, parsePath(filename).name || 'Sheet1');
  return {
    workbook: { hub: 'workbook', format: 'json', metadata: { ...noInfo, encoding }, sheets },
    warnings,
  };
}
