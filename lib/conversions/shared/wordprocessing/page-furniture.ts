import { appendAll } from '../../base/arrays.ts';
import type { Furniture } from '../../document/document-model.ts';
import type { TreeBlock } from '../../document/document-tree.ts';
import { createFurnitureList } from '../../document/furniture-list.ts';
import { cellText } from '../../document/plain-text.ts';

/** Collects the headers and footers of pages, each text once. */
export interface PageFurniture {
  readonly add: (kind: Furniture['kind'], blocks: readonly TreeBlock[]) => void;
  readonly list: () => Furniture[];
  /** Their blocks, for a document without other content. */
  readonly blocks: readonly TreeBlock[];
}

/** Creates an empty collection. */
export function createPageFurniture(): PageFurniture {
  const furniture = createFurnitureList();
  const shown: TreeBlock[] = [];
  return {
    add: (kind, blocks) => {
      if (furniture.add(kind, cellText({ blocks }).trim())) appendAll(shown, blocks);
    },
    list: furniture.list,
    blocks: shown,
  };
}
