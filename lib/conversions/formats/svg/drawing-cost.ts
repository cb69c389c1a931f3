import { noOutline, type Outline } from './outline.ts';

/** An element, reduced to what determines rendering cost. */
export interface CostNode {
  readonly id: string | undefined;
  /** IDs of referenced elements. Each is drawn again for this one. */
  readonly references: readonly string[];
  readonly children: CostNode[];
  /** Rendering steps per pixel of the drawing, without children. */
  readonly passes: number;
  readonly outline: Outline;
  /** IDs of markers drawn at each point of the outline: its own, inherited ones, and those of style rules. */
  readonly markers: readonly (readonly string[])[];
}

/** Creates a node that draws nothing itself. */
export const emptyNode = (): CostNode => ({
  id: undefined,
  references: [],
  children: [],
  passes: 0,
  outline: noOutline,
  markers: [],
});

const MAX_CHAIN = 2000;

/**
 * Counts the elements drawn after expanding references (`use`, patterns, masks, markers): a few lines of SVG can expand to
 * billions. Circular references count once because renderers break them.
 *
 * @param weigh cost of an element without its children and references
 */
export function drawingCost(
  root: CostNode,
  limit: number,
  weigh: (node: CostNode) => number = () => 1,
): number {
  const byId = new Map<string, CostNode>();
  const collect = (node: CostNode): void => {
    if (node.id !== undefined && !byId.has(node.id)) byId.set(node.id, node);
    for (const child of node.children) collect(child);
  };
  collect(root);
  const known = new Map<CostNode, number>();
  const open = new Set<CostNode>();
  const costOf = (node: CostNode): number => {
    const before = known.get(node);
    if (before !== undefined) return before;
    if (open.has(node)) return 0;
    // Renderers also follow such chains recursively and could overflow their stack.
    if (open.size > MAX_CHAIN) return limit + 1;
    open.add(node);
    let cost = weigh(node);
    for (const child of node.children) cost += costOf(child);
    for (const name of node.references) {
      const target = byId.get(name);
      if (target !== undefined) cost += costOf(target);
    }
    if (node.outline.segments > 0) {
      for (const name of node.markers.flat()) {
        const target = byId.get(name);
        if (target !== undefined) cost += costOf(target) * node.outline.segments;
      }
    }
    open.delete(node);
    const capped = Math.min(cost, limit + 1);
    known.set(node, capped);
    return capped;
  };
  return costOf(root);
}
