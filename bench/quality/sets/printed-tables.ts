import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { convert } from '../../../lib/conversions/index.ts';
import type { TextTable } from '../../engines/score-tables.ts';
import type { QualitySet } from '../quality-set.ts';
import type { TableDocument } from '../table-document.ts';
import { madeFigures } from './printed/made-figures.ts';
import { type MadePage, madeTables } from './printed/made-tables.ts';
import { measureByKind } from './printed/measure-by-kind.ts';
import { printWithOffice } from './printed/print-with-office.ts';
import { tablesOfSource, toDocument } from './printed/source-tables.ts';

// Pages that the benchmark makes, with tables and without.
const MADE_TABLES = 70;
const MADE_FIGURES = 136;
// Formats of the documents that LibreOffice prints.
const PRINTED = new Set(['.docx', '.odt', '.html', '.rtf', '.doc', '.pptx', '.odp']);

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

/** Documents with and without tables, printed by LibreOffice and by our own html to pdf. */
export const printedTables: QualitySet = {
  name: 'printed',
  title: 'Office documents and made pages, printed to PDF: the tables of their sources',
  measure: (folder) => measureByKind(printedDocuments(folder)),
};
