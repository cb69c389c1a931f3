import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { canonicalFormat } from '../../../lib/conversions/formats.ts';
import { extract } from '../../../lib/conversions/index.ts';
import { decodeEntities } from '../../engines/markup-text.ts';
import { findProgram, runProgram } from '../../engines/peers.ts';
import { countShared, f1Of } from '../features.ts';
import type { QualityResult, QualitySet } from '../quality-set.ts';

/** The words of an hOCR file in its order. */
const truthOf = (hocr: string): string[] =>
  [...hocr.matchAll(/<span class=['"]ocrx_word['"][^>]*>(.*?)<\/span>/gs)].map(([, text = '']) =>
    decodeEntities(text.replaceAll(/<[^>]+>/g, '')),
  );

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** The length of the longest common subsequence of words. */
function inOrder(wanted: readonly string[], got: readonly string[]): number {
  let before = new Array<number>(got.length + 1).fill(0);
  for (const word of wanted) {
    const line = [0];
    for (let at = 1; at <= got.length; at += 1)
      line.push(
        word === got[at - 1] ? (before[at - 1] ?? 0) + 1 : Math.max(before[at] ?? 0, line[at - 1] ?? 0),
      );
    before = line;
  }
  return before.at(-1) ?? 0;
}

const DECIMAL = /^[-+–—$]*(?:\d[\d,]*)?\.\d+$/;
const IN_BRACKETS = /^\$?\([\d.,]*\d\)?%?$/;
const bare = (word: string): string => word.replaceAll(/^[()[\]$%*,;:|]+|[()[\]$%*,;:|]+$/g, '');

const countsOf = (words: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

/** Counts a word once less; returns false if it has no count left. */
function take(counts: Map<string, number>, word: string): boolean {
  const count = counts.get(word) ?? 0;
  if (count > 0) counts.set(word, count - 1);
  return count > 0;
}

/** Counts the numbers that were recognized except for their point or their opening bracket. */
function lossesOfNumbers(wanted: readonly string[], got: readonly string[]) {
  const numbers = countsOf(got.map(bare));
  const decimals = wanted.map(bare).filter((word) => DECIMAL.test(word));
  const missing = decimals.filter((word) => !take(numbers, word));
  const bracketed = wanted.filter((word) => IN_BRACKETS.test(word));
  const words = countsOf(got);
  const unequal = bracketed.filter((word) => !take(words, word));
  return {
    decimals: decimals.length,
    exact: decimals.length - missing.length,
    points: missing.filter((word) => take(numbers, word.replace('.', ''))),
    bracketed: bracketed.length,
    openings: unequal.filter(
      (word) => take(words, word.replace('(', '')) || take(words, word.replaceAll(/[()]/g, '')),
    ),
  };
}

async function measure(folder: string): Promise<QualityResult> {
  const truths = await readdir(join(folder, 'truth'));
  const images = (await readdir(join(folder, 'documents'))).toSorted();
  const readers = new Map<string, (path: string) => Promise<string>>([
    [
      'DocForge',
      async (path) => {
        const from = canonicalFormat(extname(path));
        const { bytes } = await extract(await readFile(path), { format: 'text', ...(from && { from }) });
        return Buffer.from(bytes).toString();
      },
    ],
  ]);
  const tesseract = findProgram('tesseract');
  if (tesseract !== undefined)
    readers.set('tesseract', async (path) =>
      (await runProgram(tesseract, [path, '-', '-l', 'eng'])).output.toString(),
    );
  const losses: string[] = [];
  const rows = [];
  for (const [tool, read] of readers) {
    let bag = 0;
    let order = 0;
    const all = { decimals: 0, exact: 0, points: 0, bracketed: 0, openings: 0 };
    for (const name of images) {
      const stem = name.replace(/\.\w+$/, '.');
      const truth = truths.find((file) => file.startsWith(stem) && file.endsWith('.hocr')) ?? '';
      const wanted = truthOf(await readFile(join(folder, 'truth', truth), 'utf8'));
      const got = wordsOf(await read(join(folder, 'documents', name)).catch(() => ''));
      const own = f1Of(countShared(wanted, got));
      const ordered = f1Of({ hits: inOrder(wanted, got), wanted: wanted.length, got: got.length });
      bag += own;
      order += ordered;
      const numbers = lossesOfNumbers(wanted, got);
      all.decimals += numbers.decimals;
      all.exact += numbers.exact;
      all.points += numbers.points.length;
      all.bracketed += numbers.bracketed;
      all.openings += numbers.openings.length;
      const lost = [...numbers.points, ...numbers.openings].join(' ');
      if (tool === 'DocForge')
        losses.push(
          `${name}: ${own.toFixed(3)}, in order ${ordered.toFixed(3)}; lost marks: ${lost || 'none'}`,
        );
    }
    rows.push({
      tool,
      figures: [
        (bag / images.length).toFixed(3),
        (order / images.length).toFixed(3),
        `${all.exact} of ${all.decimals}`,
        String(all.points),
        `${all.openings} of ${all.bracketed}`,
      ],
    });
  }
  return {
    measured: `${images.length} images`,
    columns: ['words', 'in order', 'exact decimals', 'lost points', 'lost brackets'],
    rows,
    losses,
  };
}

/** Text recognition. */
export const recognition: QualitySet = {
  name: 'ocr',
  title: "Images of Scribe's benchmark: mean F1 of words, as a bag and in order, and marks of numbers",
  measure,
};
