/** Cost figures of an element's outline. */
export interface Outline {
  /** Lines and curves. */
  readonly segments: number;
  /** Pairs of segments that may cross. A renderer swaps two edges at each crossing. */
  readonly crossings: number;
  /** In user units. */
  readonly length: number;
}

export const noOutline: Outline = { segments: 0, crossings: 0, length: 0 };

// SVG 2, 9.3.9. Arc flags may be written without spaces; misreading them only moves the end point.
const TOKEN = /[a-df-z]|[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?/gi;
const NUMBER = /[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?/gi;

// Number of arguments per command. All but `a` consist of points; `h` and `v` have one coordinate.
const ARITY: ReadonlyMap<string, number> = new Map(
  Object.entries({ m: 2, l: 2, t: 2, h: 1, v: 1, c: 6, s: 4, q: 4, a: 7 }),
);

/** Returns alternating x and y coordinates. Curves contribute their control points, so a cubic counts as three segments. */
function pathPoints(path: string): number[] {
  const points: number[] = [];
  const values: number[] = [];
  let command = '';
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const add = (left: number, top: number): void => {
    points.push(left, top);
  };
  for (const [token] of path.matchAll(TOKEN)) {
    if (/[a-z]$/i.test(token)) {
      command = token;
      values.length = 0;
      if (token.toLowerCase() === 'z') {
        [x, y] = [startX, startY];
        add(x, y);
      }
      continue;
    }
    values.push(Number(token));
    const name = command.toLowerCase();
    if (values.length < (ARITY.get(name) ?? Number.POSITIVE_INFINITY)) continue;
    const [baseX, baseY] = command === name ? [x, y] : [0, 0];
    if (name === 'h' || name === 'v') {
      if (name === 'h') x = baseX + (values[0] ?? 0);
      else y = baseY + (values[0] ?? 0);
      add(x, y);
    } else {
      for (let at = name === 'a' ? 5 : 0; at < values.length; at += 2) {
        x = baseX + (values[at] ?? 0);
        y = baseY + (values[at + 1] ?? 0);
        add(x, y);
      }
    }
    if (name === 'm') [startX, startY] = [x, y];
    values.length = 0;
  }
  return points;
}

// Grid cells in each direction: fewer are too coarse for dense outlines, more take longer than rendering.
const MAX_CELLS = 512;
// Below this, counting all pairs is cheaper than a grid.
const FEW_SEGMENTS = 64;

/** Estimates crossings as the pairs of segments that share a cell of a grid over the outline. */
function pairsInCells(points: readonly number[]): number {
  const segments = points.length / 2;
  if (segments <= FEW_SEGMENTS) return (segments * segments) / 2;
  const cells = Math.min(MAX_CELLS, Math.ceil(Math.sqrt(segments)));
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < points.length; at += 2) {
    const [x = 0, y = 0] = [points[at], points[at + 1]];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  const scaleX = cells / (right - left || 1);
  const scaleY = cells / (bottom - top || 1);
  const counts = new Float64Array(cells * cells);
  const cellOf = (position: number): number => Math.max(0, Math.min(cells - 1, Math.floor(position) || 0));
  for (let at = 2; at < points.length; at += 2) {
    const fromX = ((points[at - 2] ?? 0) - left) * scaleX;
    const fromY = ((points[at - 1] ?? 0) - top) * scaleY;
    const stepX = ((points[at] ?? 0) - left) * scaleX - fromX;
    const stepY = ((points[at + 1] ?? 0) - top) * scaleY - fromY;
    const steps = Math.max(1, Math.min(cells, Math.ceil(Math.max(Math.abs(stepX), Math.abs(stepY))) || 1));
    for (let step = 0; step < steps; step += 1) {
      const share = (step + 0.5) / steps;
      const cell = cellOf(fromY + stepY * share) * cells + cellOf(fromX + stepX * share);
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
  }
  return counts.reduce((sum, count) => sum + (count * (count - 1)) / 2, 0);
}

function outlineOfPoints(points: readonly number[]): Outline {
  let length = 0;
  for (let at = 2; at < points.length; at += 2)
    length += Math.hypot(
      (points[at] ?? 0) - (points[at - 2] ?? 0),
      (points[at + 1] ?? 0) - (points[at - 1] ?? 0),
    );
  return { segments: points.length / 2, crossings: pairsInCells(points), length };
}

const numbersIn = (text: string | undefined): number[] =>
  Array.from((text ?? '').matchAll(NUMBER), ([number]) => Number(number));
const sum = (attributes: Readonly<Record<string, string>>, names: readonly string[]): number =>
  names.reduce((total, name) => total + Math.abs(numbersIn(attributes[name])[0] ?? 0), 0);

/** Returns the outline cost of an element; {@link noOutline} if it has none. */
export function outlineOf(element: string, attributes: Readonly<Record<string, string>>): Outline {
  switch (element) {
    case 'path':
      return outlineOfPoints(pathPoints(attributes.d ?? ''));
    case 'polyline':
    case 'polygon':
      return outlineOfPoints(numbersIn(attributes.points));
    case 'line':
      return { segments: 1, crossings: 0, length: sum(attributes, ['x1', 'y1', 'x2', 'y2']) };
    case 'rect':
      return { segments: 4, crossings: 0, length: 2 * sum(attributes, ['width', 'height']) };
    case 'circle':
    case 'ellipse':
      return { segments: 8, crossings: 0, length: 2 * Math.PI * sum(attributes, ['r', 'rx', 'ry']) };
    default:
      return noOutline;
  }
}

const DASHES = /stroke-dasharray\s*:([^;}]*)/gi;

/** Returns the shortest dash period set by an attribute or style rules, in user units; infinite if there is none. */
export function dashPeriod(name: string, value: string): number {
  const lists =
    name === 'stroke-dasharray' ? [value] : Array.from(value.matchAll(DASHES), ([, list]) => list ?? '');
  const periods = lists
    .map(
      (list) => numbersIn(list).reduce((total, number) => total + number, 0) / (list.includes('%') ? 100 : 1),
    )
    .filter((period) => period > 0);
  return periods.reduce((least, period) => Math.min(least, period), Number.POSITIVE_INFINITY);
}
