import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchmarkCase, BenchmarkContext } from '../benchmark-case.ts';
import { findProgram, runProgram } from '../peers.ts';

/** Documents with text, images and two columns, and few enough pages for a benchmark. */
const documents = ['02-tracemonkey-2col.pdf', '04-TAMReview.pdf', '12-redp5110.pdf', '17-warn-report.pdf'];

const measure = async ({ engine, corpus, scratch }: BenchmarkContext) => {
  const present = await readdir(join(corpus, 'pdf'));
  const files = documents.filter((name) => present.includes(name));
  const spent = new Map<string, number>();
  const add = (tool: string, milliseconds: number): void => {
    spent.set(tool, (spent.get(tool) ?? 0) + milliseconds);
  };
  let pages = 0;
  for (const name of files) {
    const path = join(corpus, 'pdf', name);
    const png = { path, from: 'pdf', operation: 'convert', to: 'png', options: { dpi: 150 } } as const;
    const ours = await engine.run(png);
    pages += ours.report.pages ?? 0;
    add('DocForge, png', ours.milliseconds);
    add('DocForge, jpeg', (await engine.run({ ...png, to: 'jpeg' })).milliseconds);
    const programs = [
      ['pdftoppm', 'pdftoppm', ['-r', '150', '-png', path, join(scratch, 'poppler')]],
      ['mutool', 'mutool', ['draw', '-q', '-r', '150', '-o', join(scratch, 'mu-%d.png'), path]],
      [
        'ghostscript',
        'gs',
        [
          '-q',
          '-dBATCH',
          '-dNOPAUSE',
          '-sDEVICE=png16m',
          '-r150',
          `-sOutputFile=${join(scratch, 'gs-%d.png')}`,
          path,
        ],
      ],
    ] as const;
    for (const [tool, command, args] of programs) {
      const program = findProgram(command);
      if (program !== undefined) add(tool, (await runProgram(program, args)).milliseconds);
    }
  }
  const rows = [...spent].map(([tool, milliseconds]) => ({ tool, milliseconds: milliseconds / pages }));
  const [ours] = rows;
  const perPage = ours?.milliseconds ?? Number.NaN;
  return {
    unit: 'a page',
    rows,
    targets: [{ text: `${perPage.toFixed(1)} ms per page <= 25`, met: perPage <= 25 }],
    notes: [`${files.length} documents, ${pages} pages at 150 dpi`],
  };
};

/** PDF pages to images. */
export const pageImages: BenchmarkCase = {
  name: 'page-images',
  title: 'PDF page to image, 150 dpi',
  measure,
};
