import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extract } from '../../../lib/conversions/index.ts';
import { percent, type QualityResult, type QualitySet } from '../quality-set.ts';

const SHINGLE = 4;

/** Groups of four neighbouring words, as the set's own script compares them. */
function shinglesOf(text: string): Map<string, number> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const size = Math.min(SHINGLE, words.length);
  const shingles = new Map<string, number>();
  for (let at = 0; at + size <= words.length; at += 1) {
    const key = words.slice(at, at + size).join(' ');
    shingles.set(key, (shingles.get(key) ?? 0) + 1);
  }
  return shingles;
}

const sum = (counts: Iterable<number>): number => [...counts].reduce((total, each) => total + each, 0);

function f1(wanted: ReadonlyMap<string, number>, got: ReadonlyMap<string, number>): number {
  const shared = sum([...got].map(([key, times]) => Math.min(times, wanted.get(key) ?? 0)));
  const both = sum(wanted.values()) + sum(got.values());
  return both === 0 ? 1 : (2 * shared) / both;
}

const tools = { 'DocForge, main_content': true, 'DocForge, whole page': false } as const;

async function measure(folder: string): Promise<QualityResult> {
  const pages = (await readdir(join(folder, 'documents'))).toSorted();
  const rows = [];
  const losses: { readonly name: string; readonly score: number }[] = [];
  for (const [tool, isMain] of Object.entries(tools)) {
    let total = 0;
    for (const name of pages) {
      const bytes = await readFile(join(folder, 'documents', name));
      const truth = await readFile(join(folder, 'truth', name.replace(/\.html$/, '.txt')), 'utf8');
      const text = await extract(bytes, { format: 'text', from: 'html', options: { main_content: isMain } })
        .then((result) => Buffer.from(result.bytes).toString())
        .catch(() => '');
      const score = f1(shinglesOf(truth), shinglesOf(text));
      total += score;
      if (isMain) losses.push({ name, score });
    }
    rows.push({ tool, figures: [(total / pages.length).toFixed(3)] });
  }
  return {
    measured: `${pages.length} pages`,
    columns: ['F1'],
    rows,
    losses: losses
      .toSorted((one, other) => one.score - other.score)
      .slice(0, 10)
      .map(({ name, score }) => `${name}: ${percent(score)}`),
  };
}

/** Articles in web pages. */
export const webpages: QualitySet = {
  name: 'webpages',
  title: 'The article of a web page (Zyte): mean F1 of groups of four words',
  measure,
};
