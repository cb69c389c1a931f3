import type { Sharp as Picture } from 'sharp';
import { type OpenImage, pixelsOf } from '../../../backends/sharp/open-image.ts';

/** An image that is ready to be embedded in a PDF. */
interface PdfImage {
  /** A JPEG, or a PNG that PDFKit embeds unchanged. */
  readonly bytes: Uint8Array;
  /** Upright size in points, from the image's resolution. */
  readonly width: number;
  readonly height: number;
}

// Resolution of an image that states none, in pixels per inch.
const ASSUMED_DPI = 96;
// Values outside this range are input errors.
const isPlausible = (dpi: number | undefined): dpi is number => dpi !== undefined && dpi >= 36 && dpi <= 4800;
// JPEG quality for images from a lossy format: no further loss is visible.
const JPEG_QUALITY = 92;

// PDFKit decodes transparent images in JavaScript: 30 s for 100 million pixels. Larger ones are flattened onto white.
const MOST_TRANSPARENT_PIXELS = 10_000_000;

/** Prepares a frame (from 0) of an image for a PDF. An upright JPEG is kept byte for byte. */
export async function pdfImage(image: OpenImage, input: Uint8Array, frame: number): Promise<PdfImage> {
  const { metadata } = image;
  const dpi = isPlausible(image.density) ? image.density : ASSUMED_DPI;
  const aspect = image.pixelAspect(frame);
  const pointsOf = ({ width, height }: { readonly width: number; readonly height: number }) => ({
    width: (width * 72) / dpi,
    height: (height * aspect * 72) / dpi,
  });
  const isUpright = (metadata.orientation ?? 1) === 1;
  if (metadata.format === 'jpeg' && isUpright) return { bytes: input, ...pointsOf(image) };
  // TIFF pages can differ in size.
  const { data, info } = await pixelsOf((await encode(image, frame)).toBuffer({ resolveWithObject: true }));
  return { bytes: data, ...pointsOf(info) };
}

/** Encodes a frame as JPEG if its source format is lossy, otherwise as PNG. */
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
  // Greyscale needs a third of the bytes.
  const grey = space === 'b-w' ? channels.toColourspace('b-w') : channels;
  return bitsPerSample === 1 && space === 'b-w'
    ? grey.png({ palette: true, colours: 2, effort: 1 })
    : grey.png({ compressionLevel: 6 });
}
