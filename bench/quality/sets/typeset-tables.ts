import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { convert } from '../../../lib/conversions/index.ts';
import { relationsOf, type TextTable, type TruthCell, truthTables } from '../../engines/score-tables.ts';
import type { QualitySet } from '../quality-set.ts';
import { cellsIn, type TableDocument, withoutTags } from '../table-document.ts';
import { measureByKind } from './printed/measure-by-kind.ts';

// Maximum characters of a text that is repeated.
const REPEATED_CHARACTERS = 80;
// Larger tables do not fit on the page.
const MAX_ROWS = 45;
const MAX_COLUMNS = 12;
// Tables of a document.
const MAX_TABLES = 2;
const MAX_HEADER_ROWS = 3;

const prose = [
  'The tables of this report were compiled from the returns of the members, who were asked to count what they own at the end of each year and to name the source of each figure.',
  'Where a return was late, the figure of the year before was carried forward; such figures are marked, and the reader is asked to treat them with care until they are confirmed.',
  'A comparison with earlier years is possible for most of the series, although the definitions changed twice in the period and the smaller members joined only later.',
];

/** Ways to set a table; `tr.h` are the rows of its header. */
export const styles: Readonly<Record<string, string>> = {
  grid: 'table{border-collapse:collapse} td{border:0.5pt solid #000}',
  'three rules':
    'table{border-collapse:collapse;border-top:1pt solid #000;border-bottom:1pt solid #000} tr.h:not(:has(+tr.h)) td{border-bottom:0.5pt solid #000}',
  'rule under rows':
    'table{border-collapse:collapse} td{border-bottom:0.4pt solid #888} tr.h td{font-weight:bold}',
  'every other row shaded':
    'table{border-collapse:collapse} tr:nth-child(even) td{background:#e4e8f0} tr.h td{font-weight:bold;background:#334;color:#fff}',
  'bold header': 'tr.h td{font-weight:bold}',
  'nothing drawn': '',
};

const fonts = ['10pt Liberation Serif', '9pt Liberation Sans', '11pt DejaVu Serif'];
const paddings = ['1pt 5pt', '2pt 8pt', '1.5pt 4pt'];

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const isNumber = (text: string): boolean => /^[-–(]?[$€]?[\d.,]+[%)]?$/.test(text.replaceAll(/\s/g, ''));

/** Numbers as ISO 80000-1 writes them: blanks between thousands, and a comma. */
const withBlanks = (text: string): string =>
  text.replaceAll(/\d[\d,]*(?:\.\d+)?/g, (number) =>
    /^\d{1,3}(?:,\d{3})*(?:\.\d+)?$/.test(number) ? number.replaceAll(',', ' ').replace('.', ',') : number,
  );

/** The cell at each position. */
export type Grid = (TruthCell | undefined)[][];

function gridOf(cells: readonly TruthCell[]): Grid {
  const rows = 1 + Math.max(...cells.map(({ bottom }) => bottom));
  const columns = 1 + Math.max(...cells.map(({ right }) => right));
  const grid = Array.from({ length: rows }, () => new Array<TruthCell | undefined>(columns).fill(undefined));
  for (const cell of cells)
    for (let row = cell.top; row <= cell.bottom; row += 1)
      for (let column = cell.left; column <= cell.right; column += 1) {
        const line = grid[row];
        if (line !== undefined) line[column] = cell;
      }
  return grid;
}

/**
 * The texts by position. As in our own tables, a spanning cell repeats its text at each position, unless the text is long or the cell spans a
 * whole row.
 */
const textsOf = (grid: Grid): TextTable =>
  grid.map((line, row) =>
    line.map((cell, column) => {
      const isFirst = cell === undefined || (cell.top === row && cell.left === column);
      const isRepeated =
        !isFirst && cell.right - cell.left + 1 < line.length && cell.text.length <= REPEATED_CHARACTERS;
      return isFirst || isRepeated ? (cell?.text ?? '') : '';
    }),
  );

function tableHtml(grid: Grid): string {
  const firstData = grid.findIndex((line) =>
    line
      .slice(1)
      .some((cell) => cell !== undefined && isNumber(cell.text) && !/^(?:19|20)\d\d$/.test(cell.text)),
  );
  const header = Math.max(1, Math.min(MAX_HEADER_ROWS, firstData));
  const rows = grid.map((line, row) => {
    const cells = line.map((cell, column) => {
      if (cell === undefined) return '<td></td>';
      if (cell.top !== row || cell.left !== column) return '';
      const align = isNumber(cell.text) ? 'right' : cell.right > cell.left ? 'center' : 'left';
      const wrap = isNumber(cell.text) ? ';white-space:nowrap' : '';
      return `<td rowspan=${cell.bottom - row + 1} colspan=${cell.right - column + 1} style="text-align:${align}${wrap}">${escaped(cell.text)}</td>`;
    });
    return `<tr${row < header ? ' class=h' : ''}>${cells.join('')}</tr>`;
  });
  return `<table>${rows.join('')}</table>`;
}

/** A page with tables in a style. */
export function pageOf(grids: readonly Grid[], style: string, at: number): string {
  const css = `body{font:${fonts[at % 3]}} td{padding:${paddings[at % 3]};font-size:8pt;vertical-align:top} table{margin:6pt 0;${at % 3 === 1 ? 'width:100%' : ''}} .c{${at % 3 === 2 ? 'display:none' : ''}} ${style}`;
  const parts = grids.map((grid, index) => {
    const [one, two, three] = [0, 1, 2].map((turn) => prose[(at + index + turn) % 3]);
    return `<p>${one} ${two}</p><p class=c>Table ${index + 1}. Returns of the members by year</p>${tableHtml(grid)}<p>${three}</p>`;
  });
  return `<!doctype html><html><head><style>${css}</style></head><body>${parts.join('')}</body></html>`;
}

/** The tables of the competition by document, those that fit on a page. */
export async function gridsIn(folder: string): Promise<Grid[][]> {
  const own = join(folder, 'documents');
  const names = (await readdir(own)).filter((name) => name.endsWith('-str.xml')).toSorted();
  const documents: Grid[][] = [];
  for (const name of names) {
    const grids = truthTables(await readFile(join(own, name), 'utf8'))
      .slice(0, MAX_TABLES)
      .map(gridOf)
      .filter((grid) => grid.length <= MAX_ROWS && (grid[0]?.length ?? 0) <= MAX_COLUMNS);
    if (grids.length > 0) documents.push(grids);
  }
  return documents;
}

/** Returns a grid whose cells have other texts. */
export const withTexts = (grid: Grid, textOf: (text: string) => string): Grid =>
  gridOf(
    [...new Set(grid.flat())].flatMap((cell) =>
      cell === undefined ? [] : [{ ...cell, text: textOf(cell.text) }],
    ),
  );

/** A document that contains some tables. */
export const documentOf = (
  name: string,
  kind: string,
  pdf: Uint8Array,
  grids: readonly Grid[],
): TableDocument => ({
  name,
  kind,
  pdf,
  relations: relationsOf(grids.map(textsOf)),
  cells: cellsIn(grids.map(textsOf)),
});

/** The documents of the set: each style, with numbers as they are and with blanks between thousands. */
export async function* typesetDocuments(folder: string): AsyncGenerator<TableDocument, void, void> {
  const documents = await gridsIn(folder);
  for (const [style, css] of Object.entries(styles)) {
    for (const hasBlanks of [false, true]) {
      for (const [at, grids] of documents.entries()) {
        const set = hasBlanks ? grids.map((grid) => withTexts(grid, withBlanks)) : grids;
        const html = Buffer.from(pageOf(set, css, at));
        const { bytes: pdf } = await convert(html, { from: 'html', to: 'pdf', options: { margin: 15 } });
        yield documentOf(
          `${style}-${at}${hasBlanks ? '-blanks' : ''}`,
          `${style}${hasBlanks ? ', blanks' : ''}`,
          withoutTags(pdf),
          set,
        );
      }
    }
  }
}

/** The tables of the competition, typeset again in other ways: what is fitted to their pages does not hold here. */
export const typesetTables: QualitySet = {
  name: 'typeset',
  folder: 'tables',
  title: 'The same tables typeset again in six ways: relations between neighbouring cells',
  measure: (folder) => measureByKind(typesetDocuments(folder)),
};
