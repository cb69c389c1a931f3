import { pointsOf } from '../../../shared/opendocument/lengths.ts';
import type { XmlElement } from '../../../shared/xml/element.ts';

/** Position of a shape on its slide: lengths in points, rotation in degrees. */
export interface Position {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly rotation?: number | undefined;
}

// PDF 1.7, annex C: a page is at most 14,400 units wide and high.
const MOST = 14_400;

const lengthOf = (length: string | undefined): number | undefined => {
  const points = pointsOf(length);
  return points === undefined || !Number.isFinite(points)
    ? undefined
    : Math.min(MOST, Math.max(-MOST, points));
};

/** A rotation and a shift, as LibreOffice writes `draw:transform` (19.228); other transformations are ignored. */
function transformed(transform: string, width: number, height: number): Position {
  const [, angle = '0'] = /rotate ?\((-?[\d.]{1,24})\)/.exec(transform) ?? [];
  const [, shiftX, shiftY] =
    /translate ?\((-?[\d.]{1,24}[a-z]{2}) (-?[\d.]{1,24}[a-z]{2})\)/.exec(transform) ?? [];
  const radians = Number(angle) || 0;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  // The centre, rotated counterclockwise around the origin.
  const centreX = (width / 2) * cos + (height / 2) * sin + (lengthOf(shiftX) ?? 0);
  const centreY = (-width / 2) * sin + (height / 2) * cos + (lengthOf(shiftY) ?? 0);
  const rotation = (-radians * 180) / Math.PI;
  return { x: centreX - width / 2, y: centreY - height / 2, width, height, rotation: rotation || undefined };
}

/** Reads the position of a shape; undefined if it is not specified. */
export function positionOf({ attributes }: XmlElement): Position | undefined {
  const [x1, y1] = [lengthOf(attributes['svg:x1']), lengthOf(attributes['svg:y1'])];
  const [x2, y2] = [lengthOf(attributes['svg:x2']), lengthOf(attributes['svg:y2'])];
  if (x1 !== undefined && y1 !== undefined && x2 !== undefined && y2 !== undefined)
    return { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
  const width = Math.max(0, lengthOf(attributes['svg:width']) ?? 0);
  const height = Math.max(0, lengthOf(attributes['svg:height'] ?? attributes['fo:min-height']) ?? 0);
  const transform = attributes['draw:transform'];
  if (transform !== undefined) return transformed(transform, width, height);
  const [x, y] = [lengthOf(attributes['svg:x']), lengthOf(attributes['svg:y'])];
  return x === undefined || y === undefined ? undefined : { x, y, width, height };
}

/** Whether a line runs from the lower left to the upper right corner. */
export function isRising({ attributes }: XmlElement): boolean {
  const [x1 = 0, y1 = 0] = [lengthOf(attributes['svg:x1']), lengthOf(attributes['svg:y1'])];
  const [x2 = 0, y2 = 0] = [lengthOf(attributes['svg:x2']), lengthOf(attributes['svg:y2'])];
  return x2 > x1 !== y2 > y1;
}
