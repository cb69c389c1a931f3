import { nameTable } from '../base/name-table.ts';
import type { Format } from '../formats.ts';
import { zipLimits } from '../shared/zip/open-zip.ts';
import { readDirectory } from '../shared/zip/zip-directory.ts';

// ECMA-376 part 1, 8, and [MS-XLSB] 2.1: the part that the programs of Microsoft Office write first.
const mainParts: Readonly<Record<string, Format>> = nameTable({
  'xl/workbook.bin': 'xlsb',
  'xl/workbook.xml': 'xlsx',
  'word/document.xml': 'docx',
  'ppt/presentation.xml': 'pptx',
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

/** Detects an Open XML document by the names of its parts; undefined if it is another archive. */
export function detectArchive(bytes: Uint8Array): Format | undefined {
  const names = archiveNames(bytes);
  if (!names.has('[content_types].xml')) return undefined;
  return Object.entries(mainParts).find(([part]) => names.has(part))?.[1];
}
