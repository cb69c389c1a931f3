import type { Metadata } from 'sharp';
import * as z from 'zod';
import { isoTime } from '../../base/iso-time.ts';
import { nameTable } from '../../base/name-table.ts';
import { noInfo } from '../../document/document-info.ts';
import type { DocumentInfo, ImageDetails } from '../../document/result-schemas.ts';

const text = z
  .string()
  .transform((value) => value.replaceAll('\0', '').trim() || null)
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);
// EXIF times have no zone; they are read as UTC.
const time = z
  .date()
  .transform(isoTime)
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

const exifSchema = z.object({
  Image: z
    .object({ Make: text, Model: text, Software: text, Artist: text, ImageDescription: text, DateTime: time })
    .partial()
    .catch({})
    .default({}),
  Photo: z.object({ LensModel: text, DateTimeOriginal: time }).partial().catch({}).default({}),
});

type Exif = z.output<typeof exifSchema>;

async function readExif(exif: Buffer | undefined): Promise<Exif> {
  if (exif === undefined) return { Image: {}, Photo: {} };
  const { default: read } = await import('exif-reader');
  try {
    return exifSchema.parse(read(exif));
  } catch {
    // Damaged camera data does not mean a damaged image.
    return { Image: {}, Photo: {} };
  }
}

const BITS: Readonly<Record<string, number>> = nameTable({
  uchar: 8,
  char: 8,
  ushort: 16,
  short: 16,
  uint: 32,
  int: 32,
  float: 32,
  double: 64,
});

/** Returns an image's size, colour space and camera data (EXIF 2.32). */
export async function readImageInfo(metadata: Metadata): Promise<DocumentInfo> {
  const { Image, Photo } = await readExif(metadata.exif);
  const image: ImageDetails = {
    width: metadata.autoOrient.width,
    height: metadata.autoOrient.height,
    dpi: metadata.density ?? null,
    colour_space: metadata.space,
    bits_per_channel: metadata.bitsPerSample ?? BITS[metadata.depth] ?? null,
    transparency: metadata.hasAlpha,
    frames: metadata.pages ?? 1,
    camera_make: Image.Make ?? null,
    camera_model: Image.Model ?? null,
    lens: Photo.LensModel ?? null,
  };
  return {
    ...noInfo,
    title: Image.ImageDescription ?? null,
    author: Image.Artist ?? null,
    creator: Image.Software ?? null,
    created: Photo.DateTimeOriginal ?? Image.DateTime ?? null,
    image,
  };
}
