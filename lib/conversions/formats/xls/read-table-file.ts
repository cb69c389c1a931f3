import { type EastAsianEncoding, shortEastAsianEncoding } from '../../base/east-asian-encoding.ts';
import { noInfo } from '../../document/document-info.ts';
import type { WorkbookResult } from '../../engine/roles.ts';
import { readWithSheetJs } from './read-with-sheetjs.ts';

// The library has no code page of EUC-JP.
const codePages: Readonly<Partial<Record<EastAsianEncoding, number>>> = {
  shift_jis: 932,
  'euc-kr': 949,
  gb18030: 936,
  big5: 950,
};

// dBase Table File Format: the length of the header, and the language driver, which is 0 if the program states none.
const HEADER_LENGTH = 8;
const LANGUAGE_DRIVER = 29;

/** The code page of Chinese, Japanese or Korean records whose file states none. */
function unstatedCodePage(bytes: Uint8Array): number | undefined {
  if (bytes[LANGUAGE_DRIVER] !== 0) return undefined;
  const from = (bytes[HEADER_LENGTH] ?? 0) + (bytes[HEADER_LENGTH + 1] ?? 0) * 256;
  const encoding = shortEastAsianEncoding(bytes.subarray(from));
  return encoding === undefined ? undefined : codePages[encoding];
}

/** Reads a table of dBase, or one in the Data Interchange Format. */
export const readTableFile = async (bytes: Uint8Array, from: 'dbf' | 'dif'): Promise<WorkbookResult> => ({
  workbook: await readWithSheetJs(
    bytes,
    { fileType: from, info: noInfo },
    from === 'dbf' ? unstatedCodePage(bytes) : undefined,
  ),
});
