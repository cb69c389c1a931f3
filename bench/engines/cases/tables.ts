import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { median } from '../../service/statistics.ts';
import type { BenchmarkCase, BenchmarkContext, CaseRow } from '../benchmark-case.ts';
import { openEngine } from '../engine-bench.ts';
import { findProgram, runProgram } from '../peers.ts';
import { childrenProcessorTime } from '../processor-time.ts';

// Runs of each document: the kernel counts processor time in hundredths of a second. Code that has run before is compiled.
const RUNS = 10;
const WARM_RUNS = 3;
// One in this many documents is also the first one of a new engine process.
const STARTS = 8;

/** Aim: processor time as a multiple of pdftotext's with its start. */
const maxRatio = 0.5;

interface Spent {
  readonly milliseconds: number;
  readonly processor: number;
}

const medianOf = (spent: readonly Spent[]): Spent => ({
  milliseconds: median(spent.map(({ milliseconds }) => milliseconds)),
  processor: median(spent.map(({ processor }) => processor)),
});

/** Returns the mean of several runs. */
async function meanOf(run: () => Promise<Spent>): Promise<Spent> {
  let [milliseconds, processor] = [0, 0];
  for (let at = 0; at < RUNS; at += 1) {
    const spent = await run();
    milliseconds += spent.milliseconds / RUNS;
    processor += spent.processor / RUNS;
  }
  return { milliseconds, processor };
}

const measure = async ({ engine, corpus }: BenchmarkContext) => {
  const folder = join(corpus, 'icdar2013-us');
  const paths = (await readdir(folder))
    .filter((name) => name.endsWith('.pdf'))
    .toSorted()
    .map((name) => join(folder, name));
  const taskOf = (path: string) =>
    ({ path, from: 'pdf', operation: 'extract', to: 'tables', options: { ocr: 'never' } }) as const;
  for (let run = 0; run < WARM_RUNS; run += 1) for (const path of paths) await engine.run(taskOf(path));
  const pdftotext = findProgram('pdftotext');
  const [ours, theirs, starts]: [Spent[], Spent[], Spent[]] = [[], [], []];
  for (const path of paths) {
    ours.push(await meanOf(() => engine.run(taskOf(path))));
    if (pdftotext === undefined) continue;
    theirs.push(await meanOf(() => runProgram(pdftotext, ['-layout', path, '-'])));
    starts.push(await meanOf(() => runProgram(pdftotext, ['-v'])));
  }
  const first: Spent[] = [];
  for (const path of paths.filter((_, at) => at % STARTS === 0)) {
    const cold = await openEngine();
    const [startedAt, before] = [performance.now(), childrenProcessorTime()];
    try {
      await cold.run(taskOf(path));
      first.push({
        milliseconds: performance.now() - startedAt,
        processor: childrenProcessorTime() - before,
      });
    } finally {
      await cold.close();
    }
  }
  const warm = medianOf(ours);
  const whole = medianOf(theirs);
  const start = medianOf(starts);
  const rows: CaseRow[] = [
    { tool: 'DocForge, warm', ...warm },
    { tool: 'DocForge, with the start of its process', ...medianOf(first) },
  ];
  if (pdftotext !== undefined)
    rows.push(
      { tool: 'pdftotext -layout, with its start', ...whole },
      {
        tool: 'pdftotext -layout, without it',
        milliseconds: whole.milliseconds - start.milliseconds,
        processor: whole.processor - start.processor,
      },
    );
  const ratio = warm.processor / whole.processor;
  return {
    unit: 'a document (median)',
    rows,
    targets: [
      {
        text: `${ratio.toFixed(2)} times the processor time of pdftotext -layout with its start <= ${maxRatio}`,
        met: ratio <= maxRatio,
      },
    ],
    notes: [
      `${paths.length} documents of the ICDAR 2013 table competition (US set), each ${RUNS} times`,
      'warm: a call in a running engine process; the start of pdftotext is measured with pdftotext -v',
    ],
  };
};

/** Tables of PDFs, whose quality is a set of `bench:quality`. */
export const tables: BenchmarkCase = { name: 'tables', title: 'Tables of PDFs', measure };
