import type { Sharp as Picture } from 'sharp';
import { type OpenImage, pixelsOf } from '../../../backends/sharp/open-image.ts';

/** A page's picture as a pdf holds it. */
export interface PdfImage {
  /** A jpeg, or a png that pdfkit takes as it is. */
  readonly bytes: Uint8Array;
  /** Size in points that its resolution gives it, upright. */
  readonly width: number;
  readonly height: number;
}

// Where a picture states none: that of screens.
const ASSUMED_DPI = 96;
// Beyond these it is a mistake, and pages would be of no size or of kilometres.
const isPlausible = (dpi: number | undefined): dpi is number => dpi !== undefined && dpi >= 36 && dpi <= 4800;
// Of a picture that was compressed with loss before: nothing more is seen to go.
const JPEG_QUALITY = 92;

// pdfkit unpacks transparent pictures in JavaScript, 100 million pixels in half a minute. The page below is white.
const MOST_TRANSPARENT_PIXELS = 10_000_000;

/** What a frame, from 0, of a picture becomes in a pdf. A jpeg that stands upright stays as it is, byte for byte. */
export async function pdfImage(image: OpenImage, input: Uint8Array, frame: number): Promise<PdfImage> {
  const { metadata } = image;
  const dpi = isPlausible(metadata.density) ? metadata.density : ASSUMED_DPI;
  const points = (pixels: number): number => (pixels * 72) / dpi;
  const isUpright = (metadata.orientation ?? 1) === 1;
  if (metadata.format === 'jpeg' && isUpright)
    return { bytes: input, width: points(image.width), height: points(image.height) };
  // Each page of a tiff has a size of its own.
  const { data, info } = await pixelsOf((await encode(image, frame)).toBuffer({ resolveWithObject: true }));
  return { bytes: data, width: points(info.width), height: points(info.height) };
}

/** A frame as jpeg where it was compressed with loss before, else as png. */
async function encode(image: OpenImage, frame: number): Promise<Picture> {
  const { format, hasAlpha, space, bitsPerSample } = image.metadata;
  const picture = image.frame(frame);
  if (format === 'jpeg' || (format === 'webp' && !hasAlpha)) return picture.jpeg({ quality: JPEG_QUALITY });
  const isOpaque = !hasAlpha || (await pixelsOf(image.frame(frame).stats())).isOpaque;
  const isLarge = image.width * image.height > MOST_TRANSPARENT_PIXELS;
  const channels = isOpaque
    ? picture.removeAlpha()
    : isLarge
      ? picture.flatten({ background: '#fff' })
      : picture;
  // A third of the bytes, where there is no colour.
  const grey = space === 'b-w' ? channels.toColourspace('b-w') : channels;
  return bitsPerSample === 1 && space === 'b-w'
    ? grey.png({ palette: true, colours: 2, effort: 1 })
    : grey.png({ compressionLevel: 6 });
}
