import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { isFormat } from '../../../lib/conversions/formats.ts';
import { extract } from '../../../lib/conversions/index.ts';
import type { TextTable } from '../../engines/score-tables.ts';
import type { QualitySet } from '../quality-set.ts';
import { exact, type TableDocument } from '../table-document.ts';
import { measureByKind } from './printed/measure-by-kind.ts';
import { printWithOffice } from './printed/print-with-office.ts';
import { toDocument } from './printed/source-tables.ts';

// Bytes of a workbook and rows of a sheet, at most: larger ones are tests of speed.
const MAX_BYTES = 150_000;
const MAX_ROWS = 150;
// Each sheet on a page of its own, as large as the sheet.
const ONE_PAGE = 'pdf:calc_pdf_Export:{"SinglePageSheets":{"type":"boolean","value":"true"}}';
// Sheets of statistics: their rows and columns, tables of a workbook, the share of cells with text, the share of numbers
// among those that are no labels, and characters of a text.
const ROWS = [5, 40] as const;
const COLUMNS = [3, 10] as const;
const MAX_TABLES = 2;
const FILLED = 0.6;
const NUMBERS = 0.5;
const MAX_LENGTH = 60;

const isNumber = (text: string): boolean => /^[-–(]?[$€]?[\d.,]+[%)]?$/.test(text.replaceAll(/\s/g, ''));
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const isWithin = (count: number, [least, most]: readonly [number, number]): boolean =>
  count >= least && count <= most;

interface Workbook {
  readonly name: string;
  readonly path: string;
  readonly sheets: readonly TextTable[];
}

/** The sheets of a workbook that have several rows, without those that are empty. */
async function sheetsOf(path: string): Promise<TextTable[]> {
  const from = extname(path).slice(1);
  if (!isFormat(from)) return [];
  const read = await extract(await readFile(path), { from, format: 'tables' }).catch(() => undefined);
  if (read === undefined) return [];
  const tables: readonly { readonly rows: TextTable }[] = JSON.parse(Buffer.from(read.bytes).toString());
  return tables
    .map(({ rows }) => rows.filter((row) => row.some((text) => exact(text) !== '')))
    .filter((rows) => rows.length > 1);
}

async function workbooksIn(folder: string): Promise<Workbook[]> {
  const own = join(folder, 'documents');
  const found: Workbook[] = [];
  for (const name of (await readdir(own)).toSorted()) {
    const path = join(own, name);
    if (!/\.xlsx?$/.test(name) || (await stat(path)).size >= MAX_BYTES) continue;
    const sheets = await sheetsOf(path);
    if (sheets.length > 0 && sheets.every((rows) => rows.length <= MAX_ROWS))
      found.push({ name, path, sheets });
  }
  return found;
}

/** Whether a sheet is a table of numbers with labels. */
function isStatistics(rows: TextTable): boolean {
  const width = Math.max(...rows.map((row) => row.length));
  const texts = rows.flat().filter((text) => text !== '');
  const values = rows.flatMap((row) => row.slice(1)).filter((text) => text !== '');
  return (
    isWithin(rows.length, ROWS) &&
    isWithin(width, COLUMNS) &&
    texts.length >= FILLED * rows.length * width &&
    values.filter(isNumber).length >= NUMBERS * values.length &&
    texts.every((text) => text.length < MAX_LENGTH)
  );
}

/** Sheets between paragraphs: nothing is drawn, and all but the labels is centered. */
function centeredPage(sheets: readonly TextTable[]): string {
  const cellOf = (text: string, column: number): string => {
    const style = `text-align:${column > 0 ? 'center' : 'left'}${isNumber(text) ? ';white-space:nowrap' : ''}`;
    return `<td style="${style}">${escaped(text)}</td>`;
  };
  const tables = sheets.map((rows) => {
    const lines = rows.map((row) => `<tr>${row.map(cellOf).join('')}</tr>`);
    return `<p>What the members reported at the end of the year is compared here with the year before.</p><table>${lines.join('')}</table>`;
  });
  return `<!doctype html><meta charset=utf-8><style>body{font:10pt Liberation Serif} td{padding:1pt 6pt;font-size:9pt}</style>${tables.join('')}<p>The figures are those of the members.</p>`;
}

/** The documents of the set. */
async function* sheetDocuments(folder: string): AsyncGenerator<TableDocument, void, void> {
  const workbooks = await workbooksIn(folder);
  const sheetsBy = new Map(workbooks.map(({ name, sheets }) => [name, sheets] as const));
  for await (const { name, pdf } of printWithOffice(workbooks, ONE_PAGE))
    yield toDocument(name, 'workbooks', pdf, sheetsBy.get(name) ?? []);
  const work = await mkdtemp(join(tmpdir(), 'sheets-'));
  try {
    const files: Workbook[] = [];
    for (const { name, sheets } of workbooks) {
      const kept = sheets.filter(isStatistics).slice(0, MAX_TABLES);
      const path = join(work, `${name}.html`);
      if (kept.length === 0) continue;
      await writeFile(path, centeredPage(kept));
      files.push({ name, path, sheets: kept });
    }
    const keptBy = new Map(files.map(({ name, sheets }) => [name, sheets] as const));
    for await (const { name, pdf } of printWithOffice(files))
      yield toDocument(`${name}-centered`, 'cells of workbooks, centered', pdf, keptBy.get(name) ?? []);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Workbooks as LibreOffice prints them, and their cells set again. */
export const printedSheets: QualitySet = {
  name: 'sheets',
  folder: 'workbooks',
  title: 'Workbooks, and their cells with centered numbers, printed to PDF: the tables of their sheets',
  measure: (folder) => measureByKind(sheetDocuments(folder)),
};
