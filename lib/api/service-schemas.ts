import * as z from 'zod';
import { extractName, formatName, timestamp } from './schemas.ts';

/** Response of `GET /`. */
export const serviceIndex = z
  .object({
    name: z.string(),
    version: z.string().describe('The version of the API'),
    docs: z.url().describe('The documentation, for people'),
    openapi: z.url().describe('The OpenAPI 3.1 document'),
    dashboard: z.url().optional().describe('Missing if the deployment has no dashboard'),
    health: z.url(),
    formats: z.url().describe('Every conversion and extraction; requires a token'),
  })
  .meta({ id: 'ServiceIndex', description: 'Where to look' });

/** Response of `GET /usage`. */
export const usage = z
  .object({
    plan: z.string(),
    operations: z.object({ used: z.int(), limit: z.int(), resets_at: timestamp }),
    jobs: z.object({ active: z.int(), max: z.int() }),
    keys: z.object({ used: z.int(), max: z.int() }),
    files: z.object({
      max_bytes: z.int().describe('Largest file of the account, in bytes. POST /uploads accepts it'),
      max_upload_bytes: z
        .int()
        .describe('Largest file that POST /upload of this deployment accepts, in bytes'),
    }),
  })
  .meta({ id: 'Usage' });

export const jsonSchema = z
  .record(z.string(), z.unknown())
  .describe('JSON Schema (2020-12) of the options, or a `$ref` to one in option_schemas');

const engines = z
  .array(z.string())
  .describe('Engines in the order in which they are tried. " + " joins engines that run one after the other');

/** Query of `GET /formats`. */
export const formatsQuery = z.strictObject({
  from: formatName.optional().describe('List only conversions and extractions of this format'),
  options: z
    .enum(['inline', 'reference'])
    .default('inline')
    .describe(
      'Where the schemas of options are: `inline` in each conversion and extraction, or once in option_schemas, to which a `$ref` points (`reference`; a third of the size)',
    ),
});

/** Response of `GET /formats`. */
export const formats = z
  .object({
    formats: z.array(
      z
        .object({
          name: formatName,
          label: z.string().describe('Display name'),
          extensions: z.array(z.string()).describe('File extensions without the dot. Results use the first'),
          media_types: z.array(z.string()),
          aliases: z.array(z.string()).describe('Other names that requests can use'),
        })
        .meta({ id: 'Format' }),
    ),
    conversions: z.array(
      z
        .object({
          from: formatName,
          to: formatName,
          engines,
          several_files: z.boolean().describe('True if file_ids can combine several files into one result'),
          options: jsonSchema,
        })
        .meta({ id: 'Conversion' }),
    ),
    extractions: z.array(
      z
        .object({ from: formatName, format: extractName, engines, options: jsonSchema })
        .meta({ id: 'Extraction' }),
    ),
    option_schemas: z
      .record(z.string(), z.record(z.string(), z.unknown()))
      .optional()
      .describe(
        'Only with options=reference: the schemas of options. Their names can change, so follow the references',
      ),
  })
  .meta({ id: 'Formats' });

/** Response of `GET /openapi.json`. */
export const openApiDocument = z
  .object({ openapi: z.string().describe('The OpenAPI version') })
  .meta({ id: 'OpenApiDocument', description: 'An OpenAPI 3.1 document' });

/** Response of `GET /schemas/document-1.json`. */
export const schemaDocument = z
  .object({ $schema: z.string().describe('The dialect of JSON Schema') })
  .meta({ id: 'JsonSchema', description: 'A JSON Schema' });

/** Response of `GET /health`. */
export const health = z.object({ status: z.literal('ok') }).meta({ id: 'Health' });
