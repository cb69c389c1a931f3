import { extname } from 'node:path';
import { nameTable } from '../../base/name-table.ts';
import { canonicalFormat, type Format, officeVariants } from '../../formats.ts';
import { compoundNames } from './open-compound.ts';

// [MS-DOC] 2.1.1, [MS-XLS] 2.1.2 and [MS-PPT] 2.1.1: the stream that identifies the format. `BOOK` is Excel 5.
const streams: Readonly<Record<string, Format>> = nameTable({
  WORDDOCUMENT: 'doc',
  WORKBOOK: 'xls',
  BOOK: 'xls',
  'POWERPOINT DOCUMENT': 'ppt',
  // [MS-OXMSG] 2.4.
  '__PROPERTIES_VERSION1.0': 'msg',
});

// [MS-OFFCRYPTO] 2.3: the stream that contains an encrypted docx, xlsx, xlsb or pptx.
const ENCRYPTED_PACKAGE = 'ENCRYPTEDPACKAGE';
const packaged: readonly (Format | undefined)[] = ['docx', 'xlsx', 'xlsb', 'pptx'];
const variants = nameTable(officeVariants);

/** Returns an encrypted package's format by its name, because its bytes do not reveal the contents. */
function encryptedFormat(name: string): Format {
  const extension = extname(name).slice(1).toLowerCase() || name;
  const named = variants[extension] ?? canonicalFormat(extension);
  return named !== undefined && packaged.includes(named) ? named : 'docx';
}

/** Whether the file is an encrypted docx, xlsx, xlsb or pptx. */
export const isEncryptedPackage = (bytes: Uint8Array): boolean =>
  compoundNames(bytes)?.has(ENCRYPTED_PACKAGE) === true;

/**
 * Detects an OLE compound file's format by the names in its directory. Undefined if the format is not supported, such
 * as an installer; `'none'` if the file is not a compound file. `name`, a file name or a format,
 * distinguishes encrypted docx, xlsx, xlsb and pptx; the default is docx.
 */
export function detectCompoundFile(bytes: Uint8Array, name = ''): Format | undefined | 'none' {
  const names = compoundNames(bytes);
  if (names === undefined) return 'none';
  if (names.has(ENCRYPTED_PACKAGE)) return encryptedFormat(name);
  return Object.entries(streams).find(([stream]) => names.has(stream))?.[1];
}
