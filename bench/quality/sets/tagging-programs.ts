import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noInfo } from '../../../lib/conversions/document/document-info.ts';
import type { DocumentTree, TreeCell } from '../../../lib/conversions/document/document-tree.ts';
import { textRun } from '../../../lib/conversions/document/document-tree.ts';
import { typesetDocument } from '../../../lib/conversions/formats/pdf/write/typesetting/typeset-document.ts';
import { convert } from '../../../lib/conversions/index.ts';
import { findProgram, runProgram } from '../../engines/peers.ts';
import type { TruthCell } from '../../engines/score-tables.ts';
import { type Grid, pageOf, styles } from './typeset-tables.ts';

// What the programs read and write.
const SOURCE = 'table.tex';
const PRINTED = 'table.pdf';

type Print = (grids: readonly Grid[], at: number) => Promise<Uint8Array | undefined>;

const toPdf = async (html: string): Promise<Uint8Array> =>
  (await convert(Buffer.from(html), { from: 'html', to: 'pdf', options: { margin: 15 } })).bytes;

async function byLibreOffice(grids: readonly Grid[], at: number): Promise<Uint8Array> {
  const html = Buffer.from(pageOf(grids, styles.grid ?? '', at));
  const { bytes: docx } = await convert(html, { from: 'html', to: 'docx' });
  return (await convert(docx, { from: 'docx', to: 'pdf' })).bytes;
}

const isFirst = (cell: TruthCell | undefined, row: number, column: number): boolean =>
  cell === undefined || (cell.top === row && cell.left === column);

const spanOf = (cell: TruthCell | undefined): readonly [columns: number, rows: number] =>
  cell === undefined ? [1, 1] : [cell.right - cell.left + 1, cell.bottom - cell.top + 1];

/** The cells of a grid, each once, by rows. */
const rowsOf = (grid: Grid) =>
  grid.map((line, row) => line.flatMap((cell, column) => (isFirst(cell, row, column) ? [cell] : [])));

/** The number of rows that the cells of the first row span. */
const headerRowsOf = (grid: Grid): number =>
  Math.max(1, ...(grid[0] ?? []).map((cell) => (cell?.bottom ?? 0) + 1));

async function byTypst(grids: readonly Grid[]): Promise<Uint8Array> {
  const toCell = (cell: TruthCell | undefined): TreeCell => ({
    blocks: [{ kind: 'paragraph', content: [textRun(cell?.text ?? '')] }],
    column_span: spanOf(cell)[0],
    row_span: spanOf(cell)[1],
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
      header_rows: headerRowsOf(grid),
    })),
  };
  return (await typesetDocument(tree, { toc: false, pdf_standard: 'none' }, undefined)).bytes;
}

/** Returns the PDF that a program prints from a file in its folder. Undefined if it is not installed or prints none. */
async function printed(
  name: string,
  source: string,
  ...args: readonly string[]
): Promise<Uint8Array | undefined> {
  const program = findProgram(name);
  if (program === undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'tagged-'));
  try {
    await writeFile(join(folder, SOURCE), source);
    await runProgram(program, args, { folder });
    return await readFile(join(folder, PRINTED)).catch(() => undefined);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const texSigns: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};
const texOf = (text: string): string =>
  text.replaceAll(/[\\{}$&#^_%~]/g, (sign) => texSigns[sign] ?? `\\${sign}`);

/** The attribute of a cell that spans some columns and rows, by its name and definition. */
const attributeOf = (columns: number, rows: number): readonly [name: string, entries: string] => [
  `c${columns}r${rows}`,
  `/O/Table/ColSpan ${columns}/RowSpan ${rows}`,
];

/** A table with the structure elements that tagpdf writes. The places that a cell covers in further rows are empty. */
function texTable(grid: Grid): string {
  const share = 0.9 / (grid[0]?.length ?? 1);
  const header = headerRowsOf(grid);
  const rows = grid.map((line, row) => {
    const tag = row < header ? 'TH' : 'TD';
    const cells = line.flatMap((cell, column) => {
      if (cell !== undefined && cell.left !== column) return [];
      const [columns, down] = spanOf(cell);
      const attribute = columns + down > 2 ? `,attribute=${attributeOf(columns, down)[0]}` : '';
      const text = isFirst(cell, row, column)
        ? `\\tagstructbegin{tag=${tag}${attribute}}\\tagmcbegin{tag=${tag}}${texOf(cell?.text ?? '')}\\tagmcend\\tagstructend `
        : '';
      return [{ columns, text }];
    });
    // What precedes a \multicolumn must be in it.
    const shown = cells.map(({ columns, text }, at) => {
      const begin = at === 0 ? '\\tagstructbegin{tag=TR}' : '';
      const end = at === cells.length - 1 ? '\\tagstructend' : '';
      const width = (share * columns).toFixed(3);
      const format = `${at === 0 ? '|' : ''}>{\\raggedright\\arraybackslash}p{${width}\\linewidth}|`;
      return `\\multicolumn{${columns}}{${format}}{${begin}${text}${end}}`;
    });
    return `${shown.join('&')}\\\\\\hline`;
  });
  const columns = 'l'.repeat(grid[0]?.length ?? 1);
  return `\\tagstructbegin{tag=Table}\n\\noindent\\begin{tabular}{${columns}}\n${rows.join('\n')}\n\\end{tabular}\n\\tagstructend\n\n`;
}

/** Defines the attributes of the spans in some tables. */
const texAttributes = (grids: readonly Grid[]): string =>
  [...new Map(grids.flat(2).map((cell) => attributeOf(...spanOf(cell))))]
    .map(([name, entries]) => `\\tagpdfsetup{newattribute={${name}}{${entries}}}`)
    .join('\n');

const byTagpdf: Print = (grids) =>
  printed(
    'lualatex',
    `\\RequirePackage{pdfmanagement-testphase}\\DeclareDocumentMetadata{pdfversion=1.7}
\\documentclass{article}\\usepackage[margin=15mm,a3paper]{geometry}\\usepackage{array}\\usepackage{tagpdf}
\\tagpdfsetup{activate-all}
${texAttributes(grids)}
\\tabcolsep=3pt\\pagestyle{empty}\\begin{document}\\footnotesize
\\tagstructbegin{tag=Document}
${grids.map(texTable).join('\\newpage\n')}\\tagstructend\\end{document}`,
    '-interaction=nonstopmode',
    SOURCE,
  );

const byWeasyPrint =
  (style: string): Print =>
  (grids, at) =>
    printed(
      'weasyprint',
      pageOf(grids, style, at),
      '--encoding',
      'utf-8',
      '--pdf-variant',
      'pdf/ua-1',
      SOURCE,
      PRINTED,
    );

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A table of XSL-FO, whose columns are as wide as their longest words and texts ask for. */
function foTable(grid: Grid): string {
  const widths = (grid[0] ?? []).map((_, column) =>
    Math.max(
      4,
      ...grid.map((line) => {
        const cell = line[column];
        if (cell === undefined || cell.right > cell.left) return 0;
        return Math.max(...cell.text.split(/\s/).map((word) => word.length), Math.sqrt(cell.text.length) * 2);
      }),
    ),
  );
  const rows = grid.map((line, row) => {
    const cells = line.flatMap((cell, column) => {
      if (!isFirst(cell, row, column)) return [];
      const [columns, down] = spanOf(cell);
      const spans = `number-columns-spanned="${columns}" number-rows-spanned="${down}"`;
      return `<fo:table-cell border="0.5pt solid black" padding="2pt" ${spans}><fo:block>${escaped(cell?.text ?? '')}</fo:block></fo:table-cell>`;
    });
    return cells.length === 0 ? '' : `<fo:table-row>${cells.join('')}</fo:table-row>`;
  });
  const header = headerRowsOf(grid);
  const part = (name: string, some: readonly string[]): string =>
    some.join('') === '' ? '' : `<fo:table-${name}>${some.join('')}</fo:table-${name}>`;
  const body = header < rows.length ? header : 0;
  return `<fo:table table-layout="fixed" width="100%" space-after="12pt">${widths
    .map((width) => `<fo:table-column column-width="proportional-column-width(${width})"/>`)
    .join('')}${part('header', rows.slice(0, body))}${part('body', rows.slice(body))}</fo:table>`;
}

const byFop: Print = (grids) =>
  printed(
    'fop',
    `<fo:root xmlns:fo="http://www.w3.org/1999/XSL/Format" xml:lang="en"><fo:layout-master-set>
<fo:simple-page-master master-name="page" page-width="297mm" page-height="420mm" margin="15mm"><fo:region-body/></fo:simple-page-master>
</fo:layout-master-set><fo:page-sequence master-reference="page"><fo:flow flow-name="xsl-region-body" font-size="8pt">
${grids.map(foTable).join('\n')}</fo:flow></fo:page-sequence></fo:root>`,
    '-a',
    '-fo',
    SOURCE,
    '-pdf',
    PRINTED,
  );

/** Programs that write tagged PDFs, and how each prints some tables. Those that are not installed print nothing. */
export const taggingPrograms: Readonly<Record<string, Print>> = {
  'Chromium, grid': (grids, at) => toPdf(pageOf(grids, styles.grid ?? '', at)),
  'Chromium, nothing drawn': (grids, at) => toPdf(pageOf(grids, '', at)),
  LibreOffice: byLibreOffice,
  Typst: byTypst,
  tagpdf: byTagpdf,
  'WeasyPrint, grid': byWeasyPrint(styles.grid ?? ''),
  'WeasyPrint, nothing drawn': byWeasyPrint(''),
  'Apache FOP': byFop,
};
