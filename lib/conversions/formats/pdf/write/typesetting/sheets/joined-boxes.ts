import type { Border } from '../../../../../document/page-layout.ts';

/** A rectangle in points at 100 %. */
export interface Rectangle {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A filled rectangle. */
export interface Fill extends Rectangle {
  readonly colour: string;
}

/** A horizontal or vertical line. */
export interface Edge extends Rectangle {
  readonly border: Border;
  /** The side of the cells that it belongs to. */
  readonly side: 'top' | 'bottom' | 'left' | 'right';
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Collects fills from top to bottom. Joins adjacent fills of the same colour and width. */
export function createFills() {
  const fills: Fill[] = [];
  const last = new Map<string, Mutable<Fill>>();
  const add = (fill: Fill): void => {
    if (fill.right <= fill.left || fill.bottom <= fill.top) return;
    const key = `${fill.left} ${fill.right} ${fill.colour}`;
    const above = last.get(key);
    if (above !== undefined && above.bottom === fill.top) above.bottom = fill.bottom;
    else {
      const added = { ...fill };
      fills.push(added);
      last.set(key, added);
    }
  };
  return { fills, add };
}

const keyOf = ({ side, top, left, border: { width, colour, dash } }: Edge): string =>
  `${side} ${side === 'top' || side === 'bottom' ? top : left} ${width} ${colour} ${dash ?? ''}`;

/** Collects lines from top to bottom and from left to right. Joins lines that continue each other. */
export function createEdges() {
  const edges: Edge[] = [];
  const last = new Map<string, Mutable<Edge>>();
  const add = (edge: Edge): void => {
    const key = keyOf(edge);
    const before = last.get(key);
    const isLevel = edge.top === edge.bottom;
    if (before !== undefined && isLevel && before.right === edge.left) before.right = edge.right;
    else if (before !== undefined && !isLevel && before.bottom === edge.top) before.bottom = edge.bottom;
    else {
      const added = { ...edge };
      edges.push(added);
      last.set(key, added);
    }
  };
  return { edges, add };
}

// Less than the smallest size of a cell.
const BESIDE = 0.01;

/** Returns a thin strip along an edge, inside its cells. The page that contains the strip shows the edge. */
export function besideEdge({ side, top, bottom, left, right }: Edge): Rectangle {
  if (side === 'top') return { left, right, top, bottom: top + BESIDE };
  if (side === 'bottom') return { left, right, top: bottom - BESIDE, bottom };
  if (side === 'left') return { left, right: left + BESIDE, top, bottom };
  return { left: right - BESIDE, right, top, bottom };
}
