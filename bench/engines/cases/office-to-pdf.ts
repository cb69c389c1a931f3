import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Format } from '../../../lib/conversions/formats.ts';
import { median } from '../../service/statistics.ts';
import type { BenchmarkCase, BenchmarkContext, CaseRow, Target } from '../benchmark-case.ts';
import type { EngineBench } from '../engine-bench.ts';
import { hangingDocument } from '../hanging-document.ts';
import { engineBytes, type OfficeDocument, officeDocuments, toPdf, withEngine } from '../office-documents.ts';
import { findProgram, runProgram } from '../peers.ts';

/** The formats that are measured, with the limit of the median in milliseconds. */
const limits: Readonly<Partial<Record<Format, number>>> = { docx: 90, xlsx: 130, pptx: 250, odt: 90 };

const startLimit = 2200;
const residentLimit = 1_200_000_000;

/** The deadline for the hanging document, in seconds. */
const deadlineSeconds = 3;

/** Converts a hanging document, and measures how soon the next one is converted. */
const measureHang = async (engine: EngineBench, scratch: string, next: OfficeDocument): Promise<Target[]> => {
  const path = join(scratch, 'hangs.docx');
  await writeFile(path, hangingDocument());
  // Like a worker between jobs.
  await engine.warm();
  const startedAt = performance.now();
  const ended = await engine.run(toPdf({ path, from: 'docx' }), deadlineSeconds).then(
    ({ report }) => report.tried.map(({ engine: name, outcome }) => `${name} ${outcome}`).join(', '),
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
  );
  const hung = performance.now() - startedAt;
  const servedAt = performance.now();
  await engine.run(toPdf(next));
  const served = performance.now() - servedAt;
  return [
    {
      text: `the hanging document ended after ${(hung / 1000).toFixed(1)} s of ${deadlineSeconds} (${ended})`,
      met: hung < (deadlineSeconds + 1) * 1000,
    },
    { text: `the next one was converted in ${served.toFixed(0)} ms <= 3000`, met: served <= 3000 },
  ];
};

/** The median of each format, after each document was converted once. */
const measureWarm = async (engine: EngineBench, documents: readonly OfficeDocument[]) => {
  const medians = new Map<Format, { milliseconds: number; count: number }>();
  for (const from of Object.keys(limits) as Format[]) {
    const times: number[] = [];
    for (const document of documents.filter((one) => one.from === from)) {
      await engine.run(toPdf(document)).catch(() => undefined);
      const made = await engine.run(toPdf(document)).catch(() => undefined);
      if (made?.report.engine.startsWith('libreoffice')) times.push(made.milliseconds);
    }
    medians.set(from, { milliseconds: median(times), count: times.length });
  }
  return medians;
};

const measureStart = async (engine: EngineBench, document: OfficeDocument): Promise<number> => {
  const startedAt = performance.now();
  await engine.run(toPdf(document));
  return performance.now() - startedAt;
};

const measureSoffice = async (documents: readonly OfficeDocument[], scratch: string): Promise<CaseRow[]> => {
  const soffice = findProgram('soffice');
  if (soffice === undefined) return [];
  const times: number[] = [];
  for (const { path } of documents.filter(({ from }) => from === 'docx').slice(0, 5)) {
    const args = ['--headless', '--convert-to', 'pdf', '--outdir', scratch, path];
    times.push((await runProgram(soffice, args)).milliseconds);
  }
  return [{ tool: 'soffice, one process each, docx', milliseconds: median(times) }];
};

const measure = async ({ corpus, scratch }: BenchmarkContext) => {
  const documents = await officeDocuments(corpus);
  const docx = documents.find(({ from }) => from === 'docx');
  if (docx === undefined) throw new Error('The corpus has no docx.');
  const rows: CaseRow[] = [];
  const targets: Target[] = [];
  await withEngine(async (engine) => {
    const start = await measureStart(engine, docx);
    const medians = await measureWarm(engine, documents);
    const resident = await engineBytes();
    for (const [from, { milliseconds, count }] of medians) {
      const limit = limits[from] ?? Number.NaN;
      rows.push({ tool: `DocForge, ${from} (${count})`, milliseconds });
      targets.push({
        text: `${from} ${milliseconds.toFixed(0)} ms <= ${limit}`,
        met: milliseconds <= limit,
      });
    }
    const quality = `${(resident / 1e6).toFixed(0)} MB resident at the end`;
    rows.push({ tool: 'DocForge, start and first docx', milliseconds: start, quality });
    targets.push(
      { text: `start and first docx ${start.toFixed(0)} ms <= ${startLimit}`, met: start <= startLimit },
      {
        text: `${(resident / 1e6).toFixed(0)} MB resident <= ${residentLimit / 1e6}`,
        met: resident <= residentLimit,
      },
      ...(await measureHang(engine, scratch, docx)),
    );
  });
  rows.push(...(await measureSoffice(documents, scratch)));
  return { unit: 'a document (median)', rows, targets };
};

/** Office documents to PDF, and by the installed LibreOffice. */
export const officeToPdf: BenchmarkCase = { name: 'office-to-pdf', title: 'Office to PDF', measure };
