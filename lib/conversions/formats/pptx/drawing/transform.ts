import { EMU_PER_POINT } from '../../../shared/ooxml/emu.ts';
import { isOn } from '../../../shared/ooxml/on-off.ts';
import { childOf, elementsOf, integerOf, type XmlElement } from '../../../shared/xml/element.ts';

// PDF 1.7, annex C: a page is at most 14,400 units wide and high.
const MOST = 14_400;
const UNITS_PER_DEGREE = 60_000;

/** Converts a length in EMU to points within the limits of a page. */
export const pointsOf = (emu: number | undefined): number | undefined =>
  emu === undefined ? undefined : Math.min(MOST, Math.max(-MOST, emu / EMU_PER_POINT));

/** Position of a shape on its slide: lengths in points, rotation in degrees. */
export interface Position {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly rotation: number;
  readonly isFlippedX: boolean;
  readonly isFlippedY: boolean;
}

/** Converts positions inside a group to positions on the slide. */
export type Mapping = (position: Position) => Position;

/** The first child with this name in any of the given prefixes: shapes of diagrams have a namespace of their own. */
export function partOf(shape: XmlElement, name: string): XmlElement | undefined {
  return childOf(shape, `p:${name}`) ?? childOf(shape, `dsp:${name}`);
}

const transformIn = (shape: XmlElement): XmlElement | undefined => {
  for (const properties of elementsOf(shape)) {
    const found = properties.name === 'p:xfrm' ? properties : childOf(properties, 'a:xfrm');
    if (found !== undefined) return found;
  }
  return undefined;
};

function boxIn(
  transform: XmlElement | undefined,
  offsetName: string,
  extentName: string,
): Pick<Position, 'x' | 'y' | 'width' | 'height'> | undefined {
  const offset = childOf(transform, offsetName);
  const extent = childOf(transform, extentName);
  const [x, y] = [pointsOf(integerOf(offset, 'x')), pointsOf(integerOf(offset, 'y'))];
  const [width, height] = [pointsOf(integerOf(extent, 'cx')), pointsOf(integerOf(extent, 'cy'))];
  if (x === undefined || y === undefined || width === undefined || height === undefined) return undefined;
  return { x, y, width: Math.max(0, width), height: Math.max(0, height) };
}

/** Reads the position of a shape; undefined if it is not specified. */
export function positionOf(shape: XmlElement): Position | undefined {
  const transform = transformIn(shape);
  const box = boxIn(transform, 'a:off', 'a:ext');
  if (box === undefined) return undefined;
  return {
    ...box,
    rotation: ((integerOf(transform, 'rot') ?? 0) / UNITS_PER_DEGREE) % 360,
    isFlippedX: isOn(transform?.attributes.flipH),
    isFlippedY: isOn(transform?.attributes.flipV),
  };
}

/** Rotates a point clockwise around a centre. */
function rotated(x: number, y: number, centreX: number, centreY: number, degrees: number): [number, number] {
  const angle = (degrees * Math.PI) / 180;
  const [dx, dy] = [x - centreX, y - centreY];
  return [
    centreX + dx * Math.cos(angle) - dy * Math.sin(angle),
    centreY + dx * Math.sin(angle) + dy * Math.cos(angle),
  ];
}

const clamped = (length: number): number => Math.min(MOST, Math.max(-MOST, length));

/**
 * Returns the mapping of a group's shapes (ECMA-376 part 1, 20.1.7.5): its child box is scaled onto its own box, then
 * flipped and rotated. `outer` is the mapping of the enclosing group.
 */
export function groupMapping(group: XmlElement, outer: Mapping): Mapping {
  const own = positionOf(group);
  const child = boxIn(transformIn(group), 'a:chOff', 'a:chExt');
  if (own === undefined || child === undefined) return outer;
  const scaleX = child.width > 0 ? own.width / child.width : 1;
  const scaleY = child.height > 0 ? own.height / child.height : 1;
  const [centreX, centreY] = [own.x + own.width / 2, own.y + own.height / 2];
  return (position) => {
    const width = position.width * scaleX;
    const height = position.height * scaleY;
    let x = own.x + (position.x - child.x) * scaleX + width / 2;
    let y = own.y + (position.y - child.y) * scaleY + height / 2;
    if (own.isFlippedX) x = 2 * centreX - x;
    if (own.isFlippedY) y = 2 * centreY - y;
    const isMirrored = own.isFlippedX !== own.isFlippedY;
    [x, y] = rotated(x, y, centreX, centreY, own.rotation);
    return outer({
      x: clamped(x - width / 2),
      y: clamped(y - height / 2),
      width: clamped(width),
      height: clamped(height),
      rotation: (own.rotation + (isMirrored ? -position.rotation : position.rotation)) % 360,
      isFlippedX: position.isFlippedX !== own.isFlippedX,
      isFlippedY: position.isFlippedY !== own.isFlippedY,
    });
  };
}
