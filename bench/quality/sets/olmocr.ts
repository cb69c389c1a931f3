import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extract } from '../../../lib/conversions/index.ts';
import { findProgram, runProgram } from '../../engines/peers.ts';
import type { QualityResult, QualitySet } from '../quality-set.ts';

/** A rule of olmOCR-bench about a page; `max_diffs` is an edit distance. */
interface Rule {
  readonly pdf: string;
  readonly id: string;
  readonly type: string;
  readonly text?: string;
  readonly before?: string;
  readonly after?: string;
  readonly max_diffs?: number;
  readonly first_n?: number | null;
  readonly last_n?: number | null;
  readonly case_sensitive?: boolean;
}

const kinds = ['present', 'absent', 'order'] as const;

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/<br>|[*_`#\\|]/g, ' ')
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/[\u201c\u201d]/g, '"')
    .replaceAll(/[\u2010-\u2015]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The least edit distance between a text and any part of a page, and where that part ends. */
function nearest(text: string, page: string): { readonly distance: number; readonly end: number } {
  let before = new Array<number>(page.length + 1).fill(0);
  for (let row = 1; row <= text.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= page.length; column += 1) {
      const swap = (before[column - 1] ?? 0) + (text[row - 1] === page[column - 1] ? 0 : 1);
      line.push(Math.min((before[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1, swap));
    }
    before = line;
  }
  let end = 0;
  for (const [column, distance] of before.entries()) if (distance < (before[end] ?? 0)) end = column;
  return { distance: before[end] ?? 0, end };
}

function holds(rule: Rule, page: string): boolean {
  const { type, max_diffs: most = 0 } = rule;
  if (type === 'order') {
    const first = nearest(plain(rule.before ?? ''), page);
    const second = nearest(plain(rule.after ?? ''), page);
    return first.distance <= most && second.distance <= most && first.end < second.end;
  }
  let part = page;
  if (rule.first_n) part = part.slice(0, rule.first_n);
  if (rule.last_n) part = part.slice(-rule.last_n);
  const fold = (text: string): string => (rule.case_sensitive === false ? text.toLowerCase() : text);
  const isThere = nearest(fold(plain(rule.text ?? '')), fold(part)).distance <= most;
  return type === 'present' ? isThere : !isThere;
}

async function measure(folder: string): Promise<QualityResult> {
  const lines = (await readFile(join(folder, 'truth', 'tests.jsonl'), 'utf8')).trim().split('\n');
  const rules = lines
    .map((line): Rule => JSON.parse(line))
    .filter(({ type }) => kinds.some((kind) => kind === type));
  const pages = [...new Set(rules.map(({ pdf }) => pdf))];
  const readers = new Map<string, (path: string) => Promise<string>>([
    [
      'DocForge',
      async (path) => {
        const options = { images: 'none' };
        const { bytes } = await extract(await readFile(path), { format: 'markdown', from: 'pdf', options });
        return Buffer.from(bytes).toString();
      },
    ],
  ]);
  const poppler = findProgram('pdftotext');
  if (poppler !== undefined)
    readers.set('pdftotext', async (path) => (await runProgram(poppler, [path, '-'])).output.toString());
  const mutool = findProgram('mutool');
  if (mutool !== undefined)
    readers.set('mutool', async (path) =>
      (await runProgram(mutool, ['draw', '-q', '-F', 'text', path])).output.toString(),
    );
  const losses: string[] = [];
  const rows = [];
  for (const [tool, read] of readers) {
    const texts = new Map<string, string>();
    for (const name of pages) {
      const path = join(folder, 'documents', name.split('/').at(-1) ?? name);
      texts.set(name, plain(await read(path).catch(() => '')));
    }
    const figures = kinds.map((kind) => {
      const own = rules.filter(({ type }) => type === kind);
      const kept = own.filter((rule) => holds(rule, texts.get(rule.pdf) ?? ''));
      if (tool === 'DocForge')
        for (const { id } of own.filter((rule) => !kept.includes(rule))) losses.push(`${kind} ${id}`);
      return `${kept.length} of ${own.length}`;
    });
    rows.push({ tool, figures });
  }
  return { measured: `${pages.length} pages`, columns: kinds, rows, losses };
}

/** Rules about single pages: texts that are there, that are not, and their order. */
export const olmocr: QualitySet = {
  name: 'olmocr',
  title:
    'The sample of olmOCR-bench: rules that hold. Its rules for tables and formulas are not measured here',
  measure,
};
