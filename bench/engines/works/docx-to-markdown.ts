import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { median } from '../../service/statistics.ts';
import { findProgram, importPeer, runProgram, timed } from '../peers.ts';
import { type Agreement, agreementOf, wordsOf } from '../text-agreement.ts';
import type { Work, WorkContext, WorkRow } from '../work.ts';

type Mammoth = {
  readonly default: {
    readonly convertToHtml: (input: { buffer: Buffer }) => Promise<{ readonly value: string }>;
  };
};
type Turndown = { readonly default: new () => { turndown(html: string): string } };
type OfficeParser = {
  readonly convert: (path: string, format: 'md') => Promise<{ readonly value: unknown }>;
};

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Plain text of each document by LibreOffice: the reference that none of the compared makes. */
const references = async (files: readonly string[], scratch: string): Promise<Map<string, string>> => {
  const soffice = findProgram('soffice');
  if (soffice === undefined) return new Map();
  await runProgram(soffice, [
    '--headless',
    '--convert-to',
    'txt:Text (encoded):UTF8',
    '--outdir',
    scratch,
    ...files,
  ]);
  const texts = await Promise.all(
    files.map(async (path) => {
      const text = await readFile(join(scratch, `${basename(path, '.docx')}.txt`), 'utf8').catch(() => '');
      return [path, text] as const;
    }),
  );
  return new Map(texts.filter(([, text]) => wordsOf(text).length > 0));
};

const measure = async ({ engine, corpus, scratch }: WorkContext) => {
  const folder = join(corpus, 'office');
  const files = (await readdir(folder))
    .filter((name) => name.endsWith('.docx'))
    .map((name) => join(folder, name));
  const reference = await references(files, scratch);
  const mammoth = await importPeer<Mammoth>('mammoth');
  const turndown = await importPeer<Turndown>('turndown');
  const officeparser = await importPeer<OfficeParser>('officeparser');
  const pandoc = findProgram('pandoc');
  const times = new Map<string, number[]>();
  const scores = new Map<string, Agreement[]>();
  const note = (who: string, path: string, milliseconds: number, text: string): void => {
    times.set(who, [...(times.get(who) ?? []), milliseconds]);
    const want = reference.get(path);
    if (want !== undefined) scores.set(who, [...(scores.get(who) ?? []), agreementOf(want, text)]);
  };
  const [first] = files;
  if (first !== undefined) {
    await engine.run({ path: first, from: 'docx', operation: 'convert', to: 'markdown' });
  }
  for (const path of files) {
    const ours = await engine
      .run({ path, from: 'docx', operation: 'convert', to: 'markdown' })
      .catch(() => undefined);
    note('DocForge', path, ours?.milliseconds ?? Number.NaN, ours?.bytes.toString() ?? '');
    if (mammoth !== undefined && turndown !== undefined) {
      const buffer = await readFile(path);
      const { milliseconds, result } = await timed(async () => {
        const html = await mammoth.default.convertToHtml({ buffer }).catch(() => ({ value: '' }));
        return new turndown.default().turndown(html.value);
      });
      note('mammoth + turndown', path, milliseconds, result);
    }
    if (officeparser !== undefined) {
      const { milliseconds, result } = await timed(async () =>
        officeparser.convert(path, 'md').then(
          ({ value }) => String(value),
          () => '',
        ),
      );
      note('officeparser', path, milliseconds, result);
    }
    if (pandoc !== undefined) {
      const { milliseconds, output } = await runProgram(pandoc, ['-f', 'docx', '-t', 'gfm', path]);
      note('pandoc', path, milliseconds, output.toString());
    }
  }
  const recallOf = (who: string): number => mean((scores.get(who) ?? []).map(({ recall }) => recall));
  const precisionOf = (who: string): number =>
    mean((scores.get(who) ?? []).map(({ precision }) => precision));
  const rows: WorkRow[] = [...times].map(([who, values]) => ({
    who,
    milliseconds: median(values),
    quality:
      reference.size === 0
        ? 'no reference'
        : `recall ${recallOf(who).toFixed(3)}, precision ${precisionOf(who).toFixed(3)}`,
  }));
  const own = median(times.get('DocForge') ?? []);
  return {
    unit: 'a document (median)',
    rows,
    aims: [
      { text: `${own.toFixed(1)} ms <= 15`, met: own <= 15 },
      { text: `recall ${recallOf('DocForge').toFixed(3)} >= .88`, met: recallOf('DocForge') >= 0.88 },
      {
        text: `precision ${precisionOf('DocForge').toFixed(3)} >= .95`,
        met: precisionOf('DocForge') >= 0.95,
      },
    ],
    notes: [`${files.length} documents, ${reference.size} with words; reference: LibreOffice's plain text`],
  };
};

/** Word documents to markdown. */
export const docxToMarkdown: Work = { name: 'docx-to-markdown', title: 'docx to markdown', measure };
