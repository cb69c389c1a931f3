import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram, runProgram } from '../peers.ts';
import type { Work, WorkContext } from '../work.ts';

/** Documents of text, of pictures, of two columns; no more pages than a bench has time for. */
const documents = ['02-tracemonkey-2col.pdf', '04-TAMReview.pdf', '12-redp5110.pdf', '17-warn-report.pdf'];

const measure = async ({ engine, corpus, scratch }: WorkContext) => {
  const present = await readdir(join(corpus, 'pdf'));
  const files = documents.filter((name) => present.includes(name));
  const spent = new Map<string, number>();
  const add = (who: string, milliseconds: number): void => {
    spent.set(who, (spent.get(who) ?? 0) + milliseconds);
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
    for (const [who, command, args] of programs) {
      const program = findProgram(command);
      if (program !== undefined) add(who, (await runProgram(program, args)).milliseconds);
    }
  }
  const rows = [...spent].map(([who, milliseconds]) => ({ who, milliseconds: milliseconds / pages }));
  const [ours] = rows;
  const perPage = ours?.milliseconds ?? Number.NaN;
  return {
    unit: 'a page',
    rows,
    aims: [{ text: `${perPage.toFixed(1)} ms a page <= 25`, met: perPage <= 25 }],
    notes: [`${files.length} documents, ${pages} pages at 150 dpi`],
  };
};

/** Pictures of pages. */
export const pageImages: Work = { name: 'page-images', title: 'PDF page to image, 150 dpi', measure };
