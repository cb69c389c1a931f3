import * as z from 'zod';
import { parsePageRanges } from '../base/page-ranges.ts';

/** Options of everything that reads a pdf. */
export const pdfOptions = z.strictObject({
  pages: z
    .string()
    .max(1000)
    .refine((pages) => parsePageRanges(pages) !== undefined, {
      error: 'expected page numbers and ranges such as "1-3,7,-1", where -1 is the last page',
    })
    .optional()
    .describe('Pages to read, such as "1-3,7,-1"; -1 is the last page. All where left out.'),
  password: z.string().max(127).optional().describe('Password that opens the document.'),
});

/** Encodings a text file may be declared to have; the WHATWG names of what Node decodes. */
export const encodings = [
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

/** Options of everything that reads a text file. */
export const textOptions = z.strictObject({
  encoding: z.enum(encodings).optional().describe('Encoding of the file. Detected where left out.'),
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

/** Paper: options of everything that makes pages. */
export const paperOptions = z.strictObject({
  page_size: z.enum(['A3', 'A4', 'A5', 'Letter', 'Legal', 'Tabloid']).default('A4').describe('Paper size.'),
  landscape: z.boolean().default(false).describe('Turns the page to its long side.'),
  margin: z.number().min(0).max(60).default(20).describe('Margin on all four sides, in millimetres.'),
});

const sideMargin = z.number().min(0).max(100).optional();

const pageMargin = z
  .union([
    z.number().min(0).max(60),
    z.strictObject({ top: sideMargin, right: sideMargin, bottom: sideMargin, left: sideMargin }),
  ])
  .default(20)
  .describe('Margin in millimetres: one number, or {top, right, bottom, left}, 20 where one is left out.');

/** Options of text to pdf. */
export const pageOptions = z.strictObject({
  ...textOptions.shape,
  ...paperOptions.shape,
  margin: pageMargin,
  font: z
    .enum(['auto', 'sans', 'mono'])
    .default('auto')
    .describe('Letters of one width (mono) or not; auto chooses mono for columns, boxes and code.'),
  font_size: z
    .number()
    .min(4)
    .max(72)
    .optional()
    .describe('Size of the letters, in points: 11, or 10 for mono.'),
  page_numbers: z.boolean().default(false).describe('Puts the page number at the foot of each page.'),
});

/** Option of everything that can write a table of contents. */
export const tocOptions = z.strictObject({
  toc: z.boolean().default(false).describe('Puts a table of contents with links before the text.'),
});

/** Standards of archives and accessibility that a PDF may be made to (ISO 19005-2 to -4, ISO 14289-1). */
export const pdfStandards = ['none', 'a-2b', 'a-2u', 'a-2a', 'a-3b', 'a-3u', 'a-3a', 'a-4', 'ua-1'] as const;

/** Options of documents to pdf, whatever makes the pages. */
export const pdfPageOptions = z.strictObject({
  ...paperOptions.shape,
  margin: pageMargin,
  header: z
    .string()
    .max(500)
    .optional()
    .describe('Text at the head of each page; {page}, {pages} and {title} stand for what they name.'),
  footer: z
    .string()
    .max(500)
    .optional()
    .describe('Text at the foot of each page; {page}, {pages} and {title} stand for what they name.'),
  page_numbers: z.boolean().default(true).describe('Puts the page number at the foot of each page.'),
  toc: z.boolean().default(false).describe('Begins with a table of contents, made of the headings.'),
  pdf_standard: z
    .enum(pdfStandards)
    .default('none')
    .describe(
      'Standard for archives (PDF/A: a-...) or accessibility (PDF/UA: ua-1) that the file is made to.',
    ),
});

/** Options of text to pdf, of an engine that also sets heads and feet and keeps to standards. */
export const textPageOptions = z.strictObject({
  ...pageOptions.shape,
  header: pdfPageOptions.shape.header,
  footer: pdfPageOptions.shape.footer,
  pdf_standard: pdfPageOptions.shape.pdf_standard,
});
