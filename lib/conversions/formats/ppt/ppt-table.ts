import { lastNotAbove } from '../../base/binary-search.ts';
import type { TreeBlock, TreeCell } from '../../document/document-tree.ts';
import { toTreeCell } from '../../document/tree-cell.ts';
import type { Edges } from '../../shared/geometry/box.ts';
import { recordsIn, types } from './ppt-records.ts';
import { shapeOption } from './shape-options.ts';

/** A cell: a text box inside the table's group. */
interface TableShape {
  readonly blocks: readonly TreeBlock[];
  readonly box: Edges;
}

// [MS-ODRAW] 2.3.4.37, tableProperties, among the third options of the group's own shape.
const TABLE_PROPERTIES = 0x39f;
const IS_TABLE = 1;

/** Whether a group of shapes is a table. */
export function isTableGroup(group: Buffer): boolean {
  for (const shape of recordsIn(group)) {
    // The first shape is the group itself.
    if (shape.type === types.shape)
      return ((shapeOption(shape.body, 'tertiaryOptions', TABLE_PROPERTIES) ?? 0) & IS_TABLE) !== 0;
  }
  return false;
}

const distinct = (numbers: readonly number[]): number[] =>
  [...new Set(numbers)].sort((one, other) => one - other);

/** Arranges the cells of a table in rows by position. Undefined if they do not form a grid. */
export function tableOf(cells: readonly TableShape[]): TreeBlock | undefined {
  const tops = distinct(cells.map(({ box }) => box.top));
  const lefts = distinct(cells.map(({ box }) => box.left));
  // Scattered boxes would yield as many rows and columns as there are boxes.
  if (cells.length < 2 || tops.length * lefts.length > cells.length * 4) return undefined;
  const spanOf = (edges: readonly number[], from: number, to: number): number =>
    Math.max(
      1,
      lastNotAbove(edges.length, (index) => edges[index] ?? 0, to - 1) -
        lastNotAbove(edges.length, (index) => edges[index] ?? 0, from) +
        1,
    );
  const byTop = Map.groupBy(cells, ({ box }) => box.top);
  const rows = tops.map((top): TreeCell[] =>
    (byTop.get(top) ?? [])
      .toSorted((one, other) => one.box.left - other.box.left)
      .map(({ blocks, box }) =>
        toTreeCell(blocks, spanOf(lefts, box.left, box.right), spanOf(tops, box.top, box.bottom)),
      ),
  );
  return { kind: 'table', rows, header_rows: rows.length > 1 ? 1 : 0 };
}
