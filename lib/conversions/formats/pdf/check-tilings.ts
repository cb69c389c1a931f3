import { ConversionError } from '../../errors.ts';
import { dictionaryBefore } from './check-streams.ts';

// PDFium draws each tile, in 6 s for a page of tiles as small as this. At 2400 dots per inch a pixel is larger.
const MIN_TILE_POINTS = 0.001;

const X_STEP = /\/XStep\s{0,9}([-+.\d]{1,20})/;
const Y_STEP = /\/YStep\s{0,9}([-+.\d]{1,20})/;
const MATRIX = /\/Matrix\s{0,9}\[([-+.\d\s]{1,200})\]/;

/** The area of a tile in square points, if its pattern is not scaled by the page. */
function tileArea(dictionary: string): number {
  const [a = 1, b = 0, c = 0, d = 1] = (MATRIX.exec(dictionary)?.[1]?.trim() ?? '1 0 0 1')
    .split(/\s+/)
    .map(Number);
  const [x, y] = [X_STEP, Y_STEP].map((step) => Number(step.exec(dictionary)?.[1] ?? 1));
  return Math.abs((x ?? 1) * (y ?? 1) * (a * d - b * c));
}

/**
 * Refuses a PDF with a tiling pattern (ISO 32000-1, 8.7.3) whose tiles are so small that a page has hundreds of millions. Throws
 * ConversionError `too_complex`.
 */
export function checkTilings(input: Uint8Array): void {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  for (let at = bytes.indexOf('/XStep'); at >= 0; at = bytes.indexOf('/XStep', at + 6)) {
    const keyword = bytes.indexOf('stream', at);
    if (keyword < 0) return;
    if (tileArea(dictionaryBefore(bytes, keyword)) < MIN_TILE_POINTS) {
      const message = `The PDF fills an area with tiles below ${MIN_TILE_POINTS} square points. Print it to a new PDF.`;
      throw new ConversionError('too_complex', message);
    }
    at = keyword;
  }
}
