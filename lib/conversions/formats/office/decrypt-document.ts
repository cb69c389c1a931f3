import type { OfficeFormat } from '../../backends/libreoffice/office-formats.ts';
import { EngineRefusal } from '../../engine/engine.ts';
import { ConversionError } from '../../errors.ts';
import { isEncryptedPackage } from '../../shared/compound-file/detect-compound-file.ts';
import { encryptedDocument } from '../../shared/encrypted-document.ts';
import { decryptOfficePackage } from '../../shared/ooxml/decrypt-package.ts';
import { decryptOdf } from '../../shared/opendocument/decrypt-package.ts';

const openDocumentFormats: readonly OfficeFormat[] = ['odt', 'ods', 'odp'];

const isUnsupported = (error: unknown): error is ConversionError =>
  error instanceof ConversionError && error.code === 'unsupported_content';

/** Decrypts a DOCX file, which is prepared before LibreOffice loads it. Old encryption is left to LibreOffice. */
async function decryptDocx(input: Uint8Array, password: string): Promise<Uint8Array | undefined> {
  if (!isEncryptedPackage(input)) return input;
  try {
    return await decryptOfficePackage(input, password);
  } catch (error) {
    if (isUnsupported(error)) return input;
    throw error;
  }
}

/**
 * Decrypts a document that is prepared here or that LibreOffice cannot decrypt; returns others unchanged. Throws
 * `encrypted_document` if the password is wrong, and EngineRefusal if the encryption is not supported.
 */
export async function decryptDocument(
  input: Uint8Array,
  from: OfficeFormat,
  password: string | undefined,
): Promise<Uint8Array> {
  const isOurs = from === 'docx' || openDocumentFormats.includes(from);
  if (password === undefined || !isOurs || input.byteLength === 0) return input;
  const decrypt = from === 'docx' ? decryptDocx : decryptOdf;
  const decrypted = await decrypt(input, password).catch((error: unknown) => {
    throw isUnsupported(error) ? new EngineRefusal(error) : error;
  });
  if (decrypted === undefined) throw encryptedDocument(true, `${from} document`);
  return decrypted;
}
