import type { Edges } from '../../shared/geometry/box.ts';
import type { GreyImage } from './image-pdf.ts';

/** Connected ink: its box in pixels, and its number of ink pixels. */
export interface InkShape extends Edges {
  readonly ink: number;
}

// More than on any page of text; grain and textures have more.
const MAX_SHAPES = 200_000;

/** A run of ink in a row, and its label. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly label: number;
}

/** Shapes under construction by their labels. Joined ones have the label of the first in `parents`. */
function createLabels() {
  const parents: number[] = [];
  const shapes: { left: number; right: number; top: number; bottom: number; ink: number }[] = [];
  const rootOf = (label: number): number => {
    let root = label;
    for (;;) {
      const parent = parents[root] ?? root;
      if (parent === root) return root;
      // Halve the path, so that later searches are short.
      parents[root] = parents[parent] ?? parent;
      root = parent;
    }
  };
  return {
    count: () => shapes.length,
    add: (from: number, to: number, y: number): number => {
      parents.push(shapes.length);
      return shapes.push({ left: from, right: to, top: y, bottom: y + 1, ink: to - from }) - 1;
    },
    extend: (label: number, from: number, to: number, y: number): void => {
      const shape = shapes[rootOf(label)];
      if (shape === undefined) return;
      shape.left = Math.min(shape.left, from);
      shape.right = Math.max(shape.right, to);
      shape.bottom = y + 1;
      shape.ink += to - from;
    },
    join: (one: number, other: number): void => {
      const [first, second] = [rootOf(one), rootOf(other)].toSorted((a, b) => a - b);
      const [into, from] = [shapes[first ?? 0], shapes[second ?? 0]];
      if (first === undefined || second === undefined || first === second || !into || !from) return;
      parents[second] = first;
      into.left = Math.min(into.left, from.left);
      into.right = Math.max(into.right, from.right);
      into.top = Math.min(into.top, from.top);
      into.bottom = Math.max(into.bottom, from.bottom);
      into.ink += from.ink;
    },
    shapes: (): InkShape[] => shapes.filter((_, label) => parents[label] === label),
  };
}

/**
 * Finds the connected shapes of ink on an image, diagonals included; undefined if there are too many for a page of text.
 * Labels runs of pixels row by row, in time proportional to the pixels (K. Suzuki et al., CVIU 89, 2003).
 */
export function inkShapes({ pixels, width, height }: GreyImage, limit: number): InkShape[] | undefined {
  const labels = createLabels();
  let above: Run[] = [];
  for (let y = 0; y < height; y += 1) {
    const row: Run[] = [];
    const start = y * width;
    let next = 0;
    for (let x = 0; x < width; x += 1) {
      if ((pixels[start + x] ?? 255) > limit) continue;
      const from = x;
      while (x < width && (pixels[start + x] ?? 255) <= limit) x += 1;
      // Runs above that end before this one touch no later run either.
      while ((above[next]?.to ?? Infinity) < from) next += 1;
      let label: number | undefined;
      for (let at = next; (above[at]?.from ?? Infinity) <= x; at += 1) {
        const touched = above[at]?.label ?? 0;
        if (label === undefined) {
          label = touched;
          labels.extend(label, from, x, y);
        } else labels.join(label, touched);
      }
      row.push({ from, to: x, label: label ?? labels.add(from, x, y) });
    }
    if (labels.count() > MAX_SHAPES) return undefined;
    above = row;
  }
  return labels.shapes();
}
