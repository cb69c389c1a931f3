import { recordOf, types } from './ppt-records.ts';

/** Master units of a point: an inch has 576. [MS-PPT] 2.2.23. */
export const UNITS_PER_POINT = 8;
// PDF 1.7, annex C.
const LARGEST = 14_400;
const DEFAULT_SIZE = { width: 720, height: 540 };

const clamped = (length: number): number => Math.min(LARGEST, Math.max(1, length / UNITS_PER_POINT));

/** The size of all slides, in points. [MS-PPT] 2.4.2. */
export function slideSize(document: Buffer): { width: number; height: number } {
  const atom = recordOf(document, types.documentAtom)?.body;
  if (atom === undefined || atom.length < 8) return DEFAULT_SIZE;
  const [width, height] = [atom.readInt32LE(0), atom.readInt32LE(4)];
  return width > 0 && height > 0 ? { width: clamped(width), height: clamped(height) } : DEFAULT_SIZE;
}
