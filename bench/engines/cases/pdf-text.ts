import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchmarkCase, BenchmarkContext, CaseRow } from '../benchmark-case.ts';
import { readPdfJsText } from '../pdf-js-peer.ts';
import { findProgram, importPeer, runProgram, timed } from '../peers.ts';
import { agreementOf, wordsOf } from '../text-agreement.ts';
import { measureRightToLeft } from './right-to-left.ts';

/** A peer that extracts the text of PDF files. `read` returns undefined if it fails. */
type Reader = {
  readonly tool: string;
  readonly read: (
    path: string,
  ) => Promise<{ milliseconds: number; processor?: number; text: string } | undefined>;
};

const programReader = (name: string, args: (path: string) => string[]): Reader[] => {
  const program = findProgram(name);
  if (program === undefined) return [];
  return [
    {
      tool: name,
      read: async (path) => {
        const { ok, output, milliseconds, processor } = await runProgram(program, args(path));
        return ok ? { milliseconds, processor, text: output.toString() } : undefined;
      },
    },
  ];
};

type Unpdf = {
  readonly getDocumentProxy: (data: Uint8Array) => Promise<unknown>;
  readonly extractText: (document: unknown, options: { mergePages: true }) => Promise<{ text: string }>;
};

const libraryReaders = async (): Promise<Reader[]> => {
  const unpdf = await importPeer<Unpdf>('unpdf');
  const readers: Reader[] = [];
  if (unpdf !== undefined) {
    readers.push({
      tool: 'unpdf',
      read: async (path) => {
        const data = new Uint8Array(await readFile(path));
        const { milliseconds, result } = await timed(async () =>
          unpdf.extractText(await unpdf.getDocumentProxy(data), { mergePages: true }),
        );
        return { milliseconds, text: result.text };
      },
    });
  }
  readers.push({ tool: 'pdfjs-dist', read: readPdfJsText });
  return readers;
};

type Cost = { readonly milliseconds: number; readonly processor?: number };

/** One document that both we and pdftotext read. */
type Pair = { readonly ours: Cost; readonly theirs: Cost };

const ratioOf = (pairs: readonly Pair[], of: (cost: Cost) => number | undefined): string => {
  const sum = (whose: keyof Pair) =>
    pairs.reduce((total, pair) => total + (of(pair[whose]) ?? Number.NaN), 0);
  return (sum('ours') / sum('theirs')).toFixed(2);
};

/** A document with fewer words does not count as readable. */
const fewWords = 3;

/** A reader that exceeds this limit has failed. */
const withoutFault = async (reader: Reader, path: string) => {
  try {
    return await reader.read(path);
  } catch {
    return undefined;
  }
};

/** Needs minutes and gigabytes in a library without limits (a page inflates to 1 GB). */
const bombs = ['37-bomb-giant.pdf'];

/** Right-to-left documents. Their correct text is unknown, so poppler's result is only shown for comparison. */
const rightToLeft = ['08-arabic-habibi.pdf', '10-rtl01.pdf', '11-rtl02.pdf', '33-lshort-persian.pdf'];

const measure = async ({ engine, corpus, scratch }: BenchmarkContext) => {
  const folder = join(corpus, 'pdf');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.pdf') && !bombs.includes(name));
  const readers = [
    ...programReader('pdftotext', (path) => [path, '-']),
    ...programReader('mutool', (path) => ['draw', '-q', '-F', 'text', path]),
    ...(await libraryReaders()),
  ];
  const pairs: Pair[] = [];
  const spent = new Map<string, number>();
  const processors = new Map<string, number>();
  let pages = 0;
  let readable = 0;
  const missed: string[] = [];
  const orders: { name: string; order: number }[] = [];
  await engine.run({ path: join(folder, '01-hello.pdf'), from: 'pdf', operation: 'convert', to: 'text' });
  for (const name of files) {
    const path = join(folder, name);
    const ours = await engine
      .run({ path, from: 'pdf', operation: 'convert', to: 'text', options: { ocr: 'never' } })
      .catch(() => undefined);
    const texts = new Map<string, string>();
    for (const reader of readers) {
      const read = await withoutFault(reader, path);
      if (read === undefined) continue;
      texts.set(reader.tool, read.text);
      if (ours === undefined) continue;
      if (reader.tool === 'pdftotext') pairs.push({ ours, theirs: read });
      spent.set(reader.tool, (spent.get(reader.tool) ?? 0) + read.milliseconds);
      processors.set(reader.tool, (processors.get(reader.tool) ?? 0) + (read.processor ?? Number.NaN));
    }
    const someRead = [...texts].filter(([, text]) => wordsOf(text).length >= fewWords);
    if (ours === undefined || wordsOf(ours.bytes.toString()).length < fewWords) {
      if (someRead.length > 0) missed.push(`${name} (${someRead.map(([tool]) => tool).join(', ')})`);
      continue;
    }
    readable += 1;
    pages += ours.report.pages ?? 1;
    spent.set('DocForge', (spent.get('DocForge') ?? 0) + ours.milliseconds);
    processors.set('DocForge', (processors.get('DocForge') ?? 0) + ours.processor);
    const reference = texts.get('pdftotext');
    if (rightToLeft.includes(name) && reference !== undefined) {
      orders.push({ name, order: agreementOf(reference, ours.bytes.toString()).order });
    }
  }
  const typeset = await measureRightToLeft({ engine, scratch });
  const perPage = (tool: string): number => (spent.get(tool) ?? Number.NaN) / pages;
  const rows: CaseRow[] = ['DocForge', ...readers.map(({ tool }) => tool)].map((tool) => ({
    tool,
    milliseconds: perPage(tool),
    processor: (processors.get(tool) ?? Number.NaN) / pages,
  }));
  return {
    unit: 'a page',
    rows,
    targets: [
      { text: `${perPage('DocForge').toFixed(2)} ms per page <= 2.2`, met: perPage('DocForge') <= 2.2 },
      {
        text: `text of every document that a peer reads (${missed.length} missed)`,
        met: missed.length === 0,
      },
      ...typeset.map(({ name, order }) => ({
        text: `${name}: word order ${order.toFixed(3)} >= .93`,
        met: order >= 0.93,
      })),
    ],
    notes: [
      `${readable} documents, ${pages} pages; text recognition off`,
      `${pairs.length} documents that both read: ${ratioOf(pairs, (cost) => cost.milliseconds)} x pdftotext by wall, ${ratioOf(pairs, (cost) => cost.processor)} x by processor time`,
      ...orders.map(
        ({ name, order }) => `${name}: agrees with pdftotext on ${order.toFixed(3)} of the order`,
      ),
      ...missed.map((name) => `not read by us: ${name}`),
    ],
  };
};

/** The text of every readable PDF. */
export const pdfText: BenchmarkCase = { name: 'pdf-text', title: 'PDF to text', measure };
