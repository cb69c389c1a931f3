import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { median } from '../../service/statistics.ts';
import type { BenchmarkCase, BenchmarkContext, CaseRow } from '../benchmark-case.ts';
import { findProgram, runProgram } from '../peers.ts';

const lines = [
  'The harvest of the valley was early this year, and the orchards were full of pickers.',
  'Η συγκομιδή ήταν νωρίς φέτος. Урожай в этом году был ранним, сады были полны людей.',
  'كان الحصاد مبكرا هذا العام، وكانت البساتين مليئة بالقاطفين. הקציר היה מוקדם השנה.',
  'इस साल फसल जल्दी आई और बाग लोगों से भरे थे। ปีนี้เก็บเกี่ยวเร็ว สวนเต็มไปด้วยผู้คน',
  '今年收成来得早，果园里挤满了采摘的人。今年の収穫は早く、果樹園は人でいっぱいでした。',
];

/** A little more than 100 A4 pages. */
const lineCount = 5400;
const runs = 5;

/** Times of several runs. */
const engineTimes = () => {
  const milliseconds: number[] = [];
  const processor: number[] = [];
  return {
    add: (run: { readonly milliseconds: number; readonly processor: number }): void => {
      milliseconds.push(run.milliseconds);
      processor.push(run.processor);
    },
    medians: () => ({ milliseconds: median(milliseconds), processor: median(processor) }),
  };
};

const measure = async ({ engine, scratch }: BenchmarkContext) => {
  const path = join(scratch, 'hundred-pages.txt');
  await writeFile(path, Array.from({ length: lineCount }, (_, at) => lines[at % lines.length]).join('\n'));
  const task = { path, from: 'text', operation: 'convert', to: 'pdf' } as const;
  const { report } = await engine.run(task);
  const html = join(scratch, 'hundred-pages.html');
  await writeFile(
    html,
    `<meta charset="utf-8"><pre>${Array.from({ length: lineCount }, (_, at) => lines[at % lines.length]).join('\n')}</pre>`,
  );
  const page = { path: html, from: 'html', operation: 'convert', to: 'pdf' } as const;
  await engine.run(page).catch(() => undefined);
  const [ours, browser] = [engineTimes(), engineTimes()];
  for (let run = 0; run < runs; run += 1) {
    ours.add(await engine.run(task));
    const printed = await engine.run(page).catch(() => undefined);
    if (printed?.report.engine === 'chromium-html-to-pdf') browser.add(printed);
  }
  const rows: CaseRow[] = [{ tool: 'DocForge', ...ours.medians() }];
  if (!Number.isNaN(browser.medians().milliseconds))
    rows.push({ tool: 'Chromium, warm', ...browser.medians() });
  const programs = [
    ['weasyprint', [html, join(scratch, 'weasyprint.pdf')]],
    ['soffice', ['--headless', '--convert-to', 'pdf', '--outdir', scratch, path]],
  ] as const;
  for (const [command, args] of programs) {
    const program = findProgram(command);
    if (program === undefined) continue;
    rows.push({ tool: command, milliseconds: (await runProgram(program, args)).milliseconds });
  }
  const ratio = ours.medians().processor / browser.medians().processor;
  return {
    unit: `${report.pages} pages`,
    rows,
    targets: [
      { text: `${ratio.toFixed(2)} times the processor time of warm Chromium <= .8`, met: ratio <= 0.8 },
    ],
    notes: ['eleven scripts in both directions; programs are measured with their start-up'],
  };
};

/** A long text in many scripts. */
export const textToPdf: BenchmarkCase = {
  name: 'text-to-pdf',
  title: '100 pages of Unicode text to PDF',
  measure,
};
