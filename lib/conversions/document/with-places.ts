import type { ModelPlace } from './document-model.ts';
import type { TreeBlock } from './document-tree.ts';

/** Gives places to blocks, and to the blocks in their lists and quotes, which have no places of their own in the model. */
export const withPlaces = (blocks: readonly TreeBlock[], places: readonly ModelPlace[]): TreeBlock[] =>
  blocks.map((block) => {
    const placed = { ...block, places };
    if (placed.kind === 'quote') return { ...placed, blocks: withPlaces(placed.blocks, places) };
    if (placed.kind !== 'list') return placed;
    const items = placed.items.map((item) => ({ ...item, blocks: withPlaces(item.blocks, places) }));
    return { ...placed, items };
  });
