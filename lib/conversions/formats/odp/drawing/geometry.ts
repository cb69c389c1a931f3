import { nameTable } from '../../../base/name-table.ts';
import { type Geometry, mirrored, presetGeometry } from '../../../shared/slides/preset-geometry.ts';
import { childOf, type XmlElement } from '../../../shared/xml/element.ts';
import { isRising } from './position.ts';

/** Custom shapes (19.227) by the preset shape of DrawingML that they equal; imported ones have its name. */
const customShapes: Readonly<Record<string, string>> = nameTable({
  'round-rectangle': 'roundRect',
  'round-callout': 'wedgeEllipseCallout',
  'round-rectangular-callout': 'wedgeRoundRectCallout',
  ellipse: 'ellipse',
  circle: 'ellipse',
  ring: 'donut',
  'isosceles-triangle': 'triangle',
  'right-triangle': 'rtTriangle',
  diamond: 'diamond',
  parallelogram: 'parallelogram',
  trapezoid: 'trapezoid',
  pentagon: 'pentagon',
  hexagon: 'hexagon',
  octagon: 'octagon',
  'pentagon-right': 'homePlate',
  chevron: 'chevron',
  'right-arrow': 'rightArrow',
  'left-arrow': 'leftArrow',
  'up-arrow': 'upArrow',
  'down-arrow': 'downArrow',
  'left-right-arrow': 'leftRightArrow',
  cross: 'plus',
  star5: 'star5',
  'flowchart-decision': 'diamond',
  'flowchart-terminator': 'flowChartTerminator',
  'flowchart-data': 'flowChartInputOutput',
  'flowchart-connector': 'ellipse',
});

const MAX_POINTS = 2_000;

/** Reads the points of a polygon in its view box. */
function pointsOf({ attributes, name }: XmlElement): Geometry {
  const [, , width = 0, height = 0] = (attributes['svg:viewBox'] ?? '').split(' ').map(Number);
  const pairs = (attributes['draw:points'] ?? '').split(' ').slice(0, MAX_POINTS);
  const points = pairs.map((pair) => {
    const [x = 0, y = 0] = pair.split(',').map(Number);
    return [width > 0 ? x / width : 0, height > 0 ? y / height : 0] as const;
  });
  const isValid = points.length > 1 && points.every(([x, y]) => Number.isFinite(x) && Number.isFinite(y));
  return isValid ? { points, isClosed: name === 'draw:polygon' } : undefined;
}

/** The outline of a shape. */
export function geometryOf(shape: XmlElement): Geometry {
  switch (shape.name) {
    case 'draw:ellipse':
    case 'draw:circle':
      return 'ellipse';
    case 'draw:line':
    case 'draw:connector':
    case 'draw:measure':
      return mirrored(presetGeometry('line'), false, isRising(shape));
    case 'draw:polygon':
    case 'draw:polyline':
      return pointsOf(shape);
    case 'draw:rect':
      return shape.attributes['draw:corner-radius'] === undefined ? undefined : presetGeometry('roundRect');
    default: {
      const enhanced = childOf(shape, 'draw:enhanced-geometry')?.attributes;
      const type = enhanced?.['draw:type'] ?? '';
      const geometry = presetGeometry(customShapes[type] ?? type.replace('ooxml-', ''));
      return mirrored(
        geometry,
        enhanced?.['draw:mirror-horizontal'] === 'true',
        enhanced?.['draw:mirror-vertical'] === 'true',
      );
    }
  }
}
