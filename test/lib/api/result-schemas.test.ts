import { expect, it } from 'vitest';
import type * as z from 'zod';
import type {
  chunk,
  extractedTable,
  metadataResult,
  structuredResult,
} from '../../../lib/api/result-schemas.ts';
import * as schemas from '../../../lib/api/result-schemas.ts';
import type { Chunk } from '../../../lib/conversions/document/chunks.ts';
import type { DocumentMetadata } from '../../../lib/conversions/document/metadata.ts';
import type { StructuredDocument } from '../../../lib/conversions/document/structure.ts';
import type { ExtractedTable } from '../../../lib/conversions/document/tables.ts';
import type { ExtractFormat } from '../../../lib/conversions/formats.ts';
import { extract } from '../../../lib/conversions/index.ts';

type Members<Value> = Value extends readonly (infer Item)[]
  ? Members<Item>[]
  : Value extends object
    ? { [Key in keyof Value]-?: Members<Value[Key]> }
    : Value;

/** That two types have the same members, of the same types. */
type Same<One, Other> = [Members<One>, Members<Other>] extends [Members<Other>, Members<One>] ? true : false;

// The compiler refuses these if a result and its description differ.
const sameTypes: readonly [
  Same<Omit<Chunk, 'kinds' | 'places'>, Omit<z.output<typeof chunk>, 'kinds' | 'places'>>,
  Same<StructuredDocument, z.output<typeof structuredResult>>,
  Same<ExtractedTable, z.output<typeof extractedTable>>,
  Same<DocumentMetadata, z.output<typeof metadataResult>>,
] = [true, true, true, true];

const markdown = '# Report\n\nSales rose by 12 %.\n\n| Region | Sales |\n|---|---|\n| North | 120 |\n';

const resultOf = async (format: ExtractFormat): Promise<unknown> => {
  const { bytes } = await extract(Buffer.from(markdown), { from: 'markdown', format });
  return JSON.parse(Buffer.from(bytes).toString('utf8'));
};

it('has the types of the results', () => {
  expect(sameTypes).not.toContain(false);
});

it.each([
  ['chunks', schemas.chunksResult],
  ['structured', schemas.structuredResult],
  ['tables', schemas.tablesResult],
  ['metadata', schemas.metadataResult],
] as const)('describes every member of the result of %s', async (format, schema) => {
  const result = await resultOf(format);

  // Parsing removes members that the schema does not have.
  expect(schema.parse(result)).toEqual(result);
});

it('describes the result of document by its own schema', async () => {
  expect(schemas.documentResult.parse(await resultOf('document'))).toMatchObject({
    version: 1,
    format: 'markdown',
  });
});
