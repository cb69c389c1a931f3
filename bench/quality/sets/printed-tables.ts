import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { isFormat } from '../../../lib/conversions/formats.ts';
import { convert, extract } from '../../../lib/conversions/index.ts';
import { findProgram, runProgram } from '../../engines/peers.ts';
import { relationsOf, scoreDocument, type TextTable } from '../../engines/score-tables.ts';
import { type Count, countShared, f1Of } from '../features.ts';
import { percent, type QualityResult, type QualitySet } from '../quality-set.ts';
import { cellsIn, exact, type TableDocument, tablesIn } from '../table-document.ts';
import { madeFigures } from './printed/made-figures.ts';
import { type MadePage, madeTables } from './printed/made-tables.ts';

// Pages that the benchmark makes, with tables and without.
const MADE_TABLES = 70;
const MADE_FIGURES = 136;
// Formats of the documents that LibreOffice prints.
const PRINTED = new Set(['.docx', '.odt', '.html', '.rtf', '.doc', '.pptx', '.odp']);
const SECONDS = 400;

/** Cells of a table of the source. Undefined if it is a layout or a frame: it has a single row or column. */
function shapeOf(rows: TextTable): TextTable | undefined {
  const kept = rows.filter((row) => row.some((text) => exact(text) !== ''));
  const columns = Math.max(0, ...kept.map((row) => row.length));
  const held = Array.from({ length: columns }, (_, column) =>
    kept.some((row) => exact(row[column] ?? '') !== ''),
  );
  return kept.length > 1 && held.filter((has) => has).length > 1 ? kept : undefined;
}

/** The tables of a source as our own readers read them. Undefined if it cannot be read, or one of them is no table. */
async function tablesOfSource(input: Uint8Array, extension: string): Promise<TextTable[] | undefined> {
  const from = extension.slice(1);
  if (!isFormat(from)) return undefined;
  const read = await extract(input, { from, format: 'tables' }).catch(() => undefined);
  if (read === undefined) return undefined;
  const tables: readonly { readonly rows: TextTable }[] = JSON.parse(Buffer.from(read.bytes).toString());
  const shapes = tables.map(({ rows }) => shapeOf(rows));
  return shapes.some((shape) => shape === undefined)
    ? undefined
    : shapes.flatMap((shape) => (shape === undefined ? [] : [shape]));
}

const toDocument = (
  name: string,
  kind: string,
  pdf: Uint8Array,
  tables: readonly TextTable[],
): TableDocument => ({ name, kind, pdf, relations: relationsOf(tables), cells: cellsIn(tables) });

/** Prints files with LibreOffice, in one process. Calls back for each that it could print. */
async function* printWithOffice(
  files: readonly { readonly name: string; readonly path: string }[],
): AsyncGenerator<{ readonly name: string; readonly pdf: Uint8Array }, void, void> {
  const office = findProgram('soffice');
  if (office === undefined) return;
  const folder = await mkdtemp(join(tmpdir(), 'printed-'));
  try {
    await mkdir(join(folder, 'in'));
    for (const [at, { path }] of files.entries())
      await copyFile(path, join(folder, 'in', `${at}${extname(path)}`));
    const sources = files.map(({ path }, at) => join(folder, 'in', `${at}${extname(path)}`));
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    const settings = ['--headless', '--convert-to', 'pdf', '--outdir', join(folder, 'out')];
    await runProgram(office, [profile, ...settings, ...sources], { seconds: SECONDS });
    for (const [at, { name }] of files.entries()) {
      const pdf = await readFile(join(folder, 'out', `${at}.pdf`)).catch(() => undefined);
      if (pdf !== undefined) yield { name, pdf };
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The documents of a folder that LibreOffice prints, with the tables of each. */
async function* officeDocuments(folder: string): AsyncGenerator<TableDocument, void, void> {
  const own = join(folder, 'documents');
  const names = (await readdir(own)).filter((name) => PRINTED.has(extname(name))).toSorted();
  const tables = new Map<string, TextTable[]>();
  for (const name of names) {
    const found = await tablesOfSource(await readFile(join(own, name)), extname(name));
    if (found !== undefined) tables.set(name, found);
  }
  const files = [...tables.keys()].map((name) => ({ name, path: join(own, name) }));
  for await (const { name, pdf } of printWithOffice(files)) {
    const own = tables.get(name) ?? [];
    yield toDocument(name, own.length > 0 ? 'office documents' : 'office documents, no table', pdf, own);
  }
}

/** Made pages, printed by our own html to pdf and, if they have tables, by LibreOffice. */
async function* madeDocuments(pages: readonly MadePage[]): AsyncGenerator<TableDocument, void, void> {
  const sources = await Promise.all(
    pages.map(async (page) => {
      const input = Buffer.from(page.html);
      return { ...page, input, tables: (await tablesOfSource(input, '.html')) ?? [] };
    }),
  );
  for (const { name, input, tables, isLandscape } of sources) {
    const options = { margin: 15, ...(isLandscape ? { landscape: true } : {}) };
    const { bytes } = await convert(input, { from: 'html', to: 'pdf', options });
    yield toDocument(name, tables.length > 0 ? 'made tables' : 'made pages, no table', bytes, tables);
  }
  const folder = await mkdtemp(join(tmpdir(), 'made-'));
  try {
    const withTables = sources.filter(({ tables }) => tables.length > 0);
    for (const { name, input } of withTables) await writeFile(join(folder, `${name}.html`), input);
    const files = withTables.map(({ name }) => ({ name, path: join(folder, `${name}.html`) }));
    for await (const { name, pdf } of printWithOffice(files)) {
      const tables = withTables.find((source) => source.name === name)?.tables ?? [];
      yield toDocument(`${name}-office`, 'made tables, by LibreOffice', pdf, tables);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Pages of PDFs that have no table: `truth/no-tables.json` has them by file name. */
async function* pagesWithoutTables(folder: string): AsyncGenerator<TableDocument, void, void> {
  const text = await readFile(join(folder, 'truth', 'no-tables.json'), 'utf8').catch(() => '{}');
  const ranges: Readonly<Record<string, string>> = JSON.parse(text);
  for (const [name, pages] of Object.entries(ranges)) {
    const pdf = await readFile(join(folder, 'documents', name));
    yield { ...toDocument(name, 'pages of PDFs, no table', pdf, []), pages };
  }
}

/** The documents of the set. */
export async function* printedDocuments(folder: string): AsyncGenerator<TableDocument, void, void> {
  yield* officeDocuments(folder);
  yield* pagesWithoutTables(folder);
  yield* madeDocuments([...madeTables(MADE_TABLES), ...madeFigures(MADE_FIGURES)]);
}

interface KindCount {
  documents: number;
  /** Tables found. */
  tables: number;
  readonly relations: Count;
  readonly cells: Count;
}

const sumOf = (counts: Iterable<number>): number => [...counts].reduce((sum, count) => sum + count, 0);

function addTo(count: Count, { hits, wanted, got }: Count): void {
  count.hits += hits;
  count.wanted += wanted;
  count.got += got;
}

async function measure(folder: string): Promise<QualityResult> {
  const kinds = new Map<string, KindCount>();
  const losses: { readonly text: string; readonly lost: number }[] = [];
  for await (const { name, kind, pdf, pages, relations, cells } of printedDocuments(folder)) {
    const none = (): Count => ({ hits: 0, wanted: 0, got: 0 });
    const count = kinds.get(kind) ?? { documents: 0, tables: 0, relations: none(), cells: none() };
    kinds.set(kind, count);
    const tables = await tablesIn({ pdf, pages });
    const found = relationsOf(tables);
    const score = scoreDocument(relations, found);
    const [wanted, got] = [sumOf(relations.values()), sumOf(found.values())];
    count.documents += 1;
    count.tables += tables.length;
    const hits = Math.round(score.recall * wanted);
    addTo(count.relations, { hits, wanted, got });
    addTo(count.cells, countShared(cells, cellsIn(tables)));
    const lost = wanted + got - 2 * hits;
    if (lost > 0)
      losses.push({ lost, text: `${name}: ${wanted} relations, ${got} found, ${hits} of them right` });
  }
  return {
    measured: `${sumOf([...kinds.values()].map(({ documents }) => documents))} documents`,
    columns: ['documents', 'false tables', 'relations F1', 'recall', 'exact cells F1'],
    rows: [...kinds].map(([kind, { documents, tables, relations, cells }]) => ({
      tool: kind,
      figures: [
        String(documents),
        relations.wanted === 0 ? String(tables) : '',
        ...(relations.wanted === 0
          ? ['', '', '']
          : [f1Of(relations).toFixed(3), percent(relations.hits / relations.wanted), f1Of(cells).toFixed(3)]),
      ],
    })),
    losses: losses.toSorted((a, b) => b.lost - a.lost).map(({ text }) => text),
  };
}

/** Documents with and without tables, printed by LibreOffice and by our own html to pdf. */
export const printedTables: QualitySet = {
  name: 'printed',
  title: 'Office documents and made pages, printed to PDF: the tables of their sources',
  measure,
};
