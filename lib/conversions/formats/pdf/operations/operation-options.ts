import * as z from 'zod';
import { ocrOptions } from '../../../backends/tesseract/ocr-options.ts';
import { parsePageRanges } from '../../../base/page-ranges.ts';
import { archiveOptions, passwordText, pdfOptions } from '../../../engine/options.ts';

const ranges = z
  .string()
  .max(1000)
  .refine((pages) => parsePageRanges(pages) !== undefined, {
    error: 'must be page numbers and ranges such as "1-3,7,-1", where -1 is the last page',
  });

// The limit of PDF 2.0 encryption (ISO 32000-2, 7.6.4.3.3: 127 bytes of UTF-8).
const newPassword = passwordText
  .min(1)
  .refine((password) => Buffer.byteLength(password) <= 127, 'must have at most 127 bytes of UTF-8');

// Not a control, a space, a combining mark, an unassigned character, or one that is shown as nothing.
const VISIBLE = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]/u;

/** User access permissions of an encrypted PDF (ISO 32000-2, table 22). */
export const permissions = [
  'print',
  'print_low_resolution',
  'copy',
  'modify',
  'annotate',
  'fill_forms',
  'assemble',
] as const;

/**
 * Options of PDF operations, applied in this order after the files are joined. Without options the file is rewritten,
 * which repairs some damage.
 */
export const operationOptions = z.strictObject({
  password: pdfOptions.shape.password,
  pages: ranges
    .optional()
    .describe(
      'Pages to keep, numbered across all files, such as "1-3,7,-1". -1 is the last page. Default: all pages.',
    ),
  rotate: z
    .union([z.literal(90), z.literal(180), z.literal(270)])
    .optional()
    .describe('Rotates pages clockwise, in degrees.'),
  rotate_pages: ranges.optional().describe('Pages of the result to rotate. Default: all pages.'),
  searchable: z
    .boolean()
    .default(false)
    .describe(
      'Recognizes text on scanned pages and adds it as an invisible layer, so that you can search and copy it.',
    ),
  ocr_languages: ocrOptions.shape.ocr_languages,
  watermark: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .refine((text) => VISIBLE.test(text), {
      error: 'contains only invisible characters. Use letters, digits or signs.',
    })
    .optional()
    .describe('Watermark text for every page, in any script.'),
  watermark_opacity: z
    .number()
    .min(0.02)
    .max(1)
    .default(0.2)
    .describe('Opacity of the watermark. 1 is fully opaque.'),
  watermark_angle: z
    .number()
    .min(-90)
    .max(90)
    .default(45)
    .describe('Angle of the watermark in degrees, counterclockwise from horizontal.'),
  watermark_color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'must be six hexadecimal digits such as "#cc0000"')
    .default('#808080')
    .describe('Colour of the watermark, as "#rrggbb".'),
  compress: z
    .enum(['none', 'lossless', 'images'])
    .default('none')
    .describe(
      'Compression: "lossless" recompresses streams, "images" also re-encodes images as JPEG if that makes them smaller.',
    ),
  quality: z
    .int()
    .min(10)
    .max(100)
    .default(75)
    .describe('JPEG quality of re-encoded images. Applies only if "compress" is "images".'),
  linearize: z
    .boolean()
    .default(false)
    .describe('Linearizes the PDF, so that a browser can show the first page before the download completes.'),
  decrypt: z
    .boolean()
    .default(false)
    .describe('Removes encryption. Requires "password" if the file needs one to open.'),
  user_password: newPassword.optional().describe('Encrypts the result with a password that opens it.'),
  owner_password: newPassword
    .optional()
    .describe(
      'Encrypts the result with a password that allows changing its permissions. Default: the user password.',
    ),
  permissions: z
    .array(z.enum(permissions))
    .optional()
    .describe('Actions that an encrypted result allows without the owner password. Default: all actions.'),
  pdf_standard: archiveOptions.shape.pdf_standard,
  split_every: z
    .int()
    .min(1)
    .max(5000)
    .optional()
    .describe('Splits the result into parts of this many pages, returned as a ZIP file.'),
  split_ranges: z
    .array(ranges)
    .min(1)
    .max(200)
    .optional()
    .describe(
      'Splits the result into one part for each page range, such as ["1-3", "4--1"], returned as a ZIP file.',
    ),
});

/** Parsed options of PDF operations. */
export type OperationOptions = z.infer<typeof operationOptions>;
