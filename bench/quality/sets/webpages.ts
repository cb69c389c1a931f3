import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extract } from '../../../lib/conversions/index.ts';
import { countShared, f1Of } from '../features.ts';
import { percent, type QualityResult, type QualitySet } from '../quality-set.ts';

const SHINGLE = 4;

/** Groups of four neighbouring words, as the set's own script compares them. */
function shinglesOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const size = Math.min(SHINGLE, words.length);
  return words.slice(0, words.length - size + 1).map((_, at) => words.slice(at, at + size).join(' '));
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
      const score = f1Of(countShared(shinglesOf(truth), shinglesOf(text)));
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
