/** A size or a distance from the origin, in pixels. */
export interface Extent {
  readonly width: number;
  readonly height: number;
}

// resvg aborts the process if a layer (opacity, mask, filter) extends beyond the canvas by more than twice its size.
const SIZES_AROUND = 2;
const MAX_CANVAS_PIXELS = 16_000_000;

// The root tag as serialized by safeSvg: its attribute values contain no `>` or quotes.
const ROOT = /^<[^\s>]+/;
const SIZE = /^<[^>]* (?:width|height)="/;
const ABSOLUTE_WIDTH = /^<[^>]* width="[^"%]+"/;
const ABSOLUTE_HEIGHT = /^<[^>]* height="[^"%]+"/;

/**
 * Places a drawing at the top left of a canvas large enough for resvg to render every layer. Returns undefined if that is
 * not needed, or would take too many pixels.
 *
 * @param reach largest distance of elements from the origin
 * @param pixels size of the drawing in pixels, already multiplied by `zoom`
 */
export function withRoom(svg: string, reach: Extent, pixels: Extent, zoom: number): string | undefined {
  const width = Math.max(pixels.width, Math.ceil(reach.width / SIZES_AROUND));
  const height = Math.max(pixels.height, Math.ceil(reach.height / SIZES_AROUND));
  const area = width * height;
  if (area === pixels.width * pixels.height) return undefined;
  if (!(area <= MAX_CANVAS_PIXELS)) return undefined;
  const isSized = SIZE.test(svg);
  if (isSized && !(ABSOLUTE_WIDTH.test(svg) && ABSOLUTE_HEIGHT.test(svg))) return undefined;
  const own = ` width="${pixels.width / zoom}" height="${pixels.height / zoom}"`;
  const inner = isSized ? svg : svg.replace(ROOT, (start) => `${start}${own}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width / zoom}" height="${height / zoom}">${inner}</svg>`;
}
