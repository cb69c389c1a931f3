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
    for (const name of images) {
      const stem = name.replace(/\.\w+$/, '.');
      const truth = truths.find((file) => file.startsWith(stem) && file.endsWith('.hocr')) ?? '';
      const wanted = truthOf(await readFile(join(folder, 'truth', truth), 'utf8'));
      const got = wordsOf(await read(join(folder, 'documents', name)).catch(() => ''));
      const own = f1Of(countShared(wanted, got));
      const ordered = f1Of({ hits: inOrder(wanted, got), wanted: wanted.length, got: got.length });
      bag += own;
      order += ordered;
      if (tool === 'DocForge') losses.push(`${name}: ${own.toFixed(3)}, in order ${ordered.toFixed(3)}`);
    }
    rows.push({ tool, figures: [(bag / images.length).toFixed(3), (order / images.length).toFixed(3)] });
  }
  return { measured: `${images.length} images`, columns: ['words', 'in order'], rows, losses };
}

/** Text recognition. */
export const recognition: QualitySet = {
  name: 'ocr',
  title: "Images of Scribe's benchmark: mean F1 of words, as a bag and in order",
  measure,
};
