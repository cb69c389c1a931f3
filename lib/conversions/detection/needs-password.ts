import type { Format } from '../formats.ts';
import { isEncryptedPackage } from '../shared/compound-file/detect-compound-file.ts';

/** Formats whose encryption only reading the document reveals. */
const unclear: readonly string[] = ['doc', 'xls', 'ppt', 'odt', 'ods', 'odp'] satisfies Format[];

/**
 * Whether a file opens only with a password; undefined if only reading it can tell: an encrypted PDF may open without one,
 * and Excel encrypts some workbooks with a password that it supplies itself ([MS-OFFCRYPTO] 2.4.2.3).
 */
export function needsPassword(bytes: Uint8Array, format: string): boolean | undefined {
  // PDF 1.7 (ISO 32000-1), 7.6.1: the trailer or the dictionary of a cross-reference stream, neither of them compressed.
  if (format === 'pdf')
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('/Encrypt')
      ? undefined
      : false;
  if (unclear.includes(format)) return undefined;
  if (!isEncryptedPackage(bytes)) return false;
  return format === 'xlsx' || format === 'xlsb' ? undefined : true;
}
