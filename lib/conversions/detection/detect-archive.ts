import { nameTable } from '../base/name-table.ts';
import type { Format } from '../formats.ts';
import { zipLimits } from '../shared/zip/limits.ts';
import { readDirectory } from '../shared/zip/zip-directory.ts';

// ECMA-376 part 1, 8, and [MS-XLSB] 2.1: the main parts, as Microsoft Office names them.
const mainParts: Readonly<Record<string, Format>> = nameTable({
  'xl/workbook.bin': 'xlsb',
  'xl/workbook.xml': 'xlsx',
  'word/document.xml': 'docx',
  'ppt/presentation.xml': 'pptx',
});

/** Archive types of other programs by required files, in lower case and separated by spaces. */
const archiveTypes: Readonly<Record<string, string>> = nameTable({
  'designmap.xml': 'an InDesign document',
  'index/document.iwa': 'an Apple Pages, Numbers or Keynote document',
  'index.zip': 'an Apple Pages, Numbers or Keynote document',
  'index.xml buildversionhistory.plist': 'an Apple Pages or Numbers document',
  'document.json meta.json': 'a Sketch drawing',
  'fixeddocumentsequence.fdseq': 'an XPS document',
  'fixeddocseq.fdseq': 'an XPS document',
  'visio/document.xml': 'a Visio drawing',
  'contents/section0.xml': 'a Hangul document',
  'index.apxl': 'a Keynote presentation',
  'androidmanifest.xml': 'an Android app',
  'meta-inf/manifest.mf': 'a Java archive',
});

/** Returns the file names in a ZIP archive, in lower case; empty if it is damaged or has too many files. */
export function archiveNames(bytes: Uint8Array): ReadonlySet<string> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return new Set([...readDirectory(file, zipLimits.maxEntries).keys()].map((name) => name.toLowerCase()));
  } catch {
    return new Set();
  }
}

/** Returns the type of another program's archive from its file names; undefined if it is unknown. */
export const archiveType = (names: ReadonlySet<string>): string | undefined =>
  Object.entries(archiveTypes).find(([files]) => files.split(' ').every((file) => names.has(file)))?.[1];

// Files that a web page can use. Files that operating systems and other programs add are ignored.
const ASSETS =
  /\.(?:css|m?js|map|png|jpe?g|gif|webp|avif|bmp|svg|ico|woff2?|ttf|otf|eot)$|(?:^|\/)(?:__macosx\/|\.ds_store$|thumbs\.db$|desktop\.ini$)/;

/** Returns true if an archive is a single web page with its files. */
function isPage(names: ReadonlySet<string>): boolean {
  const others = [...names].filter((name) => !ASSETS.test(name));
  return names.size > 1 && others.length === 1 && /\.x?html?$/.test(others[0] ?? '');
}

/**
 * Detects Open XML documents by their part names, a web page with its files, and plain archives of files. Returns undefined for
 * documents of other programs.
 */
export function detectArchive(bytes: Uint8Array): Format | undefined {
  const names = archiveNames(bytes);
  const format = Object.entries(mainParts).find(([part]) => names.has(part))?.[1];
  if (names.has('[content_types].xml')) return format;
  // OpenDocument and EPUB have their type in a file named mimetype.
  const isOther = format !== undefined || names.has('mimetype') || archiveType(names) !== undefined;
  if (isOther) return undefined;
  return isPage(names) ? 'html' : 'zip';
}
