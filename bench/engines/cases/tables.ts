import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { median } from '../../service/statistics.ts';
import type { BenchmarkCase, BenchmarkContext, CaseRow } from '../benchmark-case.ts';
import { findProgram, runProgram } from '../peers.ts';
import { scoreTables, type TextTable } from '../score-tables.ts';

const extracted = z.array(z.object({ rows: z.array(z.array(z.string())) }));

/** Splits the lines of `pdftotext -layout` at wide gaps, the result without table detection. */
const tablesOfLayout = (text: string): TextTable[] =>
  text
    .split('\f')
    .map((page) =>
      page
        .split('\n')
        .map((line) => line.trim().split(/ {2,}/))
        .filter((cells) => cells.length > 1),
    )
    .filter((rows) => rows.length > 1);

const score = ({ f1, precision, recall }: { f1: number; precision: number; recall: number }): string =>
  `F1 ${f1.toFixed(3)}, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`;

const measure = async ({ engine, corpus }: BenchmarkContext) => {
  const folder = join(corpus, 'icdar2013-us');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.pdf')).toSorted();
  const ours: Record<string, TextTable[]> = {};
  const poppler: Record<string, TextTable[]> = {};
  const times: number[] = [];
  const popplerTimes: number[] = [];
  const pdftotext = findProgram('pdftotext');
  for (const name of files) {
    const path = join(folder, name);
    const task = {
      path,
      from: 'pdf',
      operation: 'extract',
      to: 'tables',
      options: { ocr: 'never' },
    } as const;
    const { milliseconds, bytes } = await engine.run(task);
    ours[name] = extracted.parse(JSON.parse(bytes.toString())).map(({ rows }) => rows);
    times.push(milliseconds);
    if (pdftotext === undefined) continue;
    const run = await runProgram(pdftotext, ['-layout', path, '-']);
    poppler[name] = tablesOfLayout(run.output.toString());
    popplerTimes.push(run.milliseconds);
  }
  const result = await scoreTables(folder, ours);
  const rows: CaseRow[] = [{ tool: 'DocForge', milliseconds: median(times), quality: score(result) }];
  if (pdftotext !== undefined) {
    rows.push({
      tool: 'pdftotext -layout, cut at gaps',
      milliseconds: median(popplerTimes),
      quality: score(await scoreTables(folder, poppler)),
    });
  }
  return {
    unit: 'a document (median)',
    rows,
    targets: [
      { text: `F1 ${result.f1.toFixed(3)} >= .85`, met: result.f1 >= 0.85 },
      { text: `${median(times).toFixed(1)} ms per document < 25`, met: median(times) < 25 },
    ],
    notes: [`${files.length} documents of the ICDAR 2013 table competition (US set)`],
  };
};

/** Tables of PDF files, compared with the ground truth of a competition. */
export const tables: BenchmarkCase = { name: 'tables', title: 'Tables of PDF files', measure };
