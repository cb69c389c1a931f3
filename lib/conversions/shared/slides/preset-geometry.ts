import { nameTable } from '../../base/name-table.ts';
import type { Polygon, SlideShape } from '../../document/page-layout.ts';

/** The outline of a shape; undefined is a rectangle. */
export type Geometry = SlideShape<never>['geometry'];
type Point = readonly [number, number];

const closed = (...points: readonly Point[]): Polygon => ({ points, isClosed: true });
const open = (...points: readonly Point[]): Polygon => ({ points, isClosed: false });

// With their default adjustments; all others are drawn as rectangles.
const presets: Readonly<Record<string, Geometry>> = nameTable<Geometry>({
  roundRect: { corner: 1 / 6 },
  flowChartAlternateProcess: { corner: 1 / 6 },
  flowChartTerminator: { corner: 0.5 },
  round2SameRect: { corner: 1 / 6 },
  wedgeRoundRectCallout: { corner: 1 / 6 },
  ellipse: 'ellipse',
  flowChartConnector: 'ellipse',
  wedgeEllipseCallout: 'ellipse',
  cloud: 'ellipse',
  donut: 'ellipse',
  line: open([0, 0], [1, 1]),
  straightConnector1: open([0, 0], [1, 1]),
  bentConnector2: open([0, 0], [1, 0], [1, 1]),
  bentConnector3: open([0, 0], [0.5, 0], [0.5, 1], [1, 1]),
  curvedConnector2: open([0, 0], [0.7, 0.3], [1, 1]),
  curvedConnector3: open([0, 0], [0.35, 0.1], [0.5, 0.5], [0.65, 0.9], [1, 1]),
  triangle: closed([0.5, 0], [1, 1], [0, 1]),
  flowChartExtract: closed([0.5, 0], [1, 1], [0, 1]),
  flowChartMerge: closed([0, 0], [1, 0], [0.5, 1]),
  rtTriangle: closed([0, 0], [1, 1], [0, 1]),
  diamond: closed([0.5, 0], [1, 0.5], [0.5, 1], [0, 0.5]),
  flowChartDecision: closed([0.5, 0], [1, 0.5], [0.5, 1], [0, 0.5]),
  parallelogram: closed([0.25, 0], [1, 0], [0.75, 1], [0, 1]),
  flowChartInputOutput: closed([0.2, 0], [1, 0], [0.8, 1], [0, 1]),
  trapezoid: closed([0.25, 0], [0.75, 0], [1, 1], [0, 1]),
  pentagon: closed([0.5, 0], [1, 0.38], [0.81, 1], [0.19, 1], [0, 0.38]),
  hexagon: closed([0.25, 0], [0.75, 0], [1, 0.5], [0.75, 1], [0.25, 1], [0, 0.5]),
  octagon: closed([0.29, 0], [0.71, 0], [1, 0.29], [1, 0.71], [0.71, 1], [0.29, 1], [0, 0.71], [0, 0.29]),
  homePlate: closed([0, 0], [0.75, 0], [1, 0.5], [0.75, 1], [0, 1]),
  chevron: closed([0, 0], [0.75, 0], [1, 0.5], [0.75, 1], [0, 1], [0.25, 0.5]),
  rightArrow: closed([0, 0.25], [0.6, 0.25], [0.6, 0], [1, 0.5], [0.6, 1], [0.6, 0.75], [0, 0.75]),
  leftArrow: closed([1, 0.25], [0.4, 0.25], [0.4, 0], [0, 0.5], [0.4, 1], [0.4, 0.75], [1, 0.75]),
  downArrow: closed([0.25, 0], [0.25, 0.6], [0, 0.6], [0.5, 1], [1, 0.6], [0.75, 0.6], [0.75, 0]),
  upArrow: closed([0.25, 1], [0.25, 0.4], [0, 0.4], [0.5, 0], [1, 0.4], [0.75, 0.4], [0.75, 1]),
  leftRightArrow: closed(
    [0, 0.5],
    [0.25, 0],
    [0.25, 0.25],
    [0.75, 0.25],
    [0.75, 0],
    [1, 0.5],
    [0.75, 1],
    [0.75, 0.75],
    [0.25, 0.75],
    [0.25, 1],
  ),
  plus: closed(
    [0.25, 0],
    [0.75, 0],
    [0.75, 0.25],
    [1, 0.25],
    [1, 0.75],
    [0.75, 0.75],
    [0.75, 1],
    [0.25, 1],
    [0.25, 0.75],
    [0, 0.75],
    [0, 0.25],
    [0.25, 0.25],
  ),
  star5: closed(
    [0.5, 0],
    [0.62, 0.38],
    [1, 0.38],
    [0.69, 0.62],
    [0.81, 1],
    [0.5, 0.76],
    [0.19, 1],
    [0.31, 0.62],
    [0, 0.38],
    [0.38, 0.38],
  ),
});

/** Returns the outline of a preset shape of DrawingML (ECMA-376 part 1, 20.1.10.56). */
export const presetGeometry = (name: string): Geometry => presets[name];

/** Mirrors a polygon. */
export function mirrored(geometry: Geometry, isFlippedX: boolean, isFlippedY: boolean): Geometry {
  if (typeof geometry !== 'object' || 'corner' in geometry || !(isFlippedX || isFlippedY)) return geometry;
  return {
    isClosed: geometry.isClosed,
    points: geometry.points.map(([x, y]) => [isFlippedX ? 1 - x : x, isFlippedY ? 1 - y : y]),
  };
}
