import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { BenchmarkCase, CaseResult } from './engines/benchmark-case.ts';
import { densePdfs } from './engines/cases/dense-pdf.ts';
import { docxToMarkdown } from './engines/cases/docx-to-markdown.ts';
import { htmlToPdf } from './engines/cases/html-to-pdf.ts';
import { officeFidelity } from './engines/cases/office-fidelity.ts';
import { officeToPdf } from './engines/cases/office-to-pdf.ts';
import { pageImages } from './engines/cases/page-images.ts';
import { pdfText } from './engines/cases/pdf-text.ts';
import { pdfToMarkdown } from './engines/cases/pdf-to-markdown.ts';
import { recognition } from './engines/cases/recognition.ts';
import { sheetToCsv } from './engines/cases/sheet-to-csv.ts';
import { tables } from './engines/cases/tables.ts';
import { textToPdf } from './engines/cases/text-to-pdf.ts';
import { openEngine } from './engines/engine-bench.ts';
import { ms, printTable } from './service/print-table.ts';

const cases: readonly BenchmarkCase[] = [
  pdfText,
  pdfToMarkdown,
  densePdfs,
  tables,
  pageImages,
  recognition,
  textToPdf,
  docxToMarkdown,
  officeToPdf,
  officeFidelity,
  htmlToPdf,
  sheetToCsv,
];

const help = `npm run bench:engines -- [--corpus FOLDER] [CASE ...]

  --corpus   A folder with pdf, office and icdar2013-us. Default: the variable CORPUS
  CASE       ${cases.map(({ name }) => name).join(', ')}. Default: all`;

const print = ({ title }: BenchmarkCase, { unit, rows, targets, notes = [] }: CaseResult): void => {
  const ours = rows[0]?.milliseconds ?? Number.NaN;
  printTable(title, [
    ['tool', `ms: ${unit}`, 'ratio', 'processor', 'quality'],
    ...rows.map(({ tool, milliseconds, processor = Number.NaN, quality = '' }) => [
      tool,
      ms(milliseconds),
      Number.isNaN(milliseconds / ours) ? '-' : (milliseconds / ours).toFixed(2),
      ms(processor),
      quality,
    ]),
  ]);
  for (const { text, met } of targets) console.log(`  ${met ? 'met   ' : 'missed'}  ${text}`);
  for (const note of notes) console.log(`  ${note}`);
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    corpus: { type: 'string', default: process.env.CORPUS ?? '' },
    help: { type: 'boolean', default: false },
  },
});
const unknown = positionals.filter((name) => cases.every((benchmarkCase) => benchmarkCase.name !== name));
if (values.help || unknown.length > 0) {
  console.log(help);
  process.exit(values.help ? 0 : 1);
}
if (values.corpus === '') {
  console.error('The folder of documents is missing. Pass --corpus FOLDER, or set CORPUS.');
  process.exit(1);
}
const corpus = resolve(values.corpus);
if (!existsSync(corpus)) {
  console.error(`The folder of documents ${corpus} does not exist. Correct --corpus or CORPUS.`);
  process.exit(1);
}
console.log(
  `DocForge's library in its engine process: ${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)} at the start, Node ${process.version}. Ratios are relative to the first row; above 1 is slower.`,
);
const scratch = await mkdtemp(join(tmpdir(), 'docforge-bench-'));
let missed = 0;
try {
  for (const benchmarkCase of cases) {
    if (positionals.length > 0 && !positionals.includes(benchmarkCase.name)) continue;
    const engine = await openEngine();
    try {
      const result = await benchmarkCase.measure({ engine, corpus, scratch });
      missed += result.targets.filter(({ met }) => !met).length;
      print(benchmarkCase, result);
    } catch (error) {
      missed += 1;
      console.error(`\n${benchmarkCase.title}: measurement failed`, error);
    } finally {
      await engine.close();
    }
  }
} finally {
  await rm(scratch, { recursive: true, force: true });
}
console.log(missed === 0 ? '\nAll targets met.' : `\n${missed} targets missed.`);
