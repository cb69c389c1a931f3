/** An element, reduced to what determines how many elements are drawn. */
export interface DrawnElement {
  readonly id: string | undefined;
  /** IDs of referenced elements. Each is drawn again for this one. */
  readonly references: readonly string[];
  readonly children: DrawnElement[];
}

// Renderers follow a chain of references recursively and could overflow their stack.
const MAX_CHAIN = 2000;

/**
 * Counts the elements drawn after expanding references (`use`, patterns, masks), up to one more than the limit: a few lines of
 * SVG can expand to billions. Circular references count once because renderers break them.
 */
export function countDrawn(root: DrawnElement, limit: number): number {
  const byId = new Map<string, DrawnElement>();
  const collect = (element: DrawnElement): void => {
    if (element.id !== undefined && !byId.has(element.id)) byId.set(element.id, element);
    for (const child of element.children) collect(child);
  };
  collect(root);
  const known = new Map<DrawnElement, number>();
  const open = new Set<DrawnElement>();
  const countOf = (element: DrawnElement): number => {
    const before = known.get(element);
    if (before !== undefined) return before;
    if (open.has(element)) return 0;
    if (open.size > MAX_CHAIN) return limit + 1;
    open.add(element);
    let count = 1;
    for (const child of element.children) count += countOf(child);
    for (const name of element.references) {
      const target = byId.get(name);
      if (target !== undefined) count += countOf(target);
    }
    open.delete(element);
    const capped = Math.min(count, limit + 1);
    known.set(element, capped);
    return capped;
  };
  return countOf(root);
}
