import { ConversionError } from '../../../errors.ts';
import { readIsoTime } from '../../base/iso-time.ts';
import { noInfo } from '../../document/document-info.ts';
import { readElements } from '../../shared/xml/info-elements.ts';
import { openZip, zipLimits } from '../../shared/zip/open-zip.ts';
import { createCellBudget } from '../../workbook/cell-budget.ts';
import type { ReadWorkbook } from '../../workbook/workbook.ts';
import { readWorkbookLayout } from './layout/workbook-layout.ts';
import { readTables } from './read-tables.ts';

// A sheet of 5 million cells has 500 MB of highly repetitive XML.
const limits = { ...zipLimits, maxEntryBytes: 512 * 1024 * 1024, maxUnpackedBytes: 600 * 1024 * 1024 };

/**
 * Reads an ods file (ODF 1.3). Formula cells contain their cached results; macros, external links, comments and charts are
 * ignored. With `isTyped`, cells contain typed values, otherwise their displayed text. With `hasLayout`, sheets have their
 * layout on pages. Throws ConversionError `corrupt_document`, `encrypted_document`, `too_complex`.
 */
export function readOds(file: Uint8Array, isTyped: boolean, hasLayout = false): ReadWorkbook {
  const archive = openZip(file, limits);
  const manifest = archive.read('META-INF/manifest.xml') ?? new Uint8Array();
  if (Buffer.from(manifest).includes('encryption-data') || archive.names.includes('encrypted-package')) {
    throw new ConversionError(
      'encrypted_document',
      'The spreadsheet is password-protected. Save it without a password.',
    );
  }
  const part = archive.read('content.xml');
  if (part === undefined) {
    throw new ConversionError(
      'corrupt_document',
      'The spreadsheet is damaged: content.xml is missing. Save it again.',
    );
  }
  const { sheets, numberFormats, isCut } = readTables(part, isTyped, createCellBudget());
  const layout = hasLayout ? readWorkbookLayout(part, archive.read('styles.xml')) : undefined;
  const meta = readElements(archive.read('meta.xml'), [
    'title',
    'initial-creator',
    'creator',
    'subject',
    'keyword',
    'creation-date',
    'date',
    'generator',
  ]);
  const info = {
    ...noInfo,
    title: meta.title || null,
    author: meta['initial-creator'] || meta.creator || null,
    subject: meta.subject || null,
    keywords: meta.keyword || null,
    creator: meta.generator || null,
    created: readIsoTime(meta['creation-date']),
    modified: readIsoTime(meta.date),
  };
  return {
    workbook: {
      hub: 'workbook',
      fileType: 'ods',
      info,
      sheets: sheets.map((sheet, index) => ({ ...sheet, layout: layout?.sheets[index] })),
      numberFormats,
      cellStyles: layout?.cellStyles,
    },
    warnings: isCut ? ['The spreadsheet is truncated; the readable part was converted.'] : [],
  };
}
