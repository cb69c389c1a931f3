import type { Metadata, Sharp as SharpImage, SharpOptions } from 'sharp';
import { withJpegEnd } from './damaged-jpeg.ts';
import { corruptImage, tooLargeFrame, tooManyFrames, tooManyPixels } from './image-errors.ts';
import { MAX_FRAMES, MAX_IMAGE_PIXELS } from './limits.ts';
import type { Sharp } from './load-sharp.ts';
import { pixelAspect } from './pixel-aspect.ts';

/** An image file whose header was read but that is not decoded yet. */
export interface OpenImage {
  readonly metadata: Metadata;
  /** Pages or frames, at least 1. */
  readonly frames: number;
  /** Further frames that libvips does not read: those of an animated PNG. */
  readonly unreadableFrames: number;
  /** Pixels of one frame, after applying its orientation. */
  readonly width: number;
  readonly height: number;
  /** Pixels per inch across, after applying its orientation, as the file states them. */
  readonly density: number | undefined;
  /** Returns the height of a pixel of a frame, from 0, as a multiple of its width. */
  readonly pixelAspect: (index: number) => number;
  /** Returns one frame, from 0, upright. */
  readonly frame: (index: number) => SharpImage;
  /** Returns all frames in one tall image, sharp's representation of animations. */
  readonly animation: () => SharpImage;
}

const readOptions: SharpOptions = { failOn: 'error', limitInputPixels: MAX_IMAGE_PIXELS };

// EXIF orientations from this one on exchange width and height.
const FIRST_TURNED = 5;
// A PNG's signature, and the length, type and checksum of each chunk (PNG 3, 5.2 and 5.3).
const SIGNATURE_BYTES = 8;
const CHUNK_BYTES = 12;

/** The frames of a PNG by its animation control chunk, which precedes the pixels (PNG 3, 11.3.5.1); 1 without one. */
function pngFrames(input: Uint8Array): number {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  let at = SIGNATURE_BYTES;
  while (at + CHUNK_BYTES <= bytes.length) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (type === 'IDAT') break;
    if (type === 'acTL') return bytes.readUInt32BE(at + 8);
    at += CHUNK_BYTES + bytes.readUInt32BE(at);
  }
  return 1;
}

/**
 * Opens an image file. Throws ConversionError `corrupt_document` if the file is not an image, and `too_complex` if a
 * frame has more than {@link MAX_IMAGE_PIXELS} or there are more than {@link MAX_FRAMES}.
 */
export async function openImage(sharp: Sharp, file: Uint8Array): Promise<OpenImage> {
  const input = withJpegEnd(file);
  // The size is checked below, to return our own message.
  const metadata = await sharp(input, { failOn: 'error', limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw corruptImage(error);
    });
  const frames = metadata.pages ?? 1;
  if (frames > MAX_FRAMES) throw tooManyFrames(frames, MAX_FRAMES);
  // The height of one frame; only animations that are read whole have the sum.
  const { width, height } = metadata.autoOrient;
  if (width * height > MAX_IMAGE_PIXELS) throw tooManyPixels(width, height, MAX_IMAGE_PIXELS);
  const isTurned = (metadata.orientation ?? 1) >= FIRST_TURNED;
  const storedAspect = (index: number): number => pixelAspect(input, metadata.format, index);
  const frame = (index: number): SharpImage =>
    sharp(input, { ...readOptions, ...(frames > 1 ? { page: index, pages: 1 } : {}) }).autoOrient();
  return {
    metadata,
    frames,
    unreadableFrames: metadata.format === 'png' ? Math.max(0, pngFrames(input) - 1) : 0,
    width,
    height,
    density:
      isTurned && metadata.density !== undefined ? metadata.density / storedAspect(0) : metadata.density,
    pixelAspect: (index) => (isTurned ? 1 / storedAspect(index) : storedAspect(index)),
    frame,
    animation: () => {
      if (width * height * frames > MAX_IMAGE_PIXELS)
        throw tooManyPixels(width, height * frames, MAX_IMAGE_PIXELS);
      return sharp(input, { ...readOptions, animated: true });
    },
  };
}

/** Awaits pixels and converts sharp's errors to ConversionError. */
export async function pixelsOf<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    // Only the first page's size was checked; later ones may be larger.
    if (error instanceof Error && /pixel limit/i.test(error.message)) throw tooLargeFrame(MAX_IMAGE_PIXELS);
    throw corruptImage(error);
  }
}
