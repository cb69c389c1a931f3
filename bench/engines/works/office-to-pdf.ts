import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Format } from '../../../lib/conversions/formats.ts';
import { median } from '../../service/statistics.ts';
import { hangingDocument } from '../hanging-document.ts';
import { findProgram, runProgram } from '../peers.ts';
import type { Aim, Work, WorkContext, WorkRow } from '../work.ts';

const formats: readonly Format[] = ['docx', 'odt', 'xlsx', 'pptx'];

/** Seconds that the document which never ends gets. */
const deadlineSeconds = 3;

/** A document that hangs, and how soon the next one is served. */
const measureHang = async ({ engine, scratch }: WorkContext, next: string): Promise<Aim[]> => {
  const path = join(scratch, 'hangs.docx');
  await writeFile(path, hangingDocument());
  // As a worker does between its jobs.
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
      text: `a document that hangs ended after ${(hung / 1000).toFixed(1)} s of ${deadlineSeconds} (${ended})`,
      met: hung < (deadlineSeconds + 1) * 1000,
    },
    { text: `the next one was served in ${served.toFixed(0)} ms <= 1500`, met: served <= 1500 },
  ];
};

const measure = async (context: WorkContext) => {
  const { engine, corpus, scratch } = context;
  const folder = join(corpus, 'office');
  const names = await readdir(folder);
  const rows: WorkRow[] = [];
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
    rows.push({ who: `DocForge, ${from} (${times.length})`, milliseconds: median(times) });
  }
  const soffice = findProgram('soffice');
  const documents = names.filter((name) => name.endsWith('.docx')).map((name) => join(folder, name));
  if (soffice !== undefined) {
    const times: number[] = [];
    for (const path of documents.slice(0, 5)) {
      const args = ['--headless', '--convert-to', 'pdf', '--outdir', scratch, path];
      times.push((await runProgram(soffice, args)).milliseconds);
    }
    rows.push({ who: 'soffice, a process each, docx', milliseconds: median(times) });
  }
  const [next = ''] = documents;
  return {
    unit: 'a document (median)',
    rows,
    aims: [
      { text: `docx ${docx.toFixed(0)} ms <= 70`, met: docx <= 70 },
      ...(await measureHang(context, next)),
    ],
    notes: [`made by: ${[...engines].join('; ')}`],
  };
};

/** Office documents to pdf. */
export const officeToPdf: Work = { name: 'office-to-pdf', title: 'Office to PDF, warm', measure };
