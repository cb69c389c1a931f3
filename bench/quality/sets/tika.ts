import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { extract } from '../../../lib/conversions/index.ts';
import { findProgram, runProgram } from '../../engines/peers.ts';
import { markdownReaders, type TextReader, withOffice } from '../markdown-peers.ts';
import { percent, type QualityResult, type QualitySet } from '../quality-set.ts';

const pandocFormats: ReadonlySet<string> = new Set(
  'docx odt rtf epub html htm md txt tex csv tsv ipynb rst org fb2 opml xml json xlsx pptx'.split(' '),
);
// What LibreOffice opens as a document and not as the text of its bytes.
const officeFormats: ReadonlySet<string> = new Set(
  'doc docx docm dot dotx odt ott fodt rtf xls xlsx xlsm xlsb ods csv ppt pptx pptm pps ppsx odp html htm txt dbf wpd wps pub vsd vsdx hwp emf wmf'.split(
    ' ',
  ),
);
const PEER_SECONDS = 20;

const typeOf = (path: string): string => extname(path).slice(1).toLowerCase();

const own =
  (format: 'text' | 'markdown'): TextReader =>
  async (path) => {
    const { bytes } = await extract(await readFile(path), { format, filename: path });
    return Buffer.from(bytes).toString();
  };

function readers(): Map<string, TextReader> {
  const found = new Map<string, TextReader>([
    ['DocForge, text', own('text')],
    ['DocForge, markdown', own('markdown')],
    ...markdownReaders(),
  ]);
  const pandoc = findProgram('pandoc');
  if (pandoc !== undefined)
    found.set('pandoc', async (path) => {
      // It reads any other file as Markdown.
      if (!pandocFormats.has(typeOf(path))) return undefined;
      const args = ['-t', 'plain', '--wrap=none', path];
      const { ok, output } = await runProgram(pandoc, args, { seconds: PEER_SECONDS });
      return ok ? output.toString() : undefined;
    });
  return found;
}

/** White space and the marks of Markdown do not count. */
const plain = (text: string): string => text.replaceAll(/[\s\u00a0*_#`|\\>~-]+/g, '').toLowerCase();

type Expected = Readonly<
  Record<string, { readonly contains: readonly string[]; readonly not_contains: readonly string[] }>
>;

async function measure(folder: string): Promise<QualityResult> {
  const expected: Expected = JSON.parse(await readFile(join(folder, 'truth', 'expected.json'), 'utf8'));
  const present = new Set(await readdir(join(folder, 'documents')));
  const names = Object.keys(expected).filter((name) => present.has(name));
  const rows: { tool: string; figures: string[] }[] = [];
  const losses: string[] = [];
  let strings = 0;

  async function score(tool: string, read: TextReader): Promise<void> {
    let hits = 0;
    let refused = 0;
    strings = 0;
    for (const name of names) {
      const { contains = [], not_contains: forbidden = [] } = expected[name] ?? {};
      strings += contains.length + forbidden.length;
      const text = await read(join(folder, 'documents', name)).catch(() => undefined);
      if (text === undefined) {
        refused += 1;
        if (tool === 'DocForge, text') losses.push(`${name}: refused`);
        continue;
      }
      const found = plain(text);
      const missing = contains.filter((part) => !found.includes(plain(part)));
      const wrong = forbidden.filter((part) => found.includes(plain(part)));
      hits += contains.length + forbidden.length - missing.length - wrong.length;
      const lost = [...missing, ...wrong.map((part) => `not ${part}`)];
      if (tool === 'DocForge, text' && lost.length > 0) losses.push(`${name}: ${lost.join(', ')}`);
    }
    rows.push({ tool, figures: [percent(hits / strings), `${refused}`] });
  }

  for (const [tool, read] of readers()) await score(tool, read);
  const pdftotext = findProgram('pdftotext');
  const readable = names.filter((name) => officeFormats.has(typeOf(name)));
  if (pdftotext !== undefined)
    await withOffice(
      readable.map((name) => join(folder, 'documents', name)),
      'pdf',
      async (converted) => {
        await score('LibreOffice', async (path) => {
          const pdf = converted.get(path);
          if (pdf === undefined) return undefined;
          const { ok, output } = await runProgram(pdftotext, [pdf, '-'], { seconds: PEER_SECONDS });
          return ok ? output.toString() : undefined;
        });
      },
    );
  return {
    measured: `${strings} strings of ${present.size} documents`,
    columns: ['strings', 'documents refused'],
    rows,
    losses,
  };
}

/** Strings that Tika's tests expect of its own documents. */
export const tika: QualitySet = {
  name: 'tika',
  title:
    "Strings that Apache Tika's tests expect of their documents, in percent; an error fails all of a document",
  measure,
};
