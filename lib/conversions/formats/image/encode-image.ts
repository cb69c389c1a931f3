import type { Sharp as Picture } from 'sharp';
import { pixelsOf } from '../../backends/sharp/open-image.ts';
import type { ImageOptions, RasterFormat } from './image-options.ts';

// zlib's level: from 2 to 4 a page takes a quarter more time and 4 % less room, from 2 to 6 twice the time and 6 %.
const PNG_LEVEL = 2;
// webp's effort, 0 to 6: from 1 to 4 a page takes twice the time and a fifth less room.
const WEBP_EFFORT = 1;

/** Whether the format can show what lies behind the picture. */
export const keepsTransparency = (format: RasterFormat): boolean => format !== 'jpeg';

/** How a picture is written. */
export interface Encoding {
  /** 1 to 100; for jpeg and webp. */
  readonly quality: number;
  /** For webp. */
  readonly lossless: boolean;
}

/** Says in which format a picture is to be written. */
export function encodeAs(picture: Picture, format: RasterFormat, { quality, lossless }: Encoding): Picture {
  switch (format) {
    case 'png':
      return picture.png({ compressionLevel: PNG_LEVEL });
    case 'jpeg':
      return picture.jpeg({ quality });
    case 'webp':
      return picture.webp({ quality, lossless, effort: WEBP_EFFORT });
    case 'tiff':
      // Otherwise it would be jpeg within tiff.
      return picture.tiff({ compression: 'lzw', predictor: 'horizontal' });
    case 'gif':
      return picture.gif();
  }
}

/** What is done to a picture before it is written; what is left out of the options of one format to another. */
export type Finish = Encoding &
  Partial<Pick<ImageOptions, 'width' | 'height' | 'enlarge' | 'background' | 'keep_metadata'>>;

/** Sizes a picture, puts the background under it, and writes it, noting `dpi` where the format can. */
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
  // Others keep a resolution only in EXIF, which is left out.
  if (dpi !== undefined && (to === 'png' || to === 'jpeg' || to === 'tiff')) result = result.withDensity(dpi);
  return pixelsOf(encodeAs(result, to, options).toBuffer());
}
