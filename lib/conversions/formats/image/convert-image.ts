import type { Metadata } from 'sharp';
import { jpegDamage } from '../../backends/sharp/damaged-jpeg.ts';
import { finishImage } from '../../backends/sharp/encode-image.ts';
import { loadSharp, type Sharp } from '../../backends/sharp/load-sharp.ts';
import { type OpenImage, openImage } from '../../backends/sharp/open-image.ts';
import { selectFrames, unusedFrames } from '../../backends/sharp/select-frames.ts';
import type { ConvertRequest, FileResult } from '../../engine/role.ts';
import { ConversionError } from '../../errors.ts';
import type { imageOptions, RasterFormat } from '../../shared/images/image-options.ts';
import { type PageImage, packPages } from '../../shared/images/pack-pages.ts';

// For all pages of a job: 28 pages of A3 at 600 dpi, 500 of A4 at 150.
const MAX_PIXELS_PER_JOB = 2_000_000_000;

const animated: readonly RasterFormat[] = ['gif', 'webp'];

// Metadata that formats may be unable to store, and its name.
const metadataKinds = [
  ['exif', 'EXIF'],
  ['xmp', 'XMP'],
  ['iptc', 'IPTC'],
  ['icc', 'colour profile'],
  ['comments', 'PNG text'],
] as const;

/** The warning about metadata that the result should keep but its format does not store. */
async function lostMetadata(sharp: Sharp, source: Metadata, result: Uint8Array): Promise<string[]> {
  const kept = await sharp(result).metadata();
  const lost = metadataKinds.filter(([kind]) => source[kind] !== undefined && kept[kind] === undefined);
  return lost.length === 0
    ? []
    : [`Metadata that the format does not store was left out: ${lost.map(([, name]) => name).join(', ')}.`];
}

function checkWork(image: OpenImage, frames: number): void {
  const pixels = image.width * image.height * frames;
  if (pixels <= MAX_PIXELS_PER_JOB) return;
  const message = `The ${frames} requested pages have ${pixels} pixels in total; the limit is ${MAX_PIXELS_PER_JOB} per job. Select fewer with the "pages" option.`;
  throw new ConversionError('too_complex', message);
}

/** Decodes the requested frames of an image and encodes them as another. */
export async function convertImage(
  input: Uint8Array,
  { options, from, to, onProgress }: ConvertRequest<typeof imageOptions, RasterFormat, RasterFormat>,
): Promise<FileResult> {
  const sharp = await loadSharp();
  const image = await openImage(sharp, input);
  const dpi = options.dpi ?? image.metadata.density;
  const lost = async (result: Uint8Array): Promise<string[]> =>
    options.keep_metadata ? await lostMetadata(sharp, image.metadata, result) : [];
  if (image.frames > 1 && from !== 'tiff' && animated.includes(to) && options.pages === undefined) {
    const bytes = await finishImage(image.animation(), to, options, dpi);
    return { bytes, pages: image.frames, warnings: await lost(bytes) };
  }
  const frames = selectFrames(image, from, options.pages);
  checkWork(image, frames.length);
  const pages: PageImage[] = [];
  for (const page of frames) {
    pages.push({ page, bytes: await finishImage(image.frame(page - 1), to, options, dpi) });
    if (frames.length > 1) onProgress?.({ done: pages.length, total: frames.length, unit: 'pages' });
  }
  return {
    ...packPages(pages, to, image.frames),
    pages: image.frames > 1 ? pages.length : null,
    warnings: [
      ...(await jpegDamage(sharp, input)),
      ...unusedFrames(image, from, options.pages),
      ...(pages[0] === undefined ? [] : await lost(pages[0].bytes)),
    ],
  };
}
