import type { DocumentTree, TreeBlock } from './document-tree.ts';

/** Yields the block lists directly inside a block. */
export function* blocksInside(block: TreeBlock): Generator<readonly TreeBlock[]> {
  if (block.kind === 'quote') yield block.blocks;
  else if (block.kind === 'list') for (const { blocks } of block.items) yield blocks;
  else if (block.kind === 'table')
    for (const row of block.rows) for (const cell of row) if (typeof cell !== 'string') yield cell.blocks;
}

/**
 * Yields blocks and all that is inside them, in no particular order; those of a list that is in several places once.
 * Readers repeat cells by reference, and tables of repeated cells in each other have more places than can be visited.
 */
export function* walkBlocks(blocks: readonly TreeBlock[]): Generator<TreeBlock> {
  const open: (readonly TreeBlock[])[] = [blocks];
  const seen = new Set(open);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const block of next) {
      yield block;
      for (const inner of blocksInside(block)) {
        if (seen.has(inner)) continue;
        seen.add(inner);
        open.push(inner);
      }
    }
  }
}

/** Yields all blocks of a document and its notes, in no particular order. */
export function* walkDocument({ blocks, notes }: DocumentTree): Generator<TreeBlock> {
  yield* walkBlocks(blocks);
  for (const note of notes) yield* walkBlocks(note);
}
