import { appendAll, maxOf } from '../../../base/arrays.ts';
import type { PagePlace } from '../../../document/document-model.ts';
import {
  type Inline,
  inlineText,
  type TreeBlock,
  type TreeCell,
  textRun,
} from '../../../document/document-tree.ts';
import { placeAround } from '../../../document/places.ts';
import { plainCell } from '../../../shared/page-layout/glyphs.ts';
import { plainStyle } from '../../../shared/page-layout/layout-tree.ts';
import { headerRowsOf } from '../../../shared/page-tables/header-rows.ts';
import { withCellLooks } from './cell-looks.ts';
import { isContent } from './element-kinds.ts';
import { gridOnPage, lackSpans } from './page-grid.ts';
import { completeRows, type GridCell } from './table-grid.ts';
import { isCell, rowsOfTable } from './table-rows.ts';
import type { TagElement } from './tag-tree.ts';
import type { ElementReader } from './tagged-blocks.ts';

/** A cell of a tagged table. */
interface TaggedCell extends GridCell {
  readonly text: string;
  readonly blocks: readonly TreeBlock[];
  readonly isHeader: boolean;
  readonly scope: string | undefined;
  /** Whether the file tags it as a cell, as opposed to other content of a row. */
  readonly isTagged: boolean;
  readonly place: PagePlace | undefined;
}

// Minimum columns of a table whose rows have more than one text.
const MIN_COLUMNS = 4;

const emptyCell: TaggedCell = {
  text: '',
  blocks: [],
  isHeader: false,
  scope: undefined,
  isTagged: false,
  place: undefined,
  columnSpan: 1,
  rowSpan: 1,
};

/** Returns the first place of a cell's blocks. */
function placeOfBlocks(blocks: readonly TreeBlock[]): PagePlace | undefined {
  const places = blocks.flatMap(({ places = [] }) => places).filter((place) => 'box' in place);
  const [first] = places;
  if (first === undefined) return undefined;
  return placeAround(
    first.page,
    places
      .filter(({ page }) => page === first.page)
      .map(({ box: [x, y, right, bottom] }) => ({ x, y, right, bottom })),
  );
}

const textIn = (blocks: readonly TreeBlock[]): string =>
  blocks
    .map((block) =>
      'content' in block ? inlineText(block.content) : block.kind === 'code' ? block.text : '',
    )
    .join(' ')
    .replaceAll('\n', ' ');

function readCell(element: TagElement, reader: ElementReader): TaggedCell {
  const isHeader = element.type === 'TH';
  const blocks = reader.blocksIn(isHeader ? reader.withoutRepeats(element.kids) : element.kids);
  const place = placeOfBlocks(blocks);
  const [x = 0, y = 0, right = 0, bottom = 0] = place?.box ?? [];
  return {
    text: textIn(blocks),
    blocks,
    isHeader,
    scope: element.scope,
    isTagged: isCell(element),
    place,
    box: place === undefined ? undefined : { x, y, width: right - x, height: bottom - y },
    columnSpan: element.columnSpan,
    rowSpan: element.rowSpan,
  };
}

/** Returns the content of a cell; one line of plain text is a string. */
function toCell({ blocks, columnSpan, rowSpan }: TaggedCell, keepsLooks: boolean): TreeCell {
  const [only, ...others] = blocks;
  const plain = ((): string | undefined => {
    if (only === undefined) return '';
    if (others.length > 0 || (only.kind !== 'paragraph' && only.kind !== 'heading')) return undefined;
    const isText = only.content.every(
      (inline) =>
        inline.kind === 'line_break' ||
        (inline.kind === 'text' &&
          inline.href === undefined &&
          inline.strike === undefined &&
          inline.superscript === undefined &&
          inline.subscript === undefined),
    );
    return isText ? plainCell(inlineText(only.content).replaceAll('\n', ' ')) : undefined;
  })();
  const isStyled = keepsLooks && only !== undefined;
  if (plain !== undefined && !isStyled && columnSpan === 1 && rowSpan === 1) return plain;
  const inner: readonly TreeBlock[] =
    plain === undefined || isStyled
      ? blocks.map((block) =>
          'content' in block && !keepsLooks ? { ...block, content: plainStyle(block.content) } : block,
        )
      : plain === ''
        ? []
        : [{ kind: 'paragraph', content: [textRun(plain)] satisfies Inline[], page: only?.page }];
  return {
    blocks: inner,
    ...(columnSpan > 1 ? { column_span: columnSpan } : {}),
    ...(rowSpan > 1 ? { row_span: rowSpan } : {}),
  };
}

/**
 * Splits the rows with a single text off both ends of a sheet, which is a table without header cells: they are its title and its
 * remarks. A row of a narrow table may have one.
 */
function withoutTitles(rows: readonly (readonly TaggedCell[])[]) {
  const isTitle = (row: readonly TaggedCell[]): boolean =>
    row.length >= MIN_COLUMNS && row.filter(({ blocks }) => blocks.length > 0).length < 2;
  const isSheet = rows.every((row) => row.every(({ isHeader, rowSpan }) => !isHeader && rowSpan === 1));
  const first = isSheet ? rows.findIndex((row) => !isTitle(row)) : 0;
  if (first === -1) return { above: [], rows, below: [] };
  const end = isSheet ? rows.findLastIndex((row) => !isTitle(row)) + 1 : rows.length;
  const blocksOf = (some: typeof rows): TreeBlock[] => some.flat().flatMap(({ blocks }) => blocks);
  return {
    above: blocksOf(rows.slice(0, first)),
    rows: rows.slice(first, end),
    below: blocksOf(rows.slice(end)),
  };
}

/** Returns the number of header rows: those of the header's part, or else those that are nothing but header cells. */
function countHeaderRows(rows: readonly (readonly TaggedCell[])[], heads: number): number {
  if (heads > 0) return heads;
  if (!rows.some((row) => row.some(({ isHeader }) => isHeader))) return headerRowsOf(rows);
  const count = rows.findIndex((row, at) => {
    const held = row.filter((cell) => cell !== emptyCell);
    return (
      held.length === 0 ||
      // The title of the rows below.
      (at > 0 && held.length === 1) ||
      held.some(({ isHeader }) => !isHeader) ||
      held.every(({ scope }) => scope === 'Row')
    );
  });
  // A table of nothing but header cells has no header.
  return count === -1 ? 0 : count;
}

/** Returns the number of leading columns that are nothing but header cells below the header rows. */
function countHeaderColumns(rows: readonly (readonly TaggedCell[])[], headerRows: number): number {
  const body = rows.slice(headerRows);
  const least = body.reduce((count, row) => {
    const end = row.findIndex(({ isHeader }) => !isHeader);
    return Math.min(count, end === -1 ? row.length : end);
  }, Infinity);
  const hasSpans = body.some((row) => row.some(({ rowSpan, columnSpan }) => rowSpan > 1 || columnSpan > 1));
  const columns = maxOf(
    body.map((row) => row.length),
    0,
  );
  return hasSpans || least === Infinity || least >= columns ? 0 : least;
}

/** Returns the table of an element, after the blocks in it that are in no row. A table of one cell is its content. */
export function taggedTable(element: TagElement, reader: ElementReader): TreeBlock[] {
  const { rows: tagged, others } = rowsOfTable(element);
  const isCaption = (kid: (typeof others)[number]): boolean => !isContent(kid) && kid.type === 'Caption';
  const before = others.flatMap((kid) => (isCaption(kid) ? [] : reader.blocksIn([kid])));
  const captions = others.filter(isCaption).map((kid) => plainCell(textIn(reader.blocksIn([kid]))));
  const caption = captions.filter((text) => text !== '').join(' ');
  const read = tagged
    .map(({ cells, isHead }) => ({
      isHead,
      cells: cells
        .map((cell) => readCell(cell, reader))
        .filter(({ isTagged, blocks }) => isTagged || blocks.length > 0),
    }))
    .filter((row) => row.cells.length > 0);
  const cellsOfRows = read.map((row) => row.cells);
  const [page] = cellsOfRows.flat().flatMap(({ place }) => place?.page ?? []);
  const onPage =
    page === undefined || !lackSpans(cellsOfRows)
      ? undefined
      : gridOnPage(cellsOfRows, reader.source.pages.get(page)?.tables ?? [], emptyCell);
  const complete = onPage ?? completeRows(cellsOfRows, emptyCell);
  const filled = complete.flat().filter(({ blocks }) => blocks.length > 0);
  if (filled.length < 2) return [...before, ...filled.flatMap(({ blocks }) => blocks)];
  const { above, rows, below } = withoutTitles(complete);
  appendAll(before, above);
  const cells = rows.flat();
  const heads = read.findIndex(({ isHead }) => !isHead);
  const headerRows = countHeaderRows(rows, heads === -1 ? 0 : heads);
  const headerColumns = countHeaderColumns(rows, headerRows);
  const placed = cells.flatMap(({ place }) => place ?? []);
  const keepsLooks = reader.source.textSize !== undefined;
  const [first] = placed;
  const tree = rows.map((row) => row.map((cell) => toCell(cell, keepsLooks)));
  const cellPlaces = rows.map((row) => row.map(({ place }) => place));
  return [
    ...before,
    {
      kind: 'table',
      rows: keepsLooks ? withCellLooks(tree, cellPlaces, headerRows) : tree,
      header_rows: headerRows,
      ...(headerColumns === 0 ? {} : { header_columns: headerColumns }),
      ...(caption === '' ? {} : { caption }),
      ...(first === undefined ? {} : { page: first.page }),
      places: [...Map.groupBy(placed, ({ page }) => page)].map(([page, own]) =>
        placeAround(
          page,
          own.map(({ box: [x, y, right, bottom] }) => ({ x, y, right, bottom })),
        ),
      ),
      cellPlaces,
    },
    ...below,
  ];
}
