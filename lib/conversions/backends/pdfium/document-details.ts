import type { Bookmark, PdfDetails } from '../../document/result-schemas.ts';
import { ConversionError } from '../../errors.ts';
import { pageSizes, withPage, withTextPage } from './pages.ts';
import { type PdfiumDocument, readText } from './pdfium-document.ts';

// Limits on what is reported: a document may contain millions of each.
const MAX_OUTLINE = 5000;
const MAX_OUTLINE_DEPTH = 32;
const MAX_ATTACHMENTS = 1000;
const MAX_ATTACHMENT_BYTES = 256 * 1024 * 1024;
const MAX_ATTACHED_BYTES = 512 * 1024 * 1024;
const MAX_FONTS = 1000;
// Number of pages to search for fonts.
const MAX_FONT_PAGES = 500;

/** Returns an entry of the document information dictionary; null if there is none. */
export function metaText(document: PdfiumDocument, name: string): string | null {
  const { handle, fn, scratch, results } = document;
  const tag = new TextEncoder().encode(`${name}\0`);
  tag.forEach((byte, at) => {
    results().setUint8(at, byte);
  });
  const get = fn('FPDF_GetMetaText');
  return (
    readText(document, 'utf-16le', (buffer, bytes) => get(handle, scratch, buffer, bytes)).trim() || null
  );
}

/** Returns true for an encrypted document. */
export const isEncrypted = ({ handle, fn }: PdfiumDocument): boolean =>
  fn('FPDF_GetSecurityHandlerRevision')(handle) >= 0;

/** Returns the entries of the outline (bookmarks), in order. */
export function outlineOf(document: PdfiumDocument): Bookmark[] {
  const { handle, fn } = document;
  const entries: Bookmark[] = [];
  // A damaged outline may contain cycles.
  const seen = new Set<number>();
  const getTitle = fn('FPDFBookmark_GetTitle');
  const pageOf = (bookmark: number): number | null => {
    const own = fn('FPDFBookmark_GetDest')(handle, bookmark);
    const action = own === 0 ? fn('FPDFBookmark_GetAction')(bookmark) : 0;
    const dest = action === 0 ? own : fn('FPDFAction_GetDest')(handle, action);
    const index = dest === 0 ? -1 : fn('FPDFDest_GetDestPageIndex')(handle, dest);
    return index < 0 ? null : index + 1;
  };
  const visit = (parent: number, level: number): void => {
    let bookmark = fn('FPDFBookmark_GetFirstChild')(handle, parent);
    while (bookmark !== 0 && !seen.has(bookmark) && entries.length < MAX_OUTLINE) {
      seen.add(bookmark);
      const current = bookmark;
      const title = readText(document, 'utf-16le', (buffer, bytes) =>
        getTitle(current, buffer, bytes),
      ).trim();
      entries.push({ title, level, page: pageOf(current) });
      if (level < MAX_OUTLINE_DEPTH) visit(current, level + 1);
      bookmark = fn('FPDFBookmark_GetNextSibling')(handle, current);
    }
  };
  visit(0, 1);
  return entries;
}

/** A file embedded in a PDF (ISO 32000-1, 7.11.4). */
export interface EmbeddedFile {
  /** Its index among the document's files, or the place on a page to which it is pinned. */
  readonly place: number | Pin;
  readonly name: string;
  /** As stated in the file; may be empty. */
  readonly mimeType: string;
  /** Null if the file is damaged; 0 if it was not measured. */
  readonly bytes: number | null;
}

const tooManyBytes = (): ConversionError =>
  new ConversionError(
    'too_complex',
    'Together, the files attached to the PDF are larger than 512 MB, which is the limit. Remove some of them.',
  );

/** The place of a file that is pinned to a page: the number of the page, and the index of the annotation on it. */
export interface Pin {
  readonly page: number;
  readonly annotation: number;
}

/** Passes an attached file to `use`, and 0 if a page has no file there. */
async function withAttachment<T>(
  document: PdfiumDocument,
  place: number | Pin,
  use: (attachment: number) => T,
): Promise<T> {
  const { handle, fn } = document;
  if (typeof place === 'number') return use(fn('FPDFDoc_GetAttachment')(handle, place));
  const read = await withPage(document, place.page, (page) => {
    const annotation = fn('FPDFPage_GetAnnot')(page, place.annotation);
    if (annotation === 0) return undefined;
    const found = use(fn('FPDFAnnot_GetFileAttachment')(annotation));
    fn('FPDFPage_CloseAnnot')(annotation);
    return { found };
  });
  return read === undefined ? use(0) : read.found;
}

/**
 * Returns the first 1,000 files attached to a document or pinned to its pages. To measure a file, pdfium unpacks it. Throws
 * ConversionError `too_complex` if all files together are larger than the limit.
 */
export async function attachmentsOf(
  document: PdfiumDocument,
  isMeasured: boolean,
  pins: readonly Pin[] = [],
): Promise<EmbeddedFile[]> {
  const { handle, fn, scratch, results } = document;
  const getName = fn('FPDFAttachment_GetName');
  const getSubtype = fn('FPDFAttachment_GetSubtype');
  let total = 0;
  const read = (attachment: number): Omit<EmbeddedFile, 'place'> => {
    const isRead = isMeasured && fn('FPDFAttachment_GetFile')(attachment, 0, 0, scratch) !== 0;
    const bytes = isRead ? results().getUint32(0, true) : isMeasured ? null : 0;
    total += bytes ?? 0;
    if (total > MAX_ATTACHED_BYTES) throw tooManyBytes();
    return {
      name: readText(document, 'utf-16le', (buffer, size) => getName(attachment, buffer, size)),
      mimeType: readText(document, 'utf-16le', (buffer, size) => getSubtype(attachment, buffer, size)),
      bytes,
    };
  };
  const count = Math.max(0, fn('FPDFDoc_GetAttachmentCount')(handle));
  const places = [...Array(Math.min(MAX_ATTACHMENTS, count)).keys(), ...pins].slice(0, MAX_ATTACHMENTS);
  const files: EmbeddedFile[] = [];
  for (const place of places) files.push({ place, ...(await withAttachment(document, place, read)) });
  return files;
}

/** Returns the content of an attached file; undefined if it is damaged, empty or larger than 256 MB. */
export async function attachmentBytes(document: PdfiumDocument, place: EmbeddedFile['place']) {
  const { fn, scratch, results, readBytes } = document;
  const getFile = fn('FPDFAttachment_GetFile');
  return await withAttachment(document, place, (attachment) =>
    readBytes(MAX_ATTACHMENT_BYTES, (buffer, size) =>
      getFile(attachment, buffer, size, scratch) === 0 ? 0 : results().getUint32(0, true),
    ),
  );
}

// Results of FPDF_GetFormType from this one on are forms in XML (XFA).
const XFA_FORM = 2;

/** Returns the nouns of a document's parts outside its pages, such as `attached file`. */
export function documentParts({ handle, fn }: PdfiumDocument): string[] {
  const counts: readonly (readonly [noun: string, count: number])[] = [
    ['attached file', fn('FPDFDoc_GetAttachmentCount')(handle)],
    ['signature', fn('FPDF_GetSignatureCount')(handle)],
    ['script', fn('FPDFDoc_GetJavaScriptActionCount')(handle)],
    ['XFA form', fn('FPDF_GetFormType')(handle) >= XFA_FORM ? 1 : 0],
  ];
  return counts.flatMap(([noun, count]) => Array.from({ length: Math.max(0, count) }, () => noun));
}

async function fontsOf(document: PdfiumDocument): Promise<PdfDetails['fonts']> {
  const { fn } = document;
  const fonts = new Map<string, boolean>();
  const getName = fn('FPDFFont_GetBaseFontName');
  const getObject = fn('FPDFText_GetTextObject');
  const addFonts = (textPage: number): void => {
    const count = fn('FPDFText_CountChars')(textPage);
    const seen = new Set<number>();
    for (let char = 0, last = 0; char < count; char += 1) {
      const object = getObject(textPage, char);
      if (object === 0 || object === last) continue;
      last = object;
      const font = fn('FPDFTextObj_GetFont')(object);
      if (font === 0 || seen.has(font)) continue;
      seen.add(font);
      const name = readText(document, 'utf-8', (buffer, bytes) => getName(font, buffer, bytes));
      // Six letters and a plus mark a font subset (ISO 32000-1, 9.6.4).
      if (name !== '') fonts.set(name.replace(/^[A-Z]{6}\+/, ''), fn('FPDFFont_GetIsEmbedded')(font) === 1);
    }
  };
  const last = Math.min(document.pages, MAX_FONT_PAGES);
  for (let number = 1; number <= last && fonts.size < MAX_FONTS; number += 1)
    await withPage(document, number, (page) => withTextPage(document, page, addFonts));
  return [...fonts]
    .map(([name, embedded]) => ({ name, embedded }))
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function pageSizesOf(document: PdfiumDocument): PdfDetails['page_sizes'] {
  const sizes = new Map<string, { width: number; height: number; pages: number }>();
  const tenths = (value: number): number => Math.round(value * 10) / 10;
  const numbers = Array.from({ length: document.pages }, (_, index) => index + 1);
  for (const { width, height } of pageSizes(document, numbers)) {
    const own = { width: tenths(width), height: tenths(height) };
    const key = `${own.width} ${own.height}`;
    const size = sizes.get(key) ?? { ...own, pages: 0 };
    size.pages += 1;
    sizes.set(key, size);
  }
  return [...sizes.values()];
}

function permissionsOf({ handle, fn }: PdfiumDocument): PdfDetails['permissions'] {
  const bits = fn('FPDF_GetDocUserPermissions')(handle);
  const may = (bit: number): boolean => (bits & (1 << (bit - 1))) !== 0;
  return {
    print: may(3),
    print_high_quality: may(3) && may(12),
    modify: may(4),
    copy: may(5),
    annotate: may(6),
    fill_forms: may(6) || may(9),
    assemble: may(4) || may(11),
  };
}

/** Returns the PDF-specific metadata except form fields and language, which PDFium does not provide. */
export async function documentDetails(
  document: PdfiumDocument,
): Promise<Omit<PdfDetails, 'form_fields' | 'stated_language'>> {
  const { handle, fn, scratch, results } = document;
  const hasVersion = fn('FPDF_GetFileVersion')(handle, scratch) !== 0;
  const version = hasVersion ? results().getInt32(0, true) : 0;
  return {
    version: version === 0 ? null : `${Math.floor(version / 10)}.${version % 10}`,
    tagged: fn('FPDFCatalog_IsTagged')(handle) === 1,
    permissions: permissionsOf(document),
    page_sizes: pageSizesOf(document),
    fonts: await fontsOf(document),
    outline: outlineOf(document),
    attachments: (await attachmentsOf(document, true)).map(({ name, bytes }) => ({
      name,
      size_bytes: bytes,
    })),
    signatures: Math.max(0, fn('FPDF_GetSignatureCount')(handle)),
  };
}
