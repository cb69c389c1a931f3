import { expect, it } from 'vitest';
import * as schemas from '../../../lib/conversions/document/result-schemas.ts';
import type { ExtractFormat } from '../../../lib/conversions/formats.ts';
import { extract } from '../../../lib/conversions/index.ts';

const markdown = '# Report\n\nSales rose by 12 %.\n\n| Region | Sales |\n|---|---|\n| North | 120 |\n';

const resultOf = async (format: ExtractFormat): Promise<unknown> => {
  const { bytes } = await extract(Buffer.from(markdown), { from: 'markdown', format });
  return JSON.parse(Buffer.from(bytes).toString('utf8'));
};

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
