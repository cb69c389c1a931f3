import { MAX_PIXEL_STEPS } from './pixel-passes.ts';

/** A size or a distance from the origin, in pixels. */
export interface Extent {
  readonly width: number;
  readonly height: number;
}

// resvg ends the process for a layer (an opacity, a mask, a filter) that is outside of the canvas by more than twice its size.
const SIZES_AROUND = 2;
const MAX_CANVAS_PIXELS = 16_000_000;

// The outermost element as it is written anew: neither `>` nor quotes are left in its attributes.
const ROOT = /^<[^\s>]+/;
const SIZE = /^<[^>]* (?:width|height)="/;
const ABSOLUTE_WIDTH = /^<[^>]* width="[^"%]+"/;
const ABSOLUTE_HEIGHT = /^<[^>]* height="[^"%]+"/;

/**
 * A drawing at the top left of a canvas that is so large that resvg can draw every layer; undefined if that is not needed, or
 * would take too many pixels or steps.
 *
 * @param reach how far elements are from the origin
 * @param pixels size of the drawing, `zoom` times its own size
 */
export function withRoom(
  svg: string,
  reach: Extent,
  pixels: Extent,
  zoom: number,
  passes: number,
): string | undefined {
  const width = Math.max(pixels.width, Math.ceil(reach.width / SIZES_AROUND));
  const height = Math.max(pixels.height, Math.ceil(reach.height / SIZES_AROUND));
  const area = width * height;
  if (area === pixels.width * pixels.height) return undefined;
  if (!(area <= MAX_CANVAS_PIXELS && passes * area <= MAX_PIXEL_STEPS)) return undefined;
  const isSized = SIZE.test(svg);
  if (isSized && !(ABSOLUTE_WIDTH.test(svg) && ABSOLUTE_HEIGHT.test(svg))) return undefined;
  const own = ` width="${pixels.width / zoom}" height="${pixels.height / zoom}"`;
  const inner = isSized ? svg : svg.replace(ROOT, (start) => `${start}${own}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width / zoom}" height="${height / zoom}">${inner}</svg>`;
}
