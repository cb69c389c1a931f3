import * as z from 'zod';
import { fileSizeWords } from '../plans.ts';
import { exampleFileId, exampleJobId } from './example-ids.ts';
import { defaultPageItems } from './limits.ts';

/** Describes a query parameter as the integer that its text is. */
export const integerParameter =
  (bounds: { readonly minimum: number; readonly maximum: number; readonly default?: number }) =>
  ({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void => {
    delete jsonSchema.pattern;
    Object.assign(jsonSchema, { type: 'integer', ...bounds });
  };

/** A point in time, as every response writes it. */
export const timestamp = z.iso
  .datetime({ precision: 3 })
  .describe('ISO 8601, UTC, milliseconds')
  .meta({ example: '2026-11-20T09:12:00.000Z' });

/** A SHA-256. */
export const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in 64 lowercase hexadecimal digits')
  .describe('SHA-256, lowercase hexadecimal');

/** The id of a file. */
export const fileId = z
  .string()
  .describe('ID of the file, as returned by the upload')
  .meta({ example: exampleFileId });

/** The id of a job. */
export const jobId = z.string().describe('ID of the job').meta({ example: exampleJobId });

/** A document format. Its names are data of the conversions, so only the OpenAPI document lists them. */
export const formatName = z
  .string()
  .meta({ id: 'FormatName', description: 'Name or alias of a format. Responses contain the name' });

/** What to extract; listed as the formats are. */
export const extractName = z
  .string()
  .meta({ id: 'ExtractFormat', description: 'What to extract. GET /formats lists what each format offers' });

/** The error of a failed job; listed as the formats are. */
export const jobErrorCode = z.string().meta({ id: 'JobErrorCode', description: 'Why a job failed' });

/** Options of a conversion or an extraction. */
export const options = z
  .record(z.string(), z.unknown())
  .describe('Options of this conversion. GET /formats lists them. Unknown options are rejected');

/** The file in a form. */
export const formFile = z.string().meta({ format: 'binary' }).describe(`The file, up to ${fileSizeWords}`);

/** The URL of a receiver of webhooks. */
export const receiverUrl = z
  .string()
  .max(2048, 'must be at most 2048 characters')
  .pipe(z.url({ protocol: /^https?$/, error: 'must be an https URL' }));

/** Query of lists. */
export const page = {
  limit: z
    .string()
    .regex(/^([1-9]\d?|100)$/, 'must be a whole number from 1 to 100')
    .optional()
    .meta({
      override: integerParameter({ minimum: 1, maximum: 100, default: defaultPageItems }),
      description: 'Maximum number of items',
      example: defaultPageItems,
    }),
  cursor: z
    .string()
    .max(200)
    .optional()
    .describe('`next_cursor` of the previous page, unchanged')
    .meta({ example: 'am9iXzAxS0FHQlg3TTNONVA5UjJTNFQ2VjhXMFkx' }),
};

/** A page of a list. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    data: z.array(item),
    has_more: z.boolean(),
    next_cursor: z.string().nullable().describe('Cursor of the next page; null on the last page'),
  });
