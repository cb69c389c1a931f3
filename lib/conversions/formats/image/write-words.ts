import { toWordPage } from '../../backends/liteparse/word-page.ts';
import { loadSharp } from '../../backends/sharp/load-sharp.ts';
import { openImage } from '../../backends/sharp/open-image.ts';
import { unusedFrames } from '../../backends/sharp/select-frames.ts';
import { createResultBudget, createTextSink } from '../../base/result-size.ts';
import type { ConvertRequest, FileResult } from '../../engine/role.ts';
import type { RasterFormat } from '../../shared/images/image-options.ts';
import { asScanned, type WordPage } from '../../shared/page-layout/word-lines.ts';
import { writeHocr } from '../../shared/page-layout/write-hocr.ts';
import { noRecognition, noTextFound } from './read-errors.ts';
import type { imageReadOptions } from './read-options.ts';
import { framesToRead, recognizeFrames } from './recognize-frames.ts';

/** Multiplies the heights on a page. */
function squeezed(page: WordPage, by: number): WordPage {
  if (by === 1) return page;
  const lines = page.lines.map((line) => ({
    ...line,
    top: line.top * by,
    bottom: line.bottom * by,
    words: line.words.map((word) => ({ ...word, y: word.y * by, height: word.height * by })),
  }));
  return { ...page, height: page.height * by, lines };
}

/** Writes the recognized words of an image as hOCR. */
export async function writeImageWords(
  bytes: Uint8Array,
  {
    from,
    options,
    maxResultBytes,
    ...context
  }: ConvertRequest<typeof imageReadOptions, RasterFormat, 'hocr'>,
): Promise<FileResult> {
  if (options.ocr === 'never') throw noRecognition();
  const image = await openImage(await loadSharp(), bytes);
  const frames = framesToRead(image, from, options.pages);
  const { pages, warnings } = await recognizeFrames(image, frames, options.ocr_languages, context);
  if (pages.every(({ textItems }) => textItems.length === 0)) throw noTextFound();
  const sink = createTextSink(createResultBudget(maxResultBytes));
  // Boxes are in the pixels of the image, which were made square for recognition.
  const wordPages = pages.map((page) =>
    squeezed(asScanned(toWordPage(page)), 1 / image.pixelAspect(page.pageNum - 1)),
  );
  const width = wordPages[0]?.width ?? 0;
  writeHocr(wordPages, width > 0 ? (image.width * 72) / width : 72, sink);
  return {
    bytes: sink.bytes(),
    pages: frames.length,
    ocr_pages: pages.length,
    warnings: [...unusedFrames(image, from, options.pages), ...warnings],
  };
}
