import type { Extent } from './canvas-room.ts';

/** A rectangle in user units. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Maximum distance in pixels of an element from the origin in a drawing with filters. resvg stores filter regions, which may
 * be many times larger, in 32-bit integers and aborts the process if they overflow.
 */
export const MAX_REACH = 100_000;

// The root tag as serialized by safeSvg: its attribute values contain no `>` or quotes.
const VIEW_BOX = /^<[^>]* viewBox="([^"]*)"/;

/** Parses the `viewBox` of a drawing. Returns undefined if renderers would ignore it. */
function viewBoxOf(svg: string): Box | undefined {
  const [x = 0, y = 0, width = 0, height = 0] = (VIEW_BOX.exec(svg)?.[1] ?? '')
    .trim()
    .split(/[\s,]+/, 4)
    .map(Number);
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

/** Returns the largest distance of elements from the origin, in pixels. */
export function reachOf(svg: string, box: Box, pixels: Extent, zoom: number): Extent {
  const view = viewBoxOf(svg);
  const scale = view === undefined ? zoom : Math.max(pixels.width / view.width, pixels.height / view.height);
  const across = Math.max(Math.abs(box.x), Math.abs(box.x + box.width)) + Math.abs(view?.x ?? 0);
  const down = Math.max(Math.abs(box.y), Math.abs(box.y + box.height)) + Math.abs(view?.y ?? 0);
  return { width: across * scale, height: down * scale };
}
