import { countOf } from '../../base/count-of.ts';
import { parsePageRanges, selectPages } from '../../base/page-ranges.ts';
import { noSuchFrames } from './image-errors.ts';
import type { OpenImage } from './open-image.ts';

/** Frames of an image, from 1: the requested ones, else all pages of a TIFF or the first frame of any other format. */
export function selectFrames(image: OpenImage, from: string, requested: string | undefined): number[] {
  const ranges = requested === undefined ? undefined : parsePageRanges(requested);
  if (ranges === undefined && from !== 'tiff') return [1];
  const frames = selectPages(ranges ?? [{ first: 1, last: -1 }], image.frames);
  if (frames.length === 0) throw noSuchFrames(requested ?? '', image.frames);
  return frames;
}

/** The warning about frames that are left out without a request; empty if there are none. */
export function unusedFrames(
  { frames, unreadableFrames }: OpenImage,
  from: string,
  requested: string | undefined,
): string[] {
  if (unreadableFrames > 0)
    return [
      `Only the first of ${countOf(frames + unreadableFrames, 'frame')} was used: others of an animated PNG are not read. Save it as gif or webp.`,
    ];
  return frames > 1 && from !== 'tiff' && requested === undefined
    ? [`Only the first of ${frames} frames was used. Select others with the "pages" option.`]
    : [];
}
