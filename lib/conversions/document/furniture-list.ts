import type { Furniture } from './document-model.ts';

/** Headers and footers, each text once and in the order in which it was first added. */
interface FurnitureList {
  /** Adds a text. Returns false if it is missing, empty or already in the list. */
  readonly add: (kind: Furniture['kind'], text: string | undefined) => boolean;
  readonly list: () => Furniture[];
}

/** Creates an empty list. */
export function createFurnitureList(): FurnitureList {
  const found = new Map<string, Furniture>();
  return {
    add: (kind, text) => {
      if (text === undefined || text === '' || found.has(`${kind} ${text}`)) return false;
      found.set(`${kind} ${text}`, { kind, text });
      return true;
    },
    list: () => [...found.values()],
  };
}
