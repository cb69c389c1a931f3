import { ConversionError } from '../errors.ts';
import type { Format } from '../formats.ts';
import { isEncryptedPackage } from './compound-file/detect-compound-file.ts';
import { encryptedDocument } from './encrypted-document.ts';
import { decryptOfficePackage } from './ooxml/decrypt-package.ts';
import { decryptOdf } from './opendocument/decrypt-package.ts';
import { openZip } from './zip/open-zip.ts';

/** The password with which Excel encrypts workbooks that need none, [MS-OFFCRYPTO] 2.4.2.3. */
const EXCEL_PASSWORD = 'VelvetSweatshop';

/** The folders of the main parts of packages, and what to call a file of that kind. */
const kinds: readonly {
  readonly folder: string;
  readonly extension: string;
  readonly formats: readonly Format[];
}[] = [
  { folder: 'word/', extension: 'docx', formats: ['docx'] },
  { folder: 'xl/', extension: 'xlsx', formats: ['xlsx', 'xlsb'] },
  { folder: 'ppt/', extension: 'pptx', formats: ['pptx'] },
];

/** The format of an encrypted file is known by its name alone, until it is decrypted. */
function checkFormat(opened: Uint8Array, format: Format): Uint8Array {
  const { names } = openZip(opened);
  const found = kinds.filter(({ folder }) => names.some((name) => name.startsWith(folder)));
  const [other] = found;
  if (other === undefined || found.some(({ formats }) => formats.includes(format))) return opened;
  throw new ConversionError(
    'unsupported_content',
    `The encrypted file is ${other.extension}, not ${format}. Upload it again with a name that ends in ".${other.extension}".`,
  );
}

const isWorkbook = (format: Format): boolean => format === 'xlsx' || format === 'xlsb';

/**
 * Returns a package of Office as it is, or decrypted: with the password of the request, or a workbook with that
 * of Excel. Throws
 * ConversionError `encrypted_document` if neither opens it, `unsupported_content` if it has another format, and as
 * {@link decryptOfficePackage}.
 */
export async function openOfficeFile(
  file: Uint8Array,
  password: string | undefined,
  format: Format,
): Promise<Uint8Array> {
  if (!isEncryptedPackage(file)) return file;
  const candidates = [password, isWorkbook(format) ? EXCEL_PASSWORD : undefined];
  for (const candidate of candidates.filter((each) => each !== undefined)) {
    const opened = await decryptOfficePackage(file, candidate);
    if (opened !== undefined) return checkFormat(opened, format);
  }
  throw encryptedDocument(password !== undefined);
}

/**
 * Returns an OpenDocument package as it is, or decrypted with the password of the request. Throws ConversionError
 * `encrypted_document` if it does not open it, and as {@link decryptOdf}.
 */
export async function openOpenDocumentFile(
  file: Uint8Array,
  password: string | undefined,
): Promise<Uint8Array> {
  if (password === undefined) return file;
  const opened = await decryptOdf(file, password);
  if (opened === undefined) throw encryptedDocument(true);
  return opened;
}
