import type * as z from 'zod';
import { pageSizes } from '../../../engine/options.ts';
import { POINTS_PER_MILLIMETRE } from '../../../engine/page-setup.ts';
import { MAX_SIDE, MIN_SIDE } from '../limits.ts';
import type { placementOptions } from './placement-options.ts';

/** A CSS pixel is 1/96 of an inch (CSS Values 4, 6.2). */
export const POINTS_PER_PIXEL = 0.75;

/** A page and the position of the image on it, in points from the top left. */
interface Placement {
  readonly pageWidth: number;
  readonly pageHeight: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Places an image of `width` by `height` points on a page of its own size plus the margins, or centred on the requested
 * paper size and scaled down to fit.
 */
export function placeImage(
  { width, height }: { readonly width: number; readonly height: number },
  { page_size: paper, landscape, margin: millimetres }: z.output<typeof placementOptions>,
): Placement {
  const margin = millimetres * POINTS_PER_MILLIMETRE;
  const within = (value: number): number => Math.min(MAX_SIDE, Math.max(MIN_SIDE, value));
  if (paper === undefined) {
    const room = MAX_SIDE - 2 * margin;
    const scale = Math.min(1, room / width, room / height);
    const [across, down] = [width * scale, height * scale];
    return {
      pageWidth: within(across + 2 * margin),
      pageHeight: within(down + 2 * margin),
      x: margin,
      y: margin,
      width: across,
      height: down,
    };
  }
  const [short, long] = pageSizes[paper];
  const lies = landscape ?? width > height;
  const [pageWidth, pageHeight] = lies ? [long, short] : [short, long];
  const scale = Math.min(1, (pageWidth - 2 * margin) / width, (pageHeight - 2 * margin) / height);
  const [across, down] = [width * scale, height * scale];
  return {
    pageWidth,
    pageHeight,
    x: (pageWidth - across) / 2,
    y: (pageHeight - down) / 2,
    width: across,
    height: down,
  };
}
