import { noOutline, type Outline } from './outline.ts';

/** An element, as far as it matters to how often others are drawn. */
export interface CostNode {
  readonly id: string | undefined;
  /** Names of the parts it refers to: each is drawn again for it. */
  readonly references: readonly string[];
  readonly children: CostNode[];
  /** Steps it costs for each pixel of the drawing, besides its children. */
  readonly passes: number;
  readonly outline: Outline;
  /** Lists of markers, which are drawn again at each point of the outline: its own, inherited ones, those of style rules. */
  readonly markers: readonly (readonly string[])[];
}

/** A node that draws nothing itself. */
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
 * How many elements are drawn in the end, where each reference (`use`, patterns, masks, markers) draws its target again; a
 * few lines can ask for billions. A part that refers to itself counts once: renderers break such circles.
 *
 * @param weigh what an element counts by itself
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
    // Renderers follow such a chain recursively, as this does.
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
