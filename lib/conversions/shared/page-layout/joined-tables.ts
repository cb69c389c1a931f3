import { appendAll, maxOf } from '../../base/arrays.ts';
import { type Edges, edgesOf, sharedWidth, unionOf } from '../geometry/box.ts';
import { isNumeric } from '../page-tables/words.ts';
import { joinCellLines } from '../text/line-seam.ts';
import type { LayoutBlock } from './text-blocks.ts';
import type { PlacedImage, SourceCell, SourceTable, TablePart } from './text-run.ts';

type Row = readonly SourceCell[];
type TableBlock = Extract<LayoutBlock, { kind: 'table' }>;

/** The content of a page: its blocks, and whether notes are below them. */
interface PageBlocks {
  readonly number: number;
  /** In points. */
  readonly height: number;
  readonly blocks: readonly LayoutBlock[];
  readonly hasNotes: boolean;
}

// A table continues if less than this many of its rows fit below it.
const ROOM = 3;
const CONTINUED =
  /\b(?:cont(?:inued|['’]d|\.)|fortsetzung|forts\.|suite|continuación|segue|vervolg)|続き|续|續/iu;

/** A cell and its column. Columns that cells span from above have no cells. */
interface PlacedCell {
  readonly cell: SourceCell;
  readonly column: number;
}

/** Returns the cells of each row with their columns. */
function gridOf(rows: readonly Row[]): PlacedCell[][] {
  const free: number[] = [];
  return rows.map((row, at) => {
    let column = 0;
    return row.map((cell) => {
      while ((free[column] ?? 0) > at) column += 1;
      const placed = { cell, column };
      const { columnSpan = 1, rowSpan = 1 } = cell;
      for (const end = column + columnSpan; column < end; column += 1) free[column] = at + rowSpan;
      return placed;
    });
  });
}

const isRegular = (rows: readonly Row[]): boolean =>
  rows.every((row) => row.every(({ columnSpan = 1, rowSpan = 1 }) => columnSpan === 1 && rowSpan === 1));

const textsOf = (row: Row): string => row.map(({ text }) => text.replaceAll(/\s+/g, ' ')).join('\t');

/** Returns the edges of the texts of each column; undefined for a column without any. */
export function columnsOfRows(rows: readonly Row[]): (Edges | undefined)[] {
  const columns: (Edges | undefined)[] = [];
  for (const { cell, column } of gridOf(rows).flat()) {
    const { box, columnSpan = 1 } = cell;
    columns.length = Math.max(columns.length, column + columnSpan);
    if (box === undefined || columnSpan > 1) continue;
    columns[column] = unionOf([columns[column] ?? edgesOf(box), edgesOf(box)]);
  }
  return Array.from(columns);
}

/** Returns the column of a table in which each column of its continuation is; undefined if it is none. */
function columnMap(upper: readonly Row[], lower: readonly Row[]): readonly number[] | undefined {
  const [columns, others] = [columnsOfRows(upper), columnsOfRows(lower)];
  const map: number[] = [];
  for (const [index, other] of others.entries()) {
    const shared = columns.map((column) =>
      column === undefined || other === undefined ? 0 : sharedWidth(column, other),
    );
    const most = maxOf(shared, 0);
    // A column without text on one of the pages is where it would be.
    const isBlank = columns.length === others.length && (other === undefined || columns[index] === undefined);
    const at = most > 0 ? shared.indexOf(most) : isBlank ? index : -1;
    if (at <= (map.at(-1) ?? -1)) return undefined;
    map.push(at);
  }
  return map.length === columns.length || isRegular(lower) ? map : undefined;
}

/** Returns true if a row has a text where the rows of a table have numbers. */
const isHeading = (row: Row, body: readonly Row[]): boolean =>
  row.some(({ text, columnSpan = 1 }, column) => {
    const texts = body.map((other) => other[column]?.text ?? '').filter((other) => other !== '');
    const numbers = texts.filter((other) => isNumeric(other)).length;
    return columnSpan > 1 || (numbers > texts.length / 2 && /\p{L}/u.test(text) && !isNumeric(text));
  });

/** Returns true if a row is the rest of the one above it, which a page break cut. */
function isRest(row: Row, above: Row): boolean {
  const texts = row.flatMap(({ text }, column) =>
    text === '' ? [] : [{ text, before: above[column]?.text ?? '' }],
  );
  return (
    row[0]?.text === '' &&
    row.length === above.length &&
    texts.length > 0 &&
    texts.every(({ text, before }) => before !== '' && /^[\p{Ll}(&]/u.test(text))
  );
}

/** The rows of a table's continuation, and whether it repeats the header, which is not among them. */
interface Continuation {
  readonly rows: readonly Row[];
  readonly isRepeated: boolean;
}

/** Returns the rows of a table's continuation; undefined if the next table is another one. */
function continuationOf(
  { rows, headerRows, caption }: SourceTable,
  next: SourceTable,
): Continuation | undefined {
  const map = columnMap(rows, next.rows);
  if (map === undefined) return undefined;
  if (next.caption !== undefined && next.caption !== caption && !CONTINUED.test(next.caption))
    return undefined;
  const width = columnsOfRows(rows).length;
  const placed =
    map.length === width
      ? next.rows
      : next.rows.map(
          (row): Row =>
            Array.from({ length: width }, (_, column) => row[map.indexOf(column)] ?? { text: '' }),
        );
  const header = rows.slice(0, headerRows);
  const isRepeated =
    header.length > 0 && header.every((row, at) => textsOf(row) === textsOf(placed[at] ?? []));
  if (isRepeated) return { rows: placed.slice(header.length), isRepeated };
  const isOther = placed.slice(0, next.headerRows).some((row) => isHeading(row, rows.slice(headerRows)));
  return isOther ? undefined : { rows: placed, isRepeated };
}

/** A table that may continue on the next page. */
interface OpenTable {
  readonly block: TableBlock;
  /** The page of its last part, and that part. */
  page: PageBlocks;
  last: SourceTable;
  readonly rows: Row[];
  readonly further: TablePart[];
}

/** Appends the rows of a table's continuation on another page. */
function append(open: OpenTable, next: TableBlock, rows: readonly Row[]): void {
  const [first, ...others] = rows.map((row) => row.map((cell): SourceCell => ({ ...cell, page: next.page })));
  const above = open.rows.at(-1);
  if (first !== undefined && above !== undefined && isRest(first, above))
    open.rows[open.rows.length - 1] = above.map((cell, column) => ({
      ...cell,
      text: joinCellLines([cell.text, first[column]?.text ?? ''].filter((text) => text !== '')),
    }));
  else if (first !== undefined) open.rows.push(first);
  appendAll(open.rows, others);
  open.further.push({ page: next.page, bbox: next.table.bbox });
  open.last = next.table;
}

/** Returns the bottom of a block of text or a table, in points; 0 for an image. */
function bottomOf(block: LayoutBlock): number {
  if (block.kind === 'text')
    return maxOf(
      block.lines.map(({ bottom }) => bottom),
      0,
    );
  return block.kind === 'table' ? block.table.bbox.y + block.table.bbox.height : 0;
}

/** Joins the parts of tables that continue on the next page. Returns the blocks of each page. */
export function joinTables(pages: readonly PageBlocks[]): LayoutBlock[][] {
  const floors = new Map<number, number>();
  const images = new Map<string, number>();
  const placeOf = ({ index, x, y }: PlacedImage): string => `${index} ${Math.round(x)} ${Math.round(y)}`;
  for (const { height, blocks } of pages) {
    floors.set(height, maxOf(blocks.map(bottomOf), floors.get(height) ?? 0));
    for (const block of blocks)
      if (block.kind === 'image')
        images.set(placeOf(block.image), (images.get(placeOf(block.image)) ?? 0) + 1);
  }
  /** Whether a block can be between the parts of a table: an image that pages repeat, or a note that the table continues. */
  const mayInterrupt = (block: LayoutBlock): boolean =>
    (block.kind === 'image' && (images.get(placeOf(block.image)) ?? 0) > 1) ||
    (block.kind === 'text' && block.lines.length === 1 && CONTINUED.test(block.lines[0]?.text ?? ''));
  const isAtEnd = ({ page, last }: OpenTable): boolean => {
    const { y, height } = last.bbox;
    const row = height / Math.max(1, last.rows.length);
    return page.hasNotes || (floors.get(page.height) ?? 0) - y - height < ROOM * row;
  };
  const joined = new Map<LayoutBlock, OpenTable>();
  let open: OpenTable | undefined;
  const left = pages.map((page) => {
    const blocks: LayoutBlock[] = [];
    const first = page.blocks.find((block) => !mayInterrupt(block));
    const next = first?.kind === 'table' && open?.page.number === page.number - 1 ? first : undefined;
    const found =
      open === undefined || next === undefined ? undefined : continuationOf(open.block.table, next.table);
    const isFound = open !== undefined && found !== undefined && (found.isRepeated || isAtEnd(open));
    if (open !== undefined && next !== undefined && isFound) {
      append(open, next, found.rows);
      open.page = page;
      joined.set(open.block, open);
    }
    for (const block of page.blocks) if (!isFound || block !== next) blocks.push(block);
    const last = page.blocks.findLast((block) => !mayInterrupt(block));
    if (last?.kind !== 'table') open = undefined;
    else if (!isFound || last !== next)
      open = { block: last, page, last: last.table, rows: [...last.table.rows], further: [] };
    return blocks;
  });
  return left.map((blocks) =>
    blocks.map((block) => {
      const parts = joined.get(block);
      if (parts === undefined || block.kind !== 'table') return block;
      return { ...block, table: { ...block.table, rows: parts.rows, further: parts.further } };
    }),
  );
}
