import type { Sharp as Picture } from 'sharp';
import sharp from 'sharp';

/** A single-colour image, encoded as `format`. */
export const plainImage = (
  format: 'png' | 'jpeg' | 'webp' | 'tiff' | 'gif' | 'avif',
  {
    width = 40,
    height = 30,
    colour = '#c02040',
    dpi,
  }: { width?: number; height?: number; colour?: string; dpi?: number } = {},
): Promise<Buffer> => {
  const picture: Picture = sharp({ create: { width, height, channels: 3, background: colour } });
  return (dpi === undefined ? picture : picture.withDensity(dpi)).toFormat(format).toBuffer();
};

/** Three frames of 40 x 30, red, green and blue. */
export async function threeFrames(format: 'gif' | 'webp' | 'tiff'): Promise<Buffer> {
  const frames = await Promise.all(
    ['#ff0000', '#00ff00', '#0000ff'].map((colour) => plainImage('png', { colour })),
  );
  const joined = sharp(frames, { join: { animated: true } });
  if (format === 'gif') return await joined.gif({ delay: [100, 100, 200] }).toBuffer();
  return await (format === 'webp'
    ? joined.webp({ lossless: true })
    : joined.tiff({ compression: 'lzw' })
  ).toBuffer();
}

/** A half-transparent image. */
export const glassImage = (): Promise<Buffer> =>
  sharp({ create: { width: 10, height: 10, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } } })
    .png()
    .toBuffer();

/** Returns sharp's metadata of an image and its first pixel. */
export async function imageInfo(bytes: Uint8Array) {
  const metadata = await sharp(bytes).metadata();
  const { data } = await sharp(bytes).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const { format, width, height, pages = 1, density, hasAlpha, exif } = metadata;
  return {
    // The library names the container.
    format: format === 'heif' ? 'avif' : format,
    width,
    height,
    pages,
    density,
    hasAlpha,
    hasExif: exif !== undefined,
    pixel: [...data.subarray(0, 3)],
  };
}

/** Returns the names of the pages in a zip. */
export const zipNames = (bytes: Uint8Array): string[] => [
  ...new Set(
    Buffer.from(bytes)
      .toString('latin1')
      .match(/page-\d+\.(?:png|jpg|webp)/g),
  ),
];
