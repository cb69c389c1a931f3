import { appendAll, maxOf, minOf } from '../../base/arrays.ts';
import { nameTable } from '../../base/name-table.ts';
import type { TreeBlock, TreeCell } from '../../document/document-tree.ts';
import type { CellLook } from '../../document/look.ts';
import { alignOf, isHidden } from './element-style.ts';
import type { HtmlElement } from './html-node.ts';
import { findElement, rawText } from './leaf-elements.ts';
import { type BorderedRow, cellBorders, statedWidth, tableLookOf } from './table-look.ts';

type Table = Extract<TreeBlock, { kind: 'table' }>;

interface FoundRow extends BorderedRow {
  readonly part: 'head' | 'body' | 'foot';
}

const parts: Readonly<Record<string, FoundRow['part']>> = nameTable({
  thead: 'head',
  tbody: 'body',
  tfoot: 'foot',
});

const elementsOf = (element: HtmlElement): HtmlElement[] =>
  element.children.filter((child) => typeof child !== 'string').filter((child) => !isHidden(child));

function rowsOf(table: HtmlElement): FoundRow[] {
  const rows: FoundRow[] = [];
  for (const child of elementsOf(table)) {
    const part = parts[child.name];
    // Old pages wrap rows in forms.
    const found = child.name === 'tr' ? [child] : elementsOf(child);
    for (const row of found) {
      if (row.name !== 'tr') continue;
      const cells = elementsOf(row).filter(({ name }) => name === 'td' || name === 'th');
      rows.push({ row, group: child === row ? table : child, cells, part: part ?? 'body' });
    }
  }
  // The source may have `tfoot` before `tbody`, but it is rendered last.
  return (['head', 'body', 'foot'] as const).flatMap((part) => rows.filter((row) => row.part === part));
}

const hasTable = (cell: HtmlElement): boolean =>
  findElement(cell, ({ name }) => name === 'table') !== undefined;

/** Whether a table is used only for layout: by its role, or by its structure as in emails and old pages. */
function isLayout(table: HtmlElement, rows: readonly FoundRow[]): boolean {
  const role = table.attributes.role?.toLowerCase();
  if (role === 'presentation' || role === 'none') return true;
  const cells = rows.flatMap((row) => row.cells);
  if (cells.length <= 1) return true;
  return cells.every(({ name }) => name === 'td') && cells.some(hasTable);
}

// WHATWG HTML 4.9.11.
const MAX_COLUMN_SPAN = 1_000;
const MAX_ROW_SPAN = 65_534;

function spanOf(value: string | undefined, max: number, ofZero: number): number {
  const span = /^\s*(\d{1,9})/.exec(value ?? '')?.[1];
  return span === undefined ? 1 : Number(span) === 0 ? ofZero : Math.min(max, Number(span));
}

/** Returns the text of a cell with at most one line of unstyled text, undefined otherwise. */
function plainText(blocks: readonly TreeBlock[]): string | undefined {
  const [block, second] = blocks;
  if (block === undefined) return '';
  if (second !== undefined || block.kind !== 'paragraph') return undefined;
  const [piece, another] = block.content;
  const isPlain = another === undefined && piece?.kind === 'text' && Object.keys(piece).length === 2;
  return isPlain ? piece.text : undefined;
}

function readCell(
  cell: HtmlElement,
  blocks: readonly TreeBlock[],
  look: CellLook | undefined,
  keepsLooks: boolean,
): TreeCell {
  const columnSpan = spanOf(cell.attributes.colspan, MAX_COLUMN_SPAN, 1);
  const rowSpan = spanOf(cell.attributes.rowspan, MAX_ROW_SPAN, MAX_ROW_SPAN);
  const declared = alignOf(cell) ?? (keepsLooks && cell.name === 'th' ? 'center' : undefined);
  const align = declared === 'justify' ? undefined : declared;
  if (columnSpan === 1 && rowSpan === 1 && align === undefined && look === undefined) {
    const plain = plainText(blocks);
    if (plain !== undefined) return plain;
  }
  return {
    blocks,
    ...(columnSpan === 1 ? {} : { column_span: columnSpan }),
    ...(rowSpan === 1 ? {} : { row_span: rowSpan }),
    ...(align === undefined ? {} : { align }),
    ...(look === undefined ? {} : { look }),
  };
}

// Characters of a row that fits on a page.
const MAX_ROW = 3_000;

const hasContent = (cell: HtmlElement): boolean =>
  rawText(cell).trim() !== '' || findElement(cell, ({ name }) => name === 'img') !== undefined;

/** Whether a row of a layout table has cells that are shown beside each other on a page. */
const isBeside = ({ cells }: FoundRow): boolean =>
  cells.filter(hasContent).length > 1 &&
  cells.reduce((length, cell) => length + rawText(cell).length, 0) < MAX_ROW;

/** How many cells at the start of every row are its headers. Rows below a merged header have fewer cells, and are skipped. */
function headerColumnsOf(rows: readonly FoundRow[]): number {
  const width = maxOf(
    rows.map(({ cells }) => cells.length),
    0,
  );
  const starts = rows
    .filter(({ cells }) => cells.length === width)
    .map(({ cells }) => cells.findIndex(({ name }) => name === 'td'))
    .filter((start) => start >= 0);
  return starts.length === 0 ? 0 : minOf(starts);
}

/** How the parts of a table are read. */
interface CellReading {
  readonly readBlocks: (element: HtmlElement, look?: CellLook) => TreeBlock[];
  /** Reads a cell of a layout table that is kept. Layout tables in it are not. */
  readonly readInside: (cell: HtmlElement) => TreeBlock[];
  /** Whether rows of layout tables are kept. */
  readonly keepsLayout: boolean;
  /** Undefined if the target keeps no looks. */
  readonly lookOf: ((cell: HtmlElement) => CellLook | undefined) | undefined;
}

/** Reads a table, or the blocks of a layout table in cell order. */
export function readTable(
  table: HtmlElement,
  { readBlocks, readInside, keepsLayout, lookOf }: CellReading,
): readonly TreeBlock[] {
  const rows = rowsOf(table).filter(({ cells }) => cells.length > 0);
  const keepsLooks = lookOf !== undefined;
  const borders = keepsLooks ? cellBorders(table, rows) : undefined;
  const cellLook = (cell: HtmlElement): CellLook | undefined => {
    const [look, own] = [lookOf?.(cell), borders?.get(cell)];
    const width = keepsLooks ? statedWidth(cell) : undefined;
    if (own === undefined && width === undefined) return look;
    return { ...look, ...(own && { borders: own }), ...(width && { width }) };
  };
  const captionElement = elementsOf(table).find(({ name }) => name === 'caption');
  const captionBlocks = captionElement === undefined ? [] : readBlocks(captionElement);
  if (isLayout(table, rows)) {
    const blocks = [...captionBlocks];
    let kept: TreeCell[][] = [];
    for (const row of rows) {
      const { cells } = row;
      if (keepsLayout && isBeside(row)) {
        const first = kept.length === 0;
        kept.push(cells.map((cell) => readCell(cell, readInside(cell), cellLook(cell), true)));
        if (first)
          blocks.push({
            kind: 'table',
            header_rows: 0,
            rows: kept,
            look: { ...tableLookOf(table), isLayout: true },
          });
        continue;
      }
      kept = [];
      for (const cell of cells) appendAll(blocks, readBlocks(cell, cellLook(cell)));
    }
    return blocks;
  }
  const headRows = rows.filter(({ part }) => part === 'head').length;
  const firstBody = rows.findIndex(({ cells }) => cells.some(({ name }) => name === 'td'));
  const headerRows = headRows > 0 ? headRows : Math.max(0, firstBody);
  const headerColumns = headerColumnsOf(rows.slice(headerRows));
  const caption = captionBlocks
    .flatMap((block) => (block.kind === 'paragraph' ? block.content : []))
    .map((piece) => (piece.kind === 'text' ? piece.text : ' '))
    .join('')
    .trim();
  const block: Table = {
    kind: 'table',
    header_rows: headerRows,
    ...(headerColumns === 0 ? {} : { header_columns: headerColumns }),
    rows: rows.map(({ cells }) =>
      cells.map((cell) => readCell(cell, readBlocks(cell), cellLook(cell), keepsLooks)),
    ),
    ...(caption === '' ? {} : { caption }),
    ...(keepsLooks ? { look: tableLookOf(table) } : {}),
  };
  return [block];
}
