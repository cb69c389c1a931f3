import type { FlatBlock } from './assemble-blocks.ts';
import type { TreeBlock } from './document-tree.ts';

/** Link targets that have been read before the block they belong to. */
export interface PendingAnchors {
  readonly add: (name: string | undefined) => void;
  /** Gives the names to the first block that can have any; if there is none, they wait for the next blocks. */
  readonly putOn: (flat: readonly FlatBlock[]) => readonly FlatBlock[];
}

// No real block has more; the rest are dropped.
const MAX_PENDING = 1_000;

/** Adds names to a block. */
export const withAnchors = <Block extends TreeBlock>(block: Block, names: readonly string[]): Block =>
  names.length === 0 ? block : { ...block, anchors: [...(block.anchors ?? []), ...names] };

const carries = (flat: FlatBlock): boolean =>
  flat.kind === 'item'
    ? flat.blocks.length > 0
    : flat.kind === 'block'
      ? flat.block.kind !== 'page_break'
      : flat.kind !== 'code';

function named(flat: FlatBlock, names: readonly string[]): FlatBlock {
  switch (flat.kind) {
    case 'item': {
      const [first, ...rest] = flat.blocks;
      return first === undefined ? flat : { ...flat, blocks: [withAnchors(first, names), ...rest] };
    }
    case 'code':
      return flat;
    default:
      return { ...flat, block: withAnchors(flat.block, names) };
  }
}

/** No names yet. */
export function createPendingAnchors(): PendingAnchors {
  let names: string[] = [];
  return {
    add: (name) => {
      if (name !== undefined && name !== '' && names.length < MAX_PENDING) names.push(name);
    },
    putOn: (flat) => {
      const at = names.length === 0 ? -1 : flat.findIndex(carries);
      if (at < 0) return flat;
      const own = names;
      names = [];
      return flat.map((each, index) => (index === at ? named(each, own) : each));
    },
  };
}

/** The ids of link targets. */
export function* blockIds(blocks: Iterable<TreeBlock>): Generator<string> {
  for (const { id } of blocks) if (id !== undefined) yield id;
}
