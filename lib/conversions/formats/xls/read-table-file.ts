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

const UTF_8 = 65_001;
// A field of a fixed length may end inside a character.
const MAX_BROKEN_SHARE = 0.1;

/** Whether records contain characters of UTF-8 beyond ASCII, and hardly a byte that is not of one. */
function isUtf8(records: Uint8Array): boolean {
  const beyond = new TextDecoder().decode(records).replaceAll(/\p{ASCII}/gu, '');
  const broken = beyond.split('\ufffd').length - 1;
  const whole = beyond.length - broken;
  return whole > 0 && broken <= whole * MAX_BROKEN_SHARE;
}

/** The code page of UTF-8, or of Chinese, Japanese or Korean records whose file states none. */
function unstatedCodePage(bytes: Uint8Array): number | undefined {
  if (bytes[LANGUAGE_DRIVER] !== 0) return undefined;
  const from = (bytes[HEADER_LENGTH] ?? 0) + (bytes[HEADER_LENGTH + 1] ?? 0) * 256;
  const records = bytes.subarray(from);
  if (isUtf8(records)) return UTF_8;
  const encoding = shortEastAsianEncoding(records);
  return encoding === undefined ? undefined : codePages[encoding];
}

/** Reads a table of dBase, or one in the Data Interchange Format. */
export const readTableFile = async (bytes: Uint8Array, from: 'dbf' | 'dif'): Promise<WorkbookResult> => ({
  workbook: await readWithSheetJs(
    bytes,
    { format: from, metadata: noInfo },
    from === 'dbf' ? unstatedCodePage(bytes) : undefined,
  ),
});
