import { tooManyFrames } from '../../backends/sharp/image-errors.ts';
import type { OpenImage } from '../../backends/sharp/open-image.ts';
import { selectFrames } from '../../backends/sharp/select-frames.ts';
import { greyImage } from '../../backends/tesseract/grey-image.ts';
import type { OcrLanguage } from '../../backends/tesseract/languages.ts';
import { MAX_OCR_PAGES } from '../../backends/tesseract/limits.ts';
import { OCR_BATCH, type RecognizedPage, recognizeImages } from '../../backends/tesseract/recognize.ts';
import { unreadWarnings } from '../../backends/tesseract/unread-warnings.ts';
import { appendAll } from '../../base/arrays.ts';
import type { RequestContext } from '../../engine/engine.ts';
import { PagesToRecognize, RecognizedPages } from '../../engine/recognition.ts';

/** The frames that a request selects. Throws ConversionError `too_complex` if there are too many to recognize. */
export function framesToRead(image: OpenImage, from: string, requested: string | undefined): number[] {
  const frames = selectFrames(image, from, requested);
  if (frames.length > MAX_OCR_PAGES) throw tooManyFrames(frames.length, MAX_OCR_PAGES);
  return frames;
}

/**
 * Recognizes the text on frames of an image. Frames that another process could not recognize are left out of `pages`.
 * Throws what a shared recognition hands over to other processes.
 */
export async function recognizeFrames(
  image: OpenImage,
  frames: readonly number[],
  languages: readonly OcrLanguage[],
  { onProgress, recognition }: Pick<RequestContext, 'onProgress' | 'recognition'>,
): Promise<{ readonly pages: readonly RecognizedPage[]; readonly warnings: readonly string[] }> {
  if (recognition?.role === 'plan' && frames.length > recognition.maxPages)
    throw new PagesToRecognize(frames);
  if (recognition?.role === 'assemble') {
    // They were written by the same version of `recognizeImages`.
    const known = recognition.pages as ReadonlyMap<number, RecognizedPage>;
    const pages = frames.flatMap((frame) => known.get(frame) ?? []);
    const failed = recognition.failed.map((pageNum) => ({
      pageNum,
      unread: 0,
      doubtful: 0,
      hasFailed: true,
    }));
    return { pages, warnings: unreadWarnings([...pages, ...failed]) };
  }
  const wanted = recognition?.role === 'recognize' ? recognition.pages : frames;
  const pages: RecognizedPage[] = [];
  for (let at = 0; at < wanted.length; at += OCR_BATCH) {
    const batch = wanted.slice(at, at + OCR_BATCH);
    const images = [];
    for (const frame of batch) images.push(await greyImage(image, frame - 1));
    appendAll(pages, await recognizeImages(images, languages, batch));
    onProgress?.({ done: at + batch.length, total: wanted.length, unit: 'pages' });
  }
  if (recognition?.role === 'recognize') throw new RecognizedPages(pages);
  return { pages, warnings: unreadWarnings(pages) };
}
