import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extract } from '../../../lib/conversions/index.ts';
import { findProgram, runProgram } from '../../engines/peers.ts';
import { percent, type QualityResult, type QualitySet } from '../quality-set.ts';

/** The text of a document; undefined if it was refused. */
type Reader = (path: string, name: string) => Promise<string | undefined>;

async function readers(): Promise<Map<string, Reader>> {
  const own =
    (format: 'text' | 'markdown'): Reader =>
    async (path, name) => {
      const { bytes } = await extract(await readFile(path), { format, filename: name });
      return Buffer.from(bytes).toString();
    };
  const found = new Map<string, Reader>([
    ['DocForge, text', own('text')],
    ['DocForge, markdown', own('markdown')],
  ]);
  const pandoc = findProgram('pandoc');
  if (pandoc !== undefined)
    found.set('pandoc', async (path) => {
      const { ok, output } = await runProgram(pandoc, ['-t', 'plain', '--wrap=none', path]);
      return ok ? output.toString() : undefined;
    });
  return found;
}

/** White space and the marks of Markdown do not count. */
const plain = (text: string): string => text.replaceAll(/[\s\u00a0*_#`|\\>~-]+/g, '').toLowerCase();

type Expected = Readonly<
  Record<string, { readonly contains: readonly string[]; readonly not_contains: readonly string[] }>
>;

async function measure(folder: string): Promise<QualityResult> {
  const expected: Expected = JSON.parse(await readFile(join(folder, 'truth', 'expected.json'), 'utf8'));
  const present = new Set(await readdir(join(folder, 'documents')));
  const rows = [];
  const losses: string[] = [];
  let strings = 0;
  for (const [tool, read] of await readers()) {
    let hits = 0;
    strings = 0;
    for (const [name, { contains, not_contains: forbidden }] of Object.entries(expected)) {
      if (!present.has(name)) continue;
      strings += contains.length + forbidden.length;
      const text = await read(join(folder, 'documents', name), name).catch(() => undefined);
      if (text === undefined) {
        if (tool === 'DocForge, text') losses.push(`${name}: refused`);
        continue;
      }
      const found = plain(text);
      const missing = contains.filter((part) => !found.includes(plain(part)));
      const wrong = forbidden.filter((part) => found.includes(plain(part)));
      hits += contains.length + forbidden.length - missing.length - wrong.length;
      const lost = [...missing, ...wrong.map((part) => `not ${part}`)];
      if (tool === 'DocForge, text' && lost.length > 0) losses.push(`${name}: ${lost.join(', ')}`);
    }
    rows.push({ tool, figures: [percent(hits / strings)] });
  }
  return { measured: `${strings} strings of ${present.size} documents`, columns: ['strings'], rows, losses };
}

/** Strings that Tika's tests expect of its own documents. */
export const tika: QualitySet = {
  name: 'tika',
  title:
    "Strings that Apache Tika's tests expect of their documents, in percent; an error fails all of a document",
  measure,
};
