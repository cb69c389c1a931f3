import * as z from 'zod';
import {
  attachmentsOf,
  documentDetails,
  documentParts,
  type EmbeddedFile,
  isEncrypted,
  metaText,
  outlineOf,
  type Pin,
} from '../../backends/pdfium/document-details.ts';
import type { PdfiumDocument } from '../../backends/pdfium/pdfium-document.ts';
import { type PdfiumFile, withPdfiumFile } from '../../backends/pdfium/pdfium-file.ts';
import { readIsoTime } from '../../base/iso-time.ts';
import { isLanguageTag } from '../../base/language-tag.ts';
import type { AttachedFile } from '../../document/document-model.ts';
import type { Bookmark, DocumentInfo, PdfDetails } from '../../document/result-schemas.ts';
import { ConversionError } from '../../errors.ts';
import { withPdfJs } from './pdf-js.ts';

const DATE = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-])(\d\d)'?(\d\d)?)?/;

/**
 * Converts a PDF date (ISO 32000-1, 7.9.4: `D:YYYYMMDDHHmmSSOHH'mm'`) to ISO 8601 UTC. Only the year is required; a time
 * without a zone is UTC. Null if the text is not a date.
 */
export function parsePdfDate(date: string | null): string | null {
  const match = date === null ? null : DATE.exec(date);
  if (match === null) return null;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', sign, zh, zm = '00'] =
    match;
  const zone = sign === undefined ? 'Z' : `${sign}${zh}:${zm}`;
  return readIsoTime(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
}

function infoOf(text: (name: string) => string | null, encrypted: boolean): DocumentInfo {
  return {
    title: text('Title'),
    author: text('Author'),
    subject: text('Subject'),
    keywords: text('Keywords'),
    creator: text('Creator'),
    producer: text('Producer'),
    created: parsePdfDate(text('CreationDate')),
    modified: parsePdfDate(text('ModDate')),
    encrypted,
    encoding: null,
  };
}

const pdfJsInfo = z.record(z.string(), z.unknown());

/** Document metadata from PDF.js: the information dictionary, and the language from the catalog. */
async function readWithPdfJs(input: Uint8Array, password: string | undefined) {
  const read = withPdfJs(input, password, async (document) =>
    pdfJsInfo.parse((await document.getMetadata()).info),
  );
  const info: Record<string, unknown> = await read.catch(() => ({}));
  return (name: string): string | null => {
    const value = info[name];
    return typeof value === 'string' ? value.replaceAll('\0', '').trim() || null : null;
  };
}

const readWithPdfium = <T>(
  file: PdfiumFile,
  use: (document: PdfiumDocument) => T | Promise<T>,
): Promise<T | undefined> =>
  file.use(use).catch((error: unknown) => {
    if (error instanceof ConversionError && error.code === 'too_complex') throw error;
    return undefined;
  });

/** The metadata in a PDF's information dictionary; empty if it cannot be read. */
export async function readPdfInfo(
  file: PdfiumFile,
  input: Uint8Array,
  password: string | undefined,
): Promise<DocumentInfo> {
  const info = await readWithPdfium(file, (document) =>
    infoOf((name) => metaText(document, name), isEncrypted(document)),
  );
  if (info !== undefined) return info;
  const text = await readWithPdfJs(input, password);
  return infoOf(text, text('EncryptFilterName') !== null);
}

/** The outline of a PDF; empty if it has none or cannot be read. */
export const readPdfOutline = async (file: PdfiumFile): Promise<readonly Bookmark[]> =>
  (await readWithPdfium(file, outlineOf)) ?? [];

/** The nouns of the parts that a PDF has beside its pages. */
export const readPdfParts = async (file: PdfiumFile): Promise<readonly string[]> =>
  (await readWithPdfium(file, documentParts)) ?? [];

// Of a file that does not state its type (RFC 2046, 4.5.1).
const UNKNOWN_TYPE = 'application/octet-stream';

/** A file attached to a PDF, as an attachment of the document model. */
export const attachedFile = ({ name, mimeType, bytes }: EmbeddedFile): AttachedFile => ({
  name: name || 'unnamed',
  mime_type: mimeType || UNKNOWN_TYPE,
  bytes: bytes ?? 0,
});

/**
 * The files attached to a PDF or pinned to its pages, with their sizes if they are to be measured; damaged ones are left out then. Pages
 * that were read may have lost their annotations, so those with pins are loaded from the file again.
 */
export async function readPdfAttachments(
  file: PdfiumFile,
  input: Uint8Array,
  password: string | undefined,
  { isMeasured, pins }: { readonly isMeasured: boolean; readonly pins: readonly Pin[] },
): Promise<readonly AttachedFile[]> {
  const read = (from: PdfiumFile) =>
    readWithPdfium(from, (document) => attachmentsOf(document, isMeasured, pins));
  const files = (await (pins.length === 0 ? read(file) : withPdfiumFile(input, password, read))) ?? [];
  return files.filter(({ bytes }) => bytes !== null).map(attachedFile);
}

/** The language that the catalog of a PDF states; undefined if it states none that is one. ISO 32000-2, 14.9.2. */
export async function readPdfLanguage(
  input: Uint8Array,
  password: string | undefined,
): Promise<string | undefined> {
  const language = (await readWithPdfJs(input, password))('Language');
  return language !== null && isLanguageTag(language) ? language : undefined;
}

/** Adds the properties that only PDFs have, for which the whole file is read. */
export async function withPdfDetails(
  info: DocumentInfo,
  file: PdfiumFile,
  input: Uint8Array,
  password: string | undefined,
  fields: PdfDetails['form_fields'],
): Promise<DocumentInfo> {
  const details = await readWithPdfium(file, documentDetails);
  if (details === undefined) return info;
  const text = await readWithPdfJs(input, password);
  const form_fields = fields.map(({ name, type, value, page }) => ({ name, type, value, page }));
  return { ...info, pdf: { ...details, stated_language: text('Language'), form_fields } };
}
