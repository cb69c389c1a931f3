import { ConversionError } from '../../errors.ts';
import type { Format } from '../../formats.ts';
import { detectCompoundFile, isEncryptedPackage } from '../compound-file/detect-compound-file.ts';
import { compoundNames } from '../compound-file/open-compound.ts';
import { encryptedDocument } from '../encrypted-document.ts';

const labels: Partial<Record<Format, string>> = {
  doc: 'a Word 97 document',
  xls: 'an Excel 97 workbook',
  ppt: 'a PowerPoint 97 presentation',
  msg: 'an Outlook message',
};

/**
 * Throws ConversionError if a file that should be an Open XML package is a compound file ([MS-CFB]): `encrypted_document` if it is the wrapper
 * of an encrypted package ([MS-OFFCRYPTO] 2.3), `unsupported_content` if it is a file of another format.
 */
export function refuseCompoundFile(bytes: Uint8Array): void {
  if (compoundNames(bytes) === undefined) return;
  if (isEncryptedPackage(bytes)) throw encryptedDocument(false);
  const found = detectCompoundFile(bytes);
  const label = found === undefined || found === 'none' ? undefined : labels[found];
  throw new ConversionError(
    'unsupported_content',
    label === undefined
      ? 'The file is an OLE compound file of an unknown program, not an Office Open XML document. Export it as a supported format.'
      : `The file is ${label} (${found}) with the wrong extension. Upload it again with a name that ends in ".${found}".`,
  );
}
