import { EMU_PER_POINT } from '../../shared/ooxml/emu.ts';
import { childOf, integerOf, type XmlElement } from '../../shared/xml/element.ts';

// ECMA-376 part 1, 19.2.1.39: 10 by 7.5 inches.
const DEFAULT_SIZE = { width: 720, height: 540 };
// PDF 1.7, annex C.
const LARGEST = 14_400;

/** The size of all slides, in points. */
export function slideSize(presentation: XmlElement | undefined): { width: number; height: number } {
  const size = childOf(presentation, 'p:sldSz');
  const [width, height] = [integerOf(size, 'cx'), integerOf(size, 'cy')];
  if (width === undefined || height === undefined) return DEFAULT_SIZE;
  const clamped = (length: number): number => Math.min(LARGEST, Math.max(1, length / EMU_PER_POINT));
  return { width: clamped(width), height: clamped(height) };
}
