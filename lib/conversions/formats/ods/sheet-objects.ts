import { assembleBlocks } from '../../document/assemble-blocks.ts';
import type { Comment, SheetPlace } from '../../document/document-model.ts';
import type { TreeBlock, TreeImage } from '../../document/document-tree.ts';
import { createImageStore } from '../../document/image-store.ts';
import { spendBlocks } from '../../document/measure-blocks.ts';
import type { Needs } from '../../document/needs.ts';
import { readOdfComment } from '../../shared/opendocument/comment.ts';
import { createOdfContext } from '../../shared/opendocument/create-context.ts';
import { frameBlocks } from '../../shared/opendocument/frames.ts';
import type { OdfPackage } from '../../shared/opendocument/open-package.ts';
import { createOdfStyles } from '../../shared/opendocument/styles.ts';
import { readCursorElement } from '../../shared/xml/cursor-element.ts';
import type { XmlElement } from '../../shared/xml/element.ts';
import { XML_OPEN } from '../../shared/xml/tag-kinds.ts';
import { parseRange, rangeName } from '../../workbook/cell-names.ts';
import type { Sheet } from '../../workbook/workbook.ts';
import { drawnNames } from './content-names.ts';
import type { ReadDrawn } from './read-table.ts';

/** Reads the drawings and comments over the cells of a spreadsheet. */
interface SheetObjects {
  readonly read: ReadDrawn;
  /** Returns and removes the objects of a sheet. Call it after reading the tables. */
  readonly take: (sheet: string) => Pick<Sheet, 'drawn' | 'comments'>;
  readonly images: readonly TreeImage[];
  readonly warnings: () => string[];
}

// Maximum elements. Each takes about 200 bytes while its drawing is read.
const MAX_ELEMENTS = 2_000_000;

/** Returns the last cell under a drawing, such as D9 for `$Sheet.D9` (OpenDocument 1.3, part 3, 19.627). */
function lastCellOf({ attributes }: XmlElement): Cell | undefined {
  const address = attributes['table:end-cell-address'] ?? '';
  const range = parseRange(address.slice(address.lastIndexOf('.') + 1));
  return range === undefined ? undefined : { row: range.firstRow, column: range.firstColumn };
}

/** Creates a reader of drawings and comments. Reading throws ConversionError `too_complex` if there are too many. */
export function createSheetObjects(odf: OdfPackage, needs: Needs): SheetObjects {
  const store = createImageStore(needs);
  const warnings = new Set<string>();
  const context = createOdfContext(odf, createOdfStyles(), store, (warning) => warnings.add(warning));
  const elements = { left: MAX_ELEMENTS };
  const drawn = new Map<string, TreeBlock[]>();
  const comments = new Map<string, Comment[]>();

  function addTo<Item>(lists: Map<string, Item[]>, sheet: string, items: readonly Item[]): void {
    const list = lists.get(sheet) ?? [];
    for (const item of items) list.push(item);
    if (list.length > 0) lists.set(sheet, list);
  }

  return {
    read: (cursor, sheet, cell) => {
      const element = readCursorElement(cursor, XML_OPEN, drawnNames, elements);
      if (element.name === 'office:annotation') {
        const comment = readOdfComment(element);
        context.budget.spend('characters', comment.text.length);
        const place = cell === undefined ? undefined : rangeOf(sheet, cell, cell);
        if (comment.text !== '') addTo(comments, sheet, [{ ...comment, place }]);
        return;
      }
      const places = cell === undefined ? [] : [rangeOf(sheet, cell, lastCellOf(element) ?? cell)];
      const blocks = assembleBlocks(frameBlocks(element, context)).map((block) => ({ ...block, places }));
      spendBlocks(blocks, context.budget);
      addTo(drawn, sheet, blocks);
    },
    take: (sheet) => {
      const own = { drawn: drawn.get(sheet), comments: comments.get(sheet) };
      drawn.delete(sheet);
      comments.delete(sheet);
      return own;
    },
    images: store.images,
    warnings: () => [...warnings, ...store.warnings()],
  };
}

type Cell = NonNullable<Parameters<ReadDrawn>[2]>;

/** Returns the range between two cells in any order: in a damaged file, the last one may precede the first. */
const rangeOf = (sheet: string, first: Cell, last: Cell): SheetPlace => ({
  sheet,
  cells: rangeName({
    firstRow: first.row,
    firstColumn: first.column,
    lastRow: Math.max(first.row, last.row),
    lastColumn: Math.max(first.column, last.column),
  }),
});
