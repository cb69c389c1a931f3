import { nameTable } from '../base/name-table.ts';
import type { Format } from '../formats.ts';
import { zipLimits } from '../shared/zip/limits.ts';
import { readDirectory } from '../shared/zip/zip-directory.ts';

// ECMA-376 part 1, 8, and [MS-XLSB] 2.1: the part that the programs of Microsoft Office write first.
const mainParts: Readonly<Record<string, Format>> = nameTable({
  'xl/workbook.bin': 'xlsb',
  'xl/workbook.xml': 'xlsx',
  'word/document.xml': 'docx',
  'ppt/presentation.xml': 'pptx',
});

/** Archives of other programs, by files that all of them have, in lower case and separated by spaces. */
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

/** The file names in a ZIP archive, in lower case; empty if it is damaged or has too many files. */
export function archiveNames(bytes: Uint8Array): ReadonlySet<string> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return new Set([...readDirectory(file, zipLimits.maxEntries).keys()].map((name) => name.toLowerCase()));
  } catch {
    return new Set();
  }
}

/** The type of an archive that another program writes, by the names in it; undefined if it is none of those known. */
export const archiveType = (names: ReadonlySet<string>): string | undefined =>
  Object.entries(archiveTypes).find(([files]) => files.split(' ').every((file) => names.has(file)))?.[1];

// What a web page refers to; those of other programs and systems do not count.
const ASSETS =
  /\.(?:css|m?js|map|png|jpe?g|gif|webp|avif|bmp|svg|ico|woff2?|ttf|otf|eot)$|(?:^|\/)(?:__macosx\/|\.ds_store$|thumbs\.db$|desktop\.ini$)/;

/** Whether an archive is one web page with the files that it shows. */
function isPage(names: ReadonlySet<string>): boolean {
  const others = [...names].filter((name) => !ASSETS.test(name));
  return names.size > 1 && others.length === 1 && /\.x?html?$/.test(others[0] ?? '');
}

/**
 * Detects an Open XML document by the names of its parts, a web page with its files, and archives of files, which are not the
 * document of a program; undefined for other documents.
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
