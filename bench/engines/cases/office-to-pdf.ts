import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Format } from '../../../lib/conversions/formats.ts';
import { median } from '../../service/statistics.ts';
import type { BenchmarkCase, BenchmarkContext, CaseRow, Target } from '../benchmark-case.ts';
import { hangingDocument } from '../hanging-document.ts';
import { findProgram, runProgram } from '../peers.ts';

const formats: readonly Format[] = ['docx', 'odt', 'xlsx', 'pptx'];

/** The deadline for the hanging document, in seconds. */
const deadlineSeconds = 3;

/** Converts a hanging document, and measures how soon the next one is converted. */
const measureHang = async ({ engine, scratch }: BenchmarkContext, next: string): Promise<Target[]> => {
  const path = join(scratch, 'hangs.docx');
  await writeFile(path, hangingDocument());
  // Like a worker between jobs.
  await engine.warm();
  const startedAt = performance.now();
  const ended = await engine
    .run({ path, from: 'docx', operation: 'convert', to: 'pdf' }, deadlineSeconds)
    .then(
      ({ report }) => report.tried.map(({ engine: name, outcome }) => `${name} ${outcome}`).join(', '),
      (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
    );
  const hung = performance.now() - startedAt;
  const servedAt = performance.now();
  await engine.run({ path: next, from: 'docx', operation: 'convert', to: 'pdf' });
  const served = performance.now() - servedAt;
  return [
    {
      text: `the hanging document ended after ${(hung / 1000).toFixed(1)} s of ${deadlineSeconds} (${ended})`,
      met: hung < (deadlineSeconds + 1) * 1000,
    },
    { text: `the next one was converted in ${served.toFixed(0)} ms <= 1500`, met: served <= 1500 },
  ];
};

const measure = async (context: BenchmarkContext) => {
  const { engine, corpus, scratch } = context;
  const folder = join(corpus, 'office');
  const names = await readdir(folder);
  const rows: CaseRow[] = [];
  const engines = new Set<string>();
  let docx = Number.NaN;
  for (const from of formats) {
    const files = names.filter((name) => name.endsWith(`.${from}`)).map((name) => join(folder, name));
    const [first] = files;
    if (first === undefined) continue;
    await engine.run({ path: first, from, operation: 'convert', to: 'pdf' }).catch(() => undefined);
    const times: number[] = [];
    for (const path of files) {
      const made = await engine.run({ path, from, operation: 'convert', to: 'pdf' }).catch(() => undefined);
      if (made === undefined) continue;
      times.push(made.milliseconds);
      engines.add(made.report.engine);
    }
    if (from === 'docx') docx = median(times);
    rows.push({ tool: `DocForge, ${from} (${times.length})`, milliseconds: median(times) });
  }
  const soffice = findProgram('soffice');
  const documents = names.filter((name) => name.endsWith('.docx')).map((name) => join(folder, name));
  if (soffice !== undefined) {
    const times: number[] = [];
    for (const path of documents.slice(0, 5)) {
      const args = ['--headless', '--convert-to', 'pdf', '--outdir', scratch, path];
      times.push((await runProgram(soffice, args)).milliseconds);
    }
    rows.push({ tool: 'soffice, one process each, docx', milliseconds: median(times) });
  }
  const [next = ''] = documents;
  return {
    unit: 'a document (median)',
    rows,
    targets: [
      { text: `docx ${docx.toFixed(0)} ms <= 70`, met: docx <= 70 },
      ...(await measureHang(context, next)),
    ],
    notes: [`engines: ${[...engines].join('; ')}`],
  };
};

/** Office documents to PDF. */
export const officeToPdf: BenchmarkCase = { name: 'office-to-pdf', title: 'Office to PDF, warm', measure };
