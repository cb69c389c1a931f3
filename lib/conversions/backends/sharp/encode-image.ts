import type { Sharp as Picture } from 'sharp';
import type { ImageOptions, RasterFormat } from '../../shared/images/image-options.ts';
import { pixelsOf } from './open-image.ts';

// zlib level. Compared with 2, level 4 takes 25 % more time for 4 % smaller files, level 6 twice the time for 6 %.
const PNG_LEVEL = 2;
// WebP effort, 0 to 6. Compared with 1, effort 4 takes twice the time for 20 % smaller files.
const WEBP_EFFORT = 1;
// AVIF effort, 0 to 9. Compared with 1, effort 2 takes 50 % more time for 3 % smaller files, effort 4 seven times.
const AVIF_EFFORT = 1;

/** Whether the format supports transparency. */
const keepsTransparency = (format: RasterFormat): boolean => format !== 'jpeg';

interface Encoding {
  /** 1 to 100; jpeg, webp and avif only. */
  readonly quality: number;
  /** webp and avif only. */
  readonly lossless: boolean;
}

/** Sets the output format of an image. */
export function encodeAs(picture: Picture, format: RasterFormat, { quality, lossless }: Encoding): Picture {
  switch (format) {
    case 'png':
      return picture.png({ compressionLevel: PNG_LEVEL });
    case 'jpeg':
      return picture.jpeg({ quality });
    case 'webp':
      return picture.webp({ quality, lossless, effort: WEBP_EFFORT });
    case 'tiff':
      // The default would be JPEG compression.
      return picture.tiff({ compression: 'lzw', predictor: 'horizontal' });
    case 'gif':
      return picture.gif();
    case 'avif':
      return picture.avif({ quality, lossless, effort: AVIF_EFFORT });
  }
}

/** How an image is resized, flattened and written. */
type Finish = Encoding &
  Partial<Pick<ImageOptions, 'width' | 'height' | 'enlarge' | 'background' | 'keep_metadata'>>;

/** Resizes an image, flattens it onto the background and encodes it. Stores `dpi` if the format supports it. */
export function finishImage(
  picture: Picture,
  to: RasterFormat,
  options: Finish,
  dpi: number | undefined,
): Promise<Buffer> {
  const { width, height, enlarge = false, background, keep_metadata: keepMetadata } = options;
  let result = picture;
  if (width !== undefined || height !== undefined)
    result = result.resize({ width, height, fit: 'inside', withoutEnlargement: !enlarge });
  const under = background ?? (keepsTransparency(to) ? undefined : '#ffffff');
  if (under !== undefined) result = result.flatten({ background: under });
  if (keepMetadata === true) result = result.keepMetadata();
  // Other formats store the resolution only in EXIF, which is dropped.
  if (dpi !== undefined && (to === 'png' || to === 'jpeg' || to === 'tiff')) result = result.withDensity(dpi);
  return pixelsOf(encodeAs(result, to, options).toBuffer());
}
