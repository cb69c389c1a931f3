import { lastNotAbove } from '../../base/binary-search.ts';
import { assembleBlocks, type FlatBlock } from '../../document/assemble-blocks.ts';
import type { TreeBlock, TreeCell } from '../../document/document-tree.ts';
import { toTreeCell } from '../../document/tree-cell.ts';

/** A cell definition: its right edge in twips, and how it is merged. */
export interface CellDefinition {
  readonly right: number;
  readonly isMergedLeft: boolean;
  readonly isMergedUp: boolean;
  readonly beginsMergeDown: boolean;
}

/** A table row. */
export interface RtfRow {
  readonly cells: readonly (readonly FlatBlock[])[];
  readonly definitions: readonly CellDefinition[];
  readonly left: number;
  readonly isHeader: boolean;
}

interface GridCell {
  readonly blocks: readonly TreeBlock[];
  readonly from: number;
  to: number;
  rowSpan: number;
  readonly isMergedUp: boolean;
  readonly beginsMergeDown: boolean;
}

// In Word, edges that should coincide may be a few twips apart.
const SAME_EDGE_TWIPS = 40;

/** Returns the edges of a table from left to right, merging those that nearly coincide. */
function edgesOf(rows: readonly RtfRow[]): number[] {
  const all = new Set(rows.map(({ left }) => left));
  // A row without its own definition shares that of the previous row.
  for (const definitions of new Set(rows.map((row) => row.definitions)))
    for (const { right } of definitions) all.add(right);
  const edges: number[] = [];
  for (const edge of [...all].sort((one, other) => one - other)) {
    const last = edges.at(-1);
    if (last === undefined || edge - last > SAME_EDGE_TWIPS) edges.push(edge);
  }
  return edges;
}

/** Returns the index of the last edge at or before a position. */
const edgeIndex = (edges: readonly number[], place: number): number =>
  Math.max(
    0,
    lastNotAbove(edges.length, (index) => edges[index] ?? 0, place),
  );

function cellsOf(row: RtfRow, edges: readonly number[]): GridCell[] {
  const cells: GridCell[] = [];
  let from = edgeIndex(edges, row.left);
  if (from > 0) {
    cells.push({ blocks: [], from: 0, to: from, rowSpan: 1, isMergedUp: false, beginsMergeDown: false });
  }
  for (const [index, flat] of row.cells.entries()) {
    const definition = row.definitions[index];
    const to = definition === undefined ? from + 1 : Math.max(from + 1, edgeIndex(edges, definition.right));
    const before = cells.at(-1);
    if (definition?.isMergedLeft === true && before !== undefined) before.to = to;
    else {
      const { isMergedUp = false, beginsMergeDown = false } = definition ?? {};
      cells.push({ blocks: assembleBlocks(flat), from, to, rowSpan: 1, isMergedUp, beginsMergeDown });
    }
    from = to;
  }
  return cells;
}

/** Assembles a table from its rows. A single cell is treated as a box around its text. */
export function rtfTable(rows: readonly RtfRow[]): FlatBlock[] {
  const [only] = rows;
  const [cell] = only?.cells ?? [];
  if (rows.length === 1 && only?.cells.length === 1 && cell !== undefined) return [...cell];
  const edges = edgesOf(rows);
  const above = new Map<number, GridCell>();
  const cellRows = rows.map((row) =>
    cellsOf(row, edges).filter((current) => {
      const begun = above.get(current.from);
      if (current.isMergedUp && begun !== undefined && begun.to === current.to) {
        begun.rowSpan += 1;
        return false;
      }
      if (current.beginsMergeDown) above.set(current.from, current);
      else above.delete(current.from);
      return true;
    }),
  );
  // Row spans are only known now.
  const read = cellRows.map((row) =>
    row.map(({ blocks, from, to, rowSpan }): TreeCell => toTreeCell(blocks, to - from, rowSpan)),
  );
  const headers = rows.findIndex((row) => !row.isHeader);
  const block: TreeBlock = {
    kind: 'table',
    rows: read,
    header_rows: headers < 0 ? 0 : headers,
  };
  return read.length === 0 ? [] : [{ kind: 'block', block }];
}
