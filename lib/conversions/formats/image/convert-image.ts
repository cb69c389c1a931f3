import { ConversionError } from '../../../errors.ts';
import { finishImage } from '../../backends/sharp/encode-image.ts';
import { noSuchFrames } from '../../backends/sharp/image-errors.ts';
import { loadSharp } from '../../backends/sharp/load-sharp.ts';
import { type OpenImage, openImage } from '../../backends/sharp/open-image.ts';
import { parsePageRanges, selectPages } from '../../base/page-ranges.ts';
import type { ConvertRequest, FileResult } from '../../engine/role.ts';
import type { ImageOptions, imageOptions, RasterFormat } from '../../shared/images/image-options.ts';
import { type PageImage, packPages } from '../../shared/images/pack-pages.ts';

// For all pages of a job: 28 pages of A3 at 600 dpi, 500 of A4 at 150.
const MAX_PIXELS_PER_JOB = 2_000_000_000;

const animated: readonly RasterFormat[] = ['gif', 'webp'];

function selectedFrames(options: ImageOptions, image: OpenImage, from: string): number[] {
  const ranges = options.pages === undefined ? undefined : parsePageRanges(options.pages);
  if (ranges === undefined)
    return from === 'tiff' ? Array.from({ length: image.frames }, (_, at) => at + 1) : [1];
  const frames = selectPages(ranges, image.frames);
  if (frames.length === 0) throw noSuchFrames(options.pages ?? '', image.frames);
  return frames;
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
  const image = await openImage(await loadSharp(), input);
  const dpi = options.dpi ?? image.metadata.density;
  if (image.frames > 1 && from !== 'tiff' && animated.includes(to) && options.pages === undefined) {
    return { bytes: await finishImage(image.animation(), to, options, dpi), pages: image.frames };
  }
  const frames = selectedFrames(options, image, from);
  checkWork(image, frames.length);
  const pages: PageImage[] = [];
  for (const page of frames) {
    pages.push({ page, bytes: await finishImage(image.frame(page - 1), to, options, dpi) });
    if (frames.length > 1) onProgress?.({ done: pages.length, total: frames.length, unit: 'pages' });
  }
  const skipped =
    image.frames > 1 && from !== 'tiff' && options.pages === undefined
      ? [`Only the first of ${image.frames} frames was used. Select others with the "pages" option.`]
      : [];
  return {
    ...packPages(pages, to, image.frames),
    pages: image.frames > 1 ? pages.length : null,
    warnings: skipped,
  };
}
