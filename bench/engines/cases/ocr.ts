import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFile } from '../../../lib/conversions/base/package-assets.ts';
import { median } from '../../service/statistics.ts';
import type { BenchmarkCase, BenchmarkContext, CaseRow, Target } from '../benchmark-case.ts';
import { findProgram, importPeer, runProgram, timed } from '../peers.ts';
import { agreementOf } from '../text-agreement.ts';

type Tesseract = {
  readonly createWorker: (
    language: string,
    mode: number,
    options: Record<string, unknown>,
  ) => Promise<{
    readonly recognize: (path: string) => Promise<{ readonly data: { readonly text: string } }>;
    readonly terminate: () => Promise<void>;
  }>;
};

const images = [
  { name: 'p200-003.png', truth: 'p.gt.txt', what: 'A4 at 200 dpi' },
  { name: 'tm300-01.png', truth: 'tm.gt.txt', what: 'two columns at 300 dpi' },
] as const;

const runs = 3;

const measure = async ({ engine, corpus, scratch }: BenchmarkContext) => {
  const folder = join(corpus, 'images');
  const tesseract = findProgram('tesseract');
  const library = await importPeer<Tesseract>('tesseract.js');
  const rows: CaseRow[] = [];
  const targets: Target[] = [];
  for (const { name, truth, what } of images) {
    const path = join(folder, name);
    const reference = await readFile(join(folder, truth), 'utf8');
    const quality = (text: string): string => {
      const { recall, precision, order } = agreementOf(reference, text);
      return `recall ${recall.toFixed(3)}, precision ${precision.toFixed(3)}, order ${order.toFixed(3)}`;
    };
    const task = { path, from: 'png', operation: 'extract', to: 'text' } as const;
    let text = (await engine.run(task)).bytes.toString();
    const times: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const outcome = await engine.run(task);
      times.push(outcome.milliseconds);
      text = outcome.bytes.toString();
    }
    const own = median(times);
    rows.push({ tool: `DocForge, ${what}`, milliseconds: own, quality: quality(text) });
    if (tesseract !== undefined) {
      const run = await runProgram(tesseract, [path, '-', '-l', 'eng'], {
        environment: { OMP_THREAD_LIMIT: '1' },
      });
      rows.push({
        tool: `tesseract, ${what}`,
        milliseconds: run.milliseconds,
        quality: quality(run.output.toString()),
      });
    }
    if (library !== undefined) {
      const langPath = packageFile('@tesseract.js-data/eng', '4.0.0_best_int');
      const options = { langPath, cachePath: scratch, gzip: true };
      const worker = await library.createWorker('eng', 1, options).catch(() => undefined);
      if (worker !== undefined) {
        const { milliseconds, result } = await timed(() => worker.recognize(path));
        rows.push({ tool: `tesseract.js, ${what}`, milliseconds, quality: quality(result.data.text) });
        await worker.terminate();
      }
    }
    const { recall, order } = agreementOf(reference, text);
    if (name === 'p200-003.png') {
      targets.push({ text: `${(own / 1000).toFixed(2)} s <= 1.2`, met: own <= 1200 });
      targets.push({ text: `word recall ${recall.toFixed(3)} >= .93`, met: recall >= 0.93 });
    } else targets.push({ text: `order in two columns ${order.toFixed(3)} >= .95`, met: order >= 0.95 });
  }
  return { unit: 'a page', rows, targets };
};

/** Text recognition on images. */
export const ocr: BenchmarkCase = { name: 'ocr', title: 'Text recognition', measure };
