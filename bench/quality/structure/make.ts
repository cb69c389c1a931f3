import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { latexOf } from './latex.ts';
import type { Paper } from './paper.ts';
import { paperOf } from './paper.ts';
import { printedStyles, writePrinted } from './printed.ts';
import { latexStyles } from './styles.ts';
import type { StructureTruth } from './truth.ts';
import { truthOf } from './truth.ts';

// Writes the set `structure`: node bench/quality/structure/make.ts FOLDER. Needs pdflatex, qpdf, pdftotext and soffice.

const run = promisify(execFile);
const target = resolve(process.argv[2] ?? 'structure');
const only = process.argv.slice(3);

async function typeset(source: string, folder: string): Promise<string> {
  await writeFile(join(folder, 'paper.tex'), source);
  // Twice, for references and page headers.
  for (let pass = 0; pass < 2; pass += 1)
    await run('pdflatex', ['-interaction=nonstopmode', 'paper.tex'], { cwd: folder, maxBuffer: 1e8 }).catch(
      (error: unknown) => {
        if (pass === 1) console.log(String(error).slice(0, 200));
      },
    );
  return join(folder, 'paper.pdf');
}

/** Copies a PDF without its tags and its outline, which would give its structure away. */
async function strip(from: string, to: string): Promise<void> {
  await run('qpdf', ['--qdf', '--object-streams=disable', '--warning-exit-0', from, `${to}.plain`]);
  const bytes = (await readFile(`${to}.plain`)).toString('latin1');
  const stripped = bytes
    .replaceAll('/StructTreeRoot', '/XtructTreeRoot')
    .replaceAll('/Outlines', '/Xutlines')
    .replaceAll('/MarkInfo', '/XarkInfo');
  await writeFile(`${to}.plain`, Buffer.from(stripped, 'latin1'));
  await run('qpdf', ['--object-streams=generate', '--warning-exit-0', `${to}.plain`, to]);
  await rm(`${to}.plain`);
}

async function add(
  name: string,
  split: StructureTruth['split'],
  paper: Paper,
  pdf: string,
  hasNotes = true,
): Promise<void> {
  const to = join(target, 'documents', `${name}.pdf`);
  await strip(pdf, to);
  const { stdout } = await run('pdftotext', [to, '-'], { maxBuffer: 1e8 });
  const all = truthOf(paper, split, stdout.split('\f').slice(0, -1));
  const truth = hasNotes ? all : { ...all, notes: [] };
  await writeFile(join(target, 'truth', `${name}.json`), `${JSON.stringify(truth, null, 1)}\n`);
  console.log(name, truth.running.length, 'running lines');
}

await mkdir(join(target, 'documents'), { recursive: true });
await mkdir(join(target, 'truth'), { recursive: true });
for (const [at, style] of latexStyles.entries()) {
  if (only.length > 0 && !only.includes(style.name)) continue;
  const folder = join(target, 'work', style.name);
  await mkdir(folder, { recursive: true });
  const paper = paperOf(at + 1);
  await add(style.name, style.split, paper, await typeset(latexOf(paper, style), folder));
}
for (const [at, style] of printedStyles.entries()) {
  if (only.length > 0 && !only.includes(style.name)) continue;
  const folder = join(target, 'work', style.name);
  await mkdir(folder, { recursive: true });
  const whole = paperOf(at + 101);
  // Word processors have no drawings in Markdown.
  const blocks = whole.blocks.filter(({ kind }) => style.by === 'chromium' || kind !== 'figure');
  const paper = { ...whole, blocks };
  // Chromium has no footnotes.
  await add(
    style.name,
    style.split,
    paper,
    await writePrinted(paper, style, folder),
    style.by === 'libreoffice',
  );
}
process.exit(0);
