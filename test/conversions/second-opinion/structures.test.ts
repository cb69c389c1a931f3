import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { extract } from '../../../lib/conversions/index.ts';
import { isLong, runsOf } from '../../support/long-run.ts';
import { docxOfStructure, madeStructures, odtOfStructure, structureOf } from './make-structures.ts';
import { ourStructure, pandocStructure, withoutSpans } from './peer-structure.ts';

// A long run asks pandoc too, so that a document that we and the generator misunderstand alike is found.
const numRuns = runsOf(10, 150);

it.each([
  ['docx', docxOfStructure],
  ['odt', odtOfStructure],
] as const)('reads the numbers, tables and formulas of %s', async (format, make) => {
  const folder = await mkdtemp(join(tmpdir(), 'docforge-structure-'));
  try {
    await fc.assert(
      fc.asyncProperty(madeStructures, async (made) => {
        const file = make(made);
        const { bytes } = await extract(file, { from: format, format: 'document' });
        const expected = structureOf(made);

        expect(ourStructure(JSON.parse(Buffer.from(bytes).toString()))).toEqual(expected);
        if (!isLong) return;
        const path = join(folder, `made.${format}`);
        await writeFile(path, file);
        const peer = await pandocStructure(path, format);
        if (format === 'odt') expect(withoutSpans(peer)).toEqual(withoutSpans(expected));
        else expect(peer).toEqual(expected);
      }),
      { numRuns, seed: 7 },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
