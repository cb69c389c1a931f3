import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { extract } from '../../lib/conversions/index.ts';
import { ourStructure, pandocStructure, withoutSpans } from '../conversions/second-opinion/peer-structure.ts';
import { corpus } from './corpus.ts';
import { differences } from './pandoc-differences.ts';

// The formats that pandoc reads too, wherever they are in the collection.
const documents = readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.(?:docx|odt|rtf|epub)$/i.test(path) && !path.startsWith('hostile'),
);

describe('pandoc finds the same numbers, tables and formulas, except for differences with a reason', () => {
  it.each(documents)('%s', async (path) => {
    const from = extname(path).slice(1).toLowerCase();
    const file = join(corpus, path);
    // What pandoc declines, such as an encrypted document, has no second opinion.
    const peer = await pandocStructure(file, from).catch(() => undefined);
    if (peer === undefined) return;
    const { bytes } = await extract(await readFile(file), { format: 'document' });
    const own = ourStructure(JSON.parse(Buffer.from(bytes).toString()));
    const [read, expected] = from === 'odt' ? [withoutSpans(own), withoutSpans(peer)] : [own, peer];

    for (const key of ['numbers', 'tables', 'formulas'] as const) {
      const isKnown = differences.some(({ file: name, of }) => name === basename(path) && of === key);
      if (isKnown) expect(read[key], `${key}, listed as different`).not.toEqual(expected[key]);
      else expect(read[key], key).toEqual(expected[key]);
    }
  });
});
