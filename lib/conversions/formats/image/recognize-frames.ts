import { tooManyFrames } from '../../backends/sharp/image-errors.ts';
import type { OpenImage } from '../../backends/sharp/open-image.ts';
import { selectFrames } from '../../backends/sharp/select-frames.ts';
import { greyImage } from '../../backends/tesseract/grey-image.ts';
import type { OcrLanguage } from '../../backends/tesseract/languages.ts';
import { MAX_OCR_PAGES } from '../../backends/tesseract/limits.ts';
import { OCR_BATCH, type RecognizedPage, recognizeImages } from '../../backends/tesseract/recognize.ts';
import { appendAll } from '../../base/arrays.ts';
import type { RequestContext } from '../../engine/engine.ts';

/** The frames that a request selects. Throws ConversionError `too_complex` if there are too many to recognize. */
export function framesToRead(image: OpenImage, from: string, requested: string | undefined): number[] {
  const frames = selectFrames(image, from, requested);
  if (frames.length > MAX_OCR_PAGES) throw tooManyFrames(frames.length, MAX_OCR_PAGES);
  return frames;
}

/** Recognizes the text on frames of an image. */
export async function recognizeFrames(
  image: OpenImage,
  frames: readonly number[],
  languages: readonly OcrLanguage[],
  onProgress: RequestContext['onProgress'],
): Promise<RecognizedPage[]> {
  const pages: RecognizedPage[] = [];
  for (let at = 0; at < frames.length; at += OCR_BATCH) {
    const batch = frames.slice(at, at + OCR_BATCH);
    const images = [];
    for (const frame of batch) images.push(await greyImage(image, frame - 1));
    appendAll(pages, await recognizeImages(images, languages, batch));
    onProgress?.({ done: at + batch.length, total: frames.length, unit: 'pages' });
  }
  return pages;
}
