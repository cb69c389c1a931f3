import { appendAll } from '../../base/arrays.ts';
import type { TreeBlock } from '../../document/document-tree.ts';
import type { Furniture } from '../../document/places.ts';
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
  const found = new Map<string, Furniture>();
  const shown: TreeBlock[] = [];
  return {
    add: (kind, blocks) => {
      const text = cellText({ blocks }).trim();
      if (text === '' || found.has(`${kind} ${text}`)) return;
      found.set(`${kind} ${text}`, { kind, text });
      appendAll(shown, blocks);
    },
    list: () => [...found.values()],
    blocks: shown,
  };
}
