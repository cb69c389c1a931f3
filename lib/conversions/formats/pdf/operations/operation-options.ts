import * as z from 'zod';
import { parsePageRanges } from '../../../base/page-ranges.ts';
import { pdfOptions } from '../../../engine/options.ts';

const ranges = z
  .string()
  .max(1000)
  .refine((pages) => parsePageRanges(pages) !== undefined, {
    error: 'expected page numbers and ranges such as "1-3,7,-1", where -1 is the last page',
  });

// PDF 2.0 encryption takes no more (ISO 32000-2, 7.6.4.3.3: 127 bytes of UTF-8).
const newPassword = z
  .string()
  .min(1)
  .refine((password) => Buffer.byteLength(password) <= 127, 'is longer than 127 bytes of UTF-8');

/** What readers may do with an encrypted pdf (ISO 32000-2, table 22). */
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
 * Options of pdf to pdf. They take effect in the order in which they stand here, after the files were joined; without
 * any the file is read and written anew, which repairs what can be repaired.
 */
export const operationOptions = z.strictObject({
  password: pdfOptions.shape.password,
  pages: ranges
    .optional()
    .describe('Pages to keep of all files together, such as "1-3,7,-1"; -1 is the last page.'),
  rotate: z
    .union([z.literal(90), z.literal(180), z.literal(270)])
    .optional()
    .describe('Turns pages clockwise, in degrees.'),
  rotate_pages: ranges.optional().describe('Pages of the result that "rotate" turns; all where left out.'),
  watermark: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('Text that is put across each page, in any script.'),
  watermark_opacity: z
    .number()
    .min(0.02)
    .max(1)
    .default(0.2)
    .describe('How much the watermark covers: 1 hides what is under it.'),
  watermark_angle: z
    .number()
    .min(-90)
    .max(90)
    .default(45)
    .describe('Degrees by which the watermark rises to the right.'),
  watermark_color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'expected six hexadecimal digits such as "#cc0000"')
    .default('#808080')
    .describe('Colour of the watermark.'),
  compress: z
    .enum(['none', 'lossless', 'images'])
    .default('none')
    .describe(
      'lossless packs everything tighter; images also stores pictures anew as JPEG where that is smaller.',
    ),
  quality: z
    .int()
    .min(10)
    .max(100)
    .default(75)
    .describe('Of the JPEG pictures that "compress": "images" makes.'),
  linearize: z
    .boolean()
    .default(false)
    .describe('Lets a browser show the first page while the rest arrives.'),
  decrypt: z.boolean().default(false).describe('Takes the encryption away; "password" has to open the file.'),
  user_password: newPassword.optional().describe('Encrypts the result: needed to open it.'),
  owner_password: newPassword
    .optional()
    .describe('Encrypts the result: needed to change what is permitted. The user password where left out.'),
  permissions: z
    .array(z.enum(permissions))
    .optional()
    .describe(
      'What may be done with an encrypted result without its owner password; everything where left out.',
    ),
  split_every: z.int().min(1).max(5000).optional().describe('Pages in each part of a zip of parts.'),
  split_ranges: z
    .array(ranges)
    .min(1)
    .max(200)
    .optional()
    .describe('One part for each: pages of the result, such as ["1-3", "4--1"].'),
});

/** Parsed options of pdf to pdf. */
export type OperationOptions = z.infer<typeof operationOptions>;
