import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { median } from '../../service/statistics.ts';
import type { BenchmarkCase, BenchmarkContext, CaseRow } from '../benchmark-case.ts';
import { findProgram, importPeer, runProgram, timed } from '../peers.ts';
import { type Agreement, agreementOf, wordsOf } from '../text-agreement.ts';

type Mammoth = {
  readonly default: {
    readonly convertToHtml: (input: { buffer: Buffer }) => Promise<{ readonly value: string }>;
  };
};
type Scored = { readonly agreement: Agreement; readonly wanted: number; readonly got: number };
type Turndown = { readonly default: new () => { turndown(html: string): string } };
type OfficeParser = {
  readonly convert: (path: string, format: 'md') => Promise<{ readonly value: unknown }>;
};

/** Markup that would count as words: tags in cells, and note labels. */
const withoutMarks = (markdown: string): string =>
  markdown.replaceAll(/<\/?[a-z]+>/g, ' ').replaceAll(/\[\^[^\]]*\]/g, ' ');

/** Recall and precision over all words, and their means over documents. */
const describe = (scores: readonly Scored[]) => {
  const sum = (of: (score: Scored) => number): number =>
    scores.reduce((total, score) => total + of(score), 0);
  const shared = sum(({ agreement, wanted }) => agreement.recall * wanted);
  return {
    recall:
      shared /
      Math.max(
        1,
        sum(({ wanted }) => wanted),
      ),
    precision:
      shared /
      Math.max(
        1,
        sum(({ got }) => got),
      ),
    meanRecall: sum(({ agreement }) => agreement.recall) / Math.max(1, scores.length),
    meanPrecision: sum(({ agreement }) => agreement.precision) / Math.max(1, scores.length),
  };
};

const qualityOf = ({ recall, precision, meanRecall, meanPrecision }: ReturnType<typeof describe>): string =>
  `recall ${recall.toFixed(3)}, precision ${precision.toFixed(3)}; means ${meanRecall.toFixed(3)}, ${meanPrecision.toFixed(3)}`;

/** LibreOffice's plain text of each document. It is the reference, because none of the compared tools creates it. */
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

const measure = async ({ engine, corpus, scratch }: BenchmarkContext) => {
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
  const scores = new Map<string, Scored[]>();
  const note = (tool: string, path: string, milliseconds: number, text: string): void => {
    times.set(tool, [...(times.get(tool) ?? []), milliseconds]);
    const want = reference.get(path);
    if (want === undefined) return;
    const plain = withoutMarks(text);
    const agreement = agreementOf(want, plain);
    const score = { agreement, wanted: wordsOf(want).length, got: wordsOf(plain).length };
    scores.set(tool, [...(scores.get(tool) ?? []), score]);
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
  const scoreOf = (tool: string) => describe(scores.get(tool) ?? []);
  const rows: CaseRow[] = [...times].map(([tool, values]) => ({
    tool,
    milliseconds: median(values),
    quality: reference.size === 0 ? 'no reference' : qualityOf(scoreOf(tool)),
  }));
  const own = median(times.get('DocForge') ?? []);
  const quality = scoreOf('DocForge');
  return {
    unit: 'a document (median)',
    rows,
    targets: [
      { text: `${own.toFixed(1)} ms <= 15`, met: own <= 15 },
      { text: `recall ${quality.recall.toFixed(3)} >= .88`, met: quality.recall >= 0.88 },
      { text: `precision ${quality.precision.toFixed(3)} >= .95`, met: quality.precision >= 0.95 },
    ],
    notes: [
      `${files.length} documents, ${reference.size} with words; reference: LibreOffice's plain text, without notes, charts and formulas; over all words, and means over documents`,
    ],
  };
};

/** Word documents to Markdown. */
export const docxToMarkdown: BenchmarkCase = { name: 'docx-to-markdown', title: 'docx to markdown', measure };
