import type { Metadata, Sharp as Picture, SharpOptions } from 'sharp';
import { corruptImage, tooLargeFrame, tooManyFrames, tooManyPixels } from './image-errors.ts';
import type { Sharp } from './load-sharp.ts';

/** Pixels held at a time, of all frames that are read together: 400 MB where each takes four bytes. A3 at 600 dpi has 70 million. */
export const MAX_IMAGE_PIXELS = 100_000_000;
/** Pages of a tiff or frames of an animation. */
export const MAX_FRAMES = 1000;

/** A picture file that was looked into, but not decoded. */
export interface OpenImage {
  readonly metadata: Metadata;
  /** Pages or frames, at least 1. */
  readonly frames: number;
  /** Pixels of one frame, as shown. */
  readonly width: number;
  readonly height: number;
  /** One frame, from 0, upright. */
  readonly frame: (index: number) => Picture;
  /** All frames one under the other, as sharp takes animations. */
  readonly animation: () => Picture;
}

const readOptions: SharpOptions = { failOn: 'error', limitInputPixels: MAX_IMAGE_PIXELS };

/**
 * Looks into a picture file. Throws ConversionError `corrupt_document` where it is none, `too_complex` where a frame has more
 * than {@link MAX_IMAGE_PIXELS} or there are more than {@link MAX_FRAMES}.
 */
export async function openImage(sharp: Sharp, input: Uint8Array): Promise<OpenImage> {
  // The header's size is checked here, with a message of ours.
  const metadata = await sharp(input, { failOn: 'error', limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw corruptImage(error);
    });
  const frames = metadata.pages ?? 1;
  if (frames > MAX_FRAMES) throw tooManyFrames(frames, MAX_FRAMES);
  // Of an animation read whole the height is that of all frames; of a first frame its own.
  const { width, height } = metadata.autoOrient;
  if (width * height > MAX_IMAGE_PIXELS) throw tooManyPixels(width, height, MAX_IMAGE_PIXELS);
  const frame = (index: number): Picture =>
    sharp(input, { ...readOptions, ...(frames > 1 ? { page: index, pages: 1 } : {}) }).autoOrient();
  return {
    metadata,
    frames,
    width,
    height,
    frame,
    animation: () => {
      if (width * height * frames > MAX_IMAGE_PIXELS)
        throw tooManyPixels(width, height * frames, MAX_IMAGE_PIXELS);
      return sharp(input, { ...readOptions, animated: true });
    },
  };
}

/** Waits for pixels; what sharp throws is the picture's fault. */
export async function pixelsOf<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    // A further page may be larger than the first, whose size is all that was looked at.
    if (error instanceof Error && /pixel limit/i.test(error.message)) throw tooLargeFrame(MAX_IMAGE_PIXELS);
    throw corruptImage(error);
  }
}
