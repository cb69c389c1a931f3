import { mkdtemp, rm, stat } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openEngine } from './engines/engine-bench.ts';
import type { Work, WorkResult } from './engines/work.ts';
import { docxToMarkdown } from './engines/works/docx-to-markdown.ts';
import { hostile } from './engines/works/hostile.ts';
import { htmlToPdf } from './engines/works/html-to-pdf.ts';
import { ocr } from './engines/works/ocr.ts';
import { officeToPdf } from './engines/works/office-to-pdf.ts';
import { pageImages } from './engines/works/page-images.ts';
import { pdfText } from './engines/works/pdf-text.ts';
import { pdfToMarkdown } from './engines/works/pdf-to-markdown.ts';
import { sheetToCsv } from './engines/works/sheet-to-csv.ts';
import { tables } from './engines/works/tables.ts';
import { textToPdf } from './engines/works/text-to-pdf.ts';
import { workerSizes } from './engines/works/worker-sizes.ts';
import { ms, printTable } from './service/print-table.ts';

const works: readonly Work[] = [
  pdfText,
  tables,
  pdfToMarkdown,
  pageImages,
  textToPdf,
  docxToMarkdown,
  officeToPdf,
  htmlToPdf,
  sheetToCsv,
  ocr,
  workerSizes,
  hostile,
];

const help = `npm run bench:engines -- [--corpus FOLDER] [work ...]

  --corpus   the documents: folders pdf, office, images, icdar2013-us, hostile; ../shared/corpus where it is left out
  work       ${works.map(({ name }) => name).join(', ')}; all where none is named`;

const print = ({ title }: Work, { unit, rows, aims, notes = [] }: WorkResult): void => {
  const ours = rows[0]?.milliseconds ?? Number.NaN;
  printTable(title, [
    ['who', `ms: ${unit}`, 'ratio', 'quality'],
    ...rows.map(({ who, milliseconds, quality = '' }) => [
      who,
      ms(milliseconds),
      Number.isNaN(milliseconds / ours) ? '-' : (milliseconds / ours).toFixed(2),
      quality,
    ]),
  ]);
  for (const { text, met } of aims) console.log(`  ${met ? 'met   ' : 'missed'}  ${text}`);
  for (const note of notes) console.log(`  ${note}`);
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    corpus: { type: 'string', default: '../shared/corpus' },
    help: { type: 'boolean', default: false },
  },
});
const unknown = positionals.filter((name) => works.every((work) => work.name !== name));
const corpus = resolve(values.corpus);
if (values.help || unknown.length > 0) {
  console.log(help);
  process.exit(values.help ? 0 : 1);
}
if (
  !(await stat(corpus).then(
    (found) => found.isDirectory(),
    () => false,
  ))
) {
  console.error(`There are no documents in ${corpus}: give their folder with --corpus`);
  process.exit(1);
}
console.log(
  `DocForge's library in its engine process: ${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)} before the start, Node ${process.version}. A ratio is against the first line; above 1 is slower.`,
);
const scratch = await mkdtemp(join(tmpdir(), 'docforge-bench-'));
let missed = 0;
try {
  for (const work of works) {
    if (positionals.length > 0 && !positionals.includes(work.name)) continue;
    const engine = await openEngine();
    try {
      const result = await work.measure({ engine, corpus, scratch });
      missed += result.aims.filter(({ met }) => !met).length;
      print(work, result);
    } catch (error) {
      missed += 1;
      console.error(`\n${work.title}: could not be measured`, error);
    } finally {
      await engine.close();
    }
  }
} finally {
  await rm(scratch, { recursive: true, force: true });
}
console.log(missed === 0 ? '\nEvery aim is met.' : `\n${missed} aims are missed.`);
