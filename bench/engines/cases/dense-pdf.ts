import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchmarkCase, BenchmarkContext, CaseRow } from '../benchmark-case.ts';
import { denseLayout, densePdf, paperLayout } from '../dense-document.ts';
import { findProgram, runProgram } from '../peers.ts';

const documents = [
  { name: 'dense.pdf', layout: denseLayout, pages: 1000, markdownPages: 100 },
  { name: 'two-columns.pdf', layout: paperLayout, pages: 200, markdownPages: 50 },
] as const;

/** Aims: processor time of text as a multiple of pdftotext's, and of Markdown in milliseconds a page. */
const maxRatio = 2;
const maxMarkdown = 12;

const measure = async ({ engine, scratch }: BenchmarkContext) => {
  const pdftotext = findProgram('pdftotext');
  const rows: CaseRow[] = [];
  const targets = [];
  for (const { name, layout, pages, markdownPages } of documents) {
    const path = join(scratch, name);
    const shortPath = join(scratch, `short-${name}`);
    await writeFile(path, await densePdf(pages, layout));
    await writeFile(shortPath, await densePdf(markdownPages, layout));
    const perPage = (
      tool: string,
      of: number,
      spent: { milliseconds: number; processor: number },
    ): CaseRow => ({
      tool: `${tool}, ${name}`,
      milliseconds: spent.milliseconds / of,
      processor: spent.processor / of,
    });
    const convert = (input: string, to: 'text' | 'markdown') =>
      engine.run({ path: input, from: 'pdf', operation: 'convert', to });
    // Code that has run before is compiled.
    await convert(shortPath, 'text');
    await convert(shortPath, 'markdown');
    const text = perPage('DocForge, text', pages, await convert(path, 'text'));
    const markdown = perPage('DocForge, markdown', markdownPages, await convert(shortPath, 'markdown'));
    rows.push(text, markdown);
    const [ours = Number.NaN, written = Number.NaN] = [text.processor, markdown.processor];
    targets.push({
      text: `${name}: ${written.toFixed(2)} ms of processor time for a page of markdown <= ${maxMarkdown}`,
      met: written <= maxMarkdown,
    });
    if (pdftotext === undefined) continue;
    const peer = perPage('pdftotext', pages, await runProgram(pdftotext, [path, '-']));
    rows.push(peer);
    const ratio = ours / (peer.processor ?? Number.NaN);
    targets.push({
      text: `${name}: ${ratio.toFixed(2)} times pdftotext's processor time <= ${maxRatio}`,
      met: ratio <= maxRatio,
    });
  }
  return { unit: 'a page', rows, targets };
};

/** Pages full of text, which other documents of the benchmark do not have. */
export const densePdfs: BenchmarkCase = {
  name: 'dense-pdf',
  title: 'Dense PDFs to text and markdown',
  measure,
};
