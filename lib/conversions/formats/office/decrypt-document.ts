import { ConversionError } from '../../../errors.ts';
import type { OfficeFormat } from '../../backends/libreoffice/filters.ts';
import type { OfficeProgram } from '../../backends/libreoffice/office-program.ts';
import { EngineRefusal } from '../../engine/engine.ts';
import { encryptedDocument } from '../../shared/encrypted-document.ts';
import { decryptOdf } from '../../shared/opendocument/decrypt-package.ts';

const openDocumentFormats: readonly OfficeFormat[] = ['odt', 'ods', 'odp'];

/**
 * Decrypts a document that this build of LibreOffice cannot decrypt itself; returns others unchanged. Throws
 * `encrypted_document` if the password is wrong, and EngineRefusal if the encryption is not supported.
 */
export async function decryptDocument(
  input: Uint8Array,
  from: OfficeFormat,
  password: string | undefined,
  office: OfficeProgram,
): Promise<Uint8Array> {
  const isOurs = openDocumentFormats.includes(from) && !office.decryptsOpenDocument;
  if (password === undefined || !isOurs || input.byteLength === 0) return input;
  const decrypted = await decryptOdf(input, password).catch((error: unknown) => {
    const isUnsupported = error instanceof ConversionError && error.code === 'unsupported_content';
    throw isUnsupported ? new EngineRefusal(error) : error;
  });
  if (decrypted === undefined) throw encryptedDocument(true, `${from} document`);
  return decrypted;
}
