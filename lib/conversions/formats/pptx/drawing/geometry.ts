import type { Polygon } from '../../../document/page-layout.ts';
import { type Geometry, presetGeometry } from '../../../shared/slides/preset-geometry.ts';
import { childOf, elementsOf, integerOf, type XmlElement } from '../../../shared/xml/element.ts';

type Point = readonly [number, number];

// Drawn once for each slide.
const MAX_POINTS = 2_000;
// A curve becomes this number of straight lines.
const CURVE_STEPS = 8;

const along = (points: readonly Point[], share: number): Point => {
  // De Casteljau's algorithm.
  let inner = points;
  while (inner.length > 1)
    inner = inner.slice(1).map(([x, y], index): Point => {
      const [fromX, fromY] = inner[index] ?? [x, y];
      return [fromX + (x - fromX) * share, fromY + (y - fromY) * share];
    });
  return inner[0] ?? [0, 0];
};

/** Reads the first path of a custom geometry whose coordinates are numbers (20.1.9.15); undefined otherwise. */
function customPolygon(geometry: XmlElement): Polygon | undefined {
  const path = childOf(childOf(geometry, 'a:pathLst'), 'a:path');
  const [width, height] = [integerOf(path, 'w'), integerOf(path, 'h')];
  const points: Point[] = [];
  let isClosed = false;
  for (const step of elementsOf(path)) {
    if (step.name === 'a:close') {
      isClosed = true;
      continue;
    }
    if (step.name === 'a:moveTo' && points.length > 0) break;
    const given = [...elementsOf(step)].map((point): Point | undefined => {
      const [x, y] = [integerOf(point, 'x'), integerOf(point, 'y')];
      return x === undefined || y === undefined ? undefined : [x, y];
    });
    const known = given.filter((point) => point !== undefined);
    if (known.length === 0 || known.length < given.length || points.length > MAX_POINTS) return undefined;
    const from = points.at(-1);
    if (known.length === 1 || from === undefined) points.push(known[0] ?? [0, 0]);
    else
      for (let index = 1; index <= CURVE_STEPS; index += 1)
        points.push(along([from, ...known.slice(0, 3)], index / CURVE_STEPS));
  }
  if (points.length < 2) return undefined;
  let [right, bottom] = [width ?? 0, height ?? 0];
  if (right <= 0) for (const [x] of points) right = Math.max(right, x);
  if (bottom <= 0) for (const [, y] of points) bottom = Math.max(bottom, y);
  return {
    isClosed,
    points: points.map(([x, y]) => [right > 0 ? x / right : 0, bottom > 0 ? y / bottom : 0]),
  };
}

/** The outline of a shape by its properties (`p:spPr`). */
export function geometryOf(properties: XmlElement | undefined): Geometry {
  const custom = childOf(properties, 'a:custGeom');
  if (custom !== undefined) return customPolygon(custom);
  const preset = childOf(properties, 'a:prstGeom');
  const geometry = presetGeometry(preset?.attributes.prst ?? '');
  if (typeof geometry !== 'object' || !('corner' in geometry)) return geometry;
  const [adjustment] = elementsOf(childOf(preset, 'a:avLst'));
  const [, value] = /^val (\d{1,6})$/.exec(adjustment?.attributes.fmla ?? '') ?? [];
  return value === undefined ? geometry : { corner: Math.min(0.5, Number(value) / 100_000) };
}
