import * as z from 'zod';
import { parsePageRanges } from '../base/page-ranges.ts';

/** For engines without options. */
export const noOptions = z.strictObject({});

/** A password. Programs in C end it at a NUL, so that they would open or protect a file with a shorter one. */
export const passwordText = z
  .string()
  .max(127)
  .refine((password) => !password.includes('\0'), {
    error: 'contains the character U+0000. Use a password without it.',
  });

/** The option of everything that reads files with a password. */
export const passwordOption = z.strictObject({
  password: passwordText.optional().describe('Password that opens the document.'),
});

/** Options of everything that reads a PDF. */
export const pdfOptions = z.strictObject({
  pages: z
    .string()
    .max(1000)
    .refine((pages) => parsePageRanges(pages) !== undefined, {
      error: 'must be page numbers and ranges such as "1-3,7,-1", where -1 is the last page',
    })
    .optional()
    .describe('Pages to read, such as "1-3,7,-1". -1 is the last page. Default: all pages.'),
  ...passwordOption.shape,
});

/** The option of readers of files that have files attached. */
export const attachmentsOption = z
  .enum(['list', 'read'])
  .default('list')
  .describe(
    'Attached files of messages and PDFs: "list" lists their names, "read" also adds their content after the document. Forwarded messages are always read.',
  );

/** The option of readers that find text which nobody can see. */
export const hiddenOption = z
  .enum(['omit', 'keep'])
  .default('omit')
  .describe(
    'Hidden text, such as white text on white, invisible or tiny text, or text under a box: "omit" leaves it out and adds a warning, "keep" keeps it.',
  );

/** Encodings that a client can declare for a text file, by WHATWG name; Node decodes all of them. */
const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'iso-8859-1',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-7',
  'iso-8859-9',
  'iso-8859-15',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'koi8-r',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'gb18030',
  'big5',
] as const;

/** Options of engines that read a text file. */
export const textOptions = z.strictObject({
  encoding: z.enum(encodings).optional().describe('Character encoding of the file. Default: detected.'),
});

/** Page sizes in PostScript points (1/72 inch), portrait; ISO 216 and ANSI/ASME Y14.1. */
export const pageSizes = {
  A3: [841.89, 1190.55],
  A4: [595.28, 841.89],
  A5: [419.53, 595.28],
  Letter: [612, 792],
  Legal: [612, 1008],
  Tabloid: [792, 1224],
} as const;

const paperSizes = ['A3', 'A4', 'A5', 'Letter', 'Legal', 'Tabloid'] as const;

/** Page size options of engines that lay out pages. */
const paperOptions = z.strictObject({
  page_size: z.enum(paperSizes).default('A4').describe('Paper size.'),
  landscape: z.boolean().default(false).describe('Landscape orientation.'),
  margin: z.number().min(0).max(60).default(20).describe('Margin on all four sides, in millimetres.'),
});

const sideMargin = z.number().min(0).max(100).optional();

const marginLength = z.union([
  z.number().min(0).max(60),
  z.strictObject({ top: sideMargin, right: sideMargin, bottom: sideMargin, left: sideMargin }),
]);

const pageMargin = marginLength
  .default(20)
  .describe(
    'Margin in millimetres: one number for all sides, or an object with top, right, bottom and left. Default for each side: 20.',
  );

/** Options for converting text to PDF. */
export const pageOptions = z.strictObject({
  ...textOptions.shape,
  ...paperOptions.shape,
  margin: pageMargin,
  font: z
    .enum(['auto', 'sans', 'mono'])
    .default('auto')
    .describe(
      'Font family: proportional ("sans") or monospaced ("mono"). "auto" uses mono for text with columns, boxes or code.',
    ),
  font_size: z
    .number()
    .min(4)
    .max(72)
    .optional()
    .describe('Font size in points. Default: 11, or 10 for a monospaced font.'),
  page_numbers: z.boolean().default(false).describe('Adds a page number to the footer of each page.'),
});

/** Options of engines that can write a table of contents. */
export const tocOptions = z.strictObject({
  toc: z.boolean().default(false).describe('Adds a linked table of contents before the text.'),
});

/** Archiving and accessibility standards for PDF output (ISO 19005-2 to -4, ISO 14289-1). */
export const pdfStandards = ['none', 'a-2b', 'a-2u', 'a-2a', 'a-3b', 'a-3u', 'a-3a', 'a-4', 'ua-1'] as const;

/** The archiving standards that pages without tags can conform to, such as images and existing pages. */
const archiveStandards = ['a-2b', 'a-2u', 'a-3b', 'a-3u'] as const;

/** One of {@link archiveStandards}. */
export type ArchiveStandard = (typeof archiveStandards)[number];

/** Options of everything that writes a PDF without tags. */
export const archiveOptions = z.strictObject({
  pdf_standard: z
    .enum(['none', ...archiveStandards])
    .default('none')
    .describe(
      'Archiving standard (PDF/A) for the file. The job fails with the reason if the document cannot conform.',
    ),
});

/** Options for converting documents to PDF, shared by all engines. */
export const pdfPageOptions = z.strictObject({
  ...paperOptions.shape,
  margin: pageMargin,
  header: z
    .string()
    .max(500)
    .optional()
    .describe('Header text of each page. {page}, {pages} and {title} are replaced.'),
  footer: z
    .string()
    .max(500)
    .optional()
    .describe('Footer text of each page. {page}, {pages} and {title} are replaced.'),
  page_numbers: z.boolean().default(true).describe('Adds a page number to the footer of each page.'),
  toc: z
    .boolean()
    .default(false)
    .describe('Starts the document with a table of contents, built from its headings.'),
  pdf_standard: z
    .enum(pdfStandards)
    .default('none')
    .describe(
      'Archiving standard (PDF/A: a-2b to a-4) or accessibility standard (PDF/UA: ua-1) for the file.',
    ),
});

/** Page options for documents that may have page settings of their own. */
export const documentPageOptions = z.strictObject({
  ...pdfPageOptions.shape,
  page_size: z.enum(paperSizes).optional().describe("Paper size. Default: the document's own, otherwise A4."),
  landscape: z
    .boolean()
    .optional()
    .describe("Landscape orientation. Default: the document's own, otherwise portrait."),
  margin: marginLength
    .optional()
    .describe(
      "Margin in millimetres: one number for all sides, or an object with top, right, bottom and left. Default for each side: the document's own, otherwise 20.",
    ),
  page_numbers: z
    .boolean()
    .optional()
    .describe(
      'Adds a page number to the footer of each page. Default: only if the document has no page settings of its own.',
    ),
});

/** Options of everything that writes pages of an office document. */
export const officePageOptions = z.strictObject({
  page_size: documentPageOptions.shape.page_size,
  landscape: documentPageOptions.shape.landscape,
  margin: paperOptions.shape.margin,
  ...tocOptions.shape,
});

/** Options for converting text to PDF with an engine that supports headers, footers and PDF standards. */
export const textPageOptions = z.strictObject({
  ...pageOptions.shape,
  header: pdfPageOptions.shape.header,
  footer: pdfPageOptions.shape.footer,
  pdf_standard: pdfPageOptions.shape.pdf_standard,
});
