import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noInfo } from '../../../lib/conversions/document/document-info.ts';
import type { DocumentTree, TreeCell } from '../../../lib/conversions/document/document-tree.ts';
import { textRun } from '../../../lib/conversions/document/document-tree.ts';
import { typesetDocument } from '../../../lib/conversions/formats/pdf/write/typesetting/typeset-document.ts';
import { convert } from '../../../lib/conversions/index.ts';
import { findProgram, runProgram } from '../../engines/peers.ts';
import type { QualitySet } from '../quality-set.ts';
import type { TableDocument } from '../table-document.ts';
import { measureByKind } from './printed/measure-by-kind.ts';
import { documentOf, type Grid, gridsIn, pageOf, styles, withTexts } from './typeset-tables.ts';

const toPdf = async (html: string): Promise<Uint8Array> =>
  (await convert(Buffer.from(html), { from: 'html', to: 'pdf', options: { margin: 15 } })).bytes;

async function byLibreOffice(grids: readonly Grid[], at: number): Promise<Uint8Array> {
  const html = Buffer.from(pageOf(grids, styles.grid ?? '', at));
  const { bytes: docx } = await convert(html, { from: 'html', to: 'docx' });
  return (await convert(docx, { from: 'docx', to: 'pdf' })).bytes;
}

/** The cells of a grid, each once, by rows. */
const rowsOf = (grid: Grid) =>
  grid.map((line, row) =>
    line.flatMap((cell, column) =>
      cell === undefined || (cell.top === row && cell.left === column) ? [cell] : [],
    ),
  );

async function byTypst(grids: readonly Grid[]): Promise<Uint8Array> {
  const toCell = (cell: Grid[number][number]): TreeCell => ({
    blocks: [{ kind: 'paragraph', content: [textRun(cell?.text ?? '')] }],
    column_span: cell === undefined ? 1 : cell.right - cell.left + 1,
    row_span: cell === undefined ? 1 : cell.bottom - cell.top + 1,
  });
  const tree: DocumentTree = {
    hub: 'document',
    format: 'markdown',
    metadata: noInfo,
    page_count: null,
    notes: [],
    images: [],
    blocks: grids.map((grid) => ({
      kind: 'table',
      rows: rowsOf(grid).map((row) => row.map(toCell)),
      header_rows: Math.max(1, ...(grid[0] ?? []).map((cell) => (cell?.bottom ?? 0) + 1)),
    })),
  };
  return (await typesetDocument(tree, { toc: false, pdf_standard: 'none' }, undefined)).bytes;
}

const texSigns: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};
const texOf = (text: string): string =>
  text.replaceAll(/[\\{}$&#^_%~]/g, (sign) => texSigns[sign] ?? `\\${sign}`);

/** A table with the structure elements that tagpdf writes; it has no spans, so cells that are covered have none. */
function texTable(grid: Grid): string {
  const rows = grid.map((line, row) => {
    const cells = line.map((cell, column) => {
      const isFirst = cell === undefined || (cell.top === row && cell.left === column);
      const text = isFirst ? texOf(cell?.text ?? '') : '';
      return `\\tagstructbegin{tag=TD}\\tagmcbegin{tag=TD}${text}\\tagmcend\\tagstructend `;
    });
    return `\\tagstructbegin{tag=TR}${cells.join('&')}\\tagstructend\\\\\\hline`;
  });
  const width = (0.9 / (grid[0]?.length ?? 1)).toFixed(3);
  const columns = `>{\\raggedright\\arraybackslash}p{${width}\\linewidth}|`.repeat(grid[0]?.length ?? 1);
  return `\\tagstructbegin{tag=Table}\n\\noindent\\begin{tabular}{|${columns}}\n${rows.join('\n')}\n\\end{tabular}\n\\tagstructend\n\n`;
}

async function byTagpdf(grids: readonly Grid[]): Promise<Uint8Array | undefined> {
  const lualatex = findProgram('lualatex');
  if (lualatex === undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'tagged-'));
  const source = `\\RequirePackage{pdfmanagement-testphase}\\DeclareDocumentMetadata{pdfversion=1.7}
\\documentclass{article}\\usepackage[margin=15mm,a3paper]{geometry}\\usepackage{array}\\usepackage{tagpdf}
\\tagpdfsetup{activate-all}\\tabcolsep=3pt\\pagestyle{empty}\\begin{document}\\footnotesize
\\tagstructbegin{tag=Document}
${grids.map(texTable).join('\\newpage\n')}\\tagstructend\\end{document}`;
  try {
    await writeFile(join(folder, 'table.tex'), source);
    await runProgram(
      lualatex,
      ['-interaction=nonstopmode', '-output-directory', folder, join(folder, 'table.tex')],
      {
        seconds: 120,
      },
    );
    return await readFile(join(folder, 'table.pdf')).catch(() => undefined);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Programs that write tagged PDFs, and how each prints some tables. */
const programs: Readonly<
  Record<string, (grids: readonly Grid[], at: number) => Promise<Uint8Array | undefined>>
> = {
  'Chromium, grid': (grids, at) => toPdf(pageOf(grids, styles.grid ?? '', at)),
  'Chromium, nothing drawn': (grids, at) => toPdf(pageOf(grids, '', at)),
  LibreOffice: byLibreOffice,
  Typst: byTypst,
  tagpdf: byTagpdf,
};

// Of the competition's pages, not of its tables: dot leaders, which are no text to us, and blanks where lines end after a hyphen.
const LEADER = /\s*(?:\.\s*){3,}$/;
const BLANK_AFTER_HYPHEN = /(?<=[\p{L}\p{N}][-–/])\s+(?=[\p{L}\p{N}])(?!(?:and|or)\b)/gu;

const readable = (text: string): string => text.replace(LEADER, '').replaceAll(BLANK_AFTER_HYPHEN, '');

async function* taggedDocuments(folder: string): AsyncGenerator<TableDocument, void, void> {
  const documents = (await gridsIn(folder)).map((grids) => grids.map((grid) => withTexts(grid, readable)));
  for (const [program, print] of Object.entries(programs))
    for (const [at, grids] of documents.entries()) {
      const pdf = await print(grids, at);
      if (pdf !== undefined) yield documentOf(`${program}-${at}`, program, pdf, grids);
    }
}

/** The tables of the competition as programs print them with tags. */
export const taggedTables: QualitySet = {
  name: 'tagged',
  folder: 'tables',
  title: 'The same tables as programs print them with tags: relations between neighbouring cells',
  measure: (folder) => measureByKind(taggedDocuments(folder)),
};
