import type { Extent } from './canvas-room.ts';

/** A rectangle in units of the drawing. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Pixels between the origin of a drawing with filters and the farthest point of an element. resvg holds the regions of
 * filters, which may be many times as large, in 32-bit integers, and ends the process where they overflow.
 */
export const MAX_REACH = 100_000;

// The outermost element as it is written anew: neither `>` nor quotes are left in its attributes.
const VIEW_BOX = /^<[^>]* viewBox="([^"]*)"/;

/** The `viewBox` of a drawing; undefined where a renderer ignores it. */
function viewBoxOf(svg: string): Box | undefined {
  const [x = 0, y = 0, width = 0, height = 0] = (VIEW_BOX.exec(svg)?.[1] ?? '')
    .trim()
    .split(/[\s,]+/, 4)
    .map(Number);
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

/** How far from the origin elements of a drawing are, in pixels. */
export function reachOf(svg: string, box: Box, pixels: Extent, zoom: number): Extent {
  const view = viewBoxOf(svg);
  const scale = view === undefined ? zoom : Math.max(pixels.width / view.width, pixels.height / view.height);
  const across = Math.max(Math.abs(box.x), Math.abs(box.x + box.width)) + Math.abs(view?.x ?? 0);
  const down = Math.max(Math.abs(box.y), Math.abs(box.y + box.height)) + Math.abs(view?.y ?? 0);
  return { width: across * scale, height: down * scale };
}
