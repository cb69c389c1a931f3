import type { LiteParseConfig, ParsedPage, TextItem } from '@llamaindex/liteparse';
import { ConversionError } from '../../../errors.ts';
import { maxOf } from '../../base/arrays.ts';
import { EngineRefusal } from '../../engine/engine.ts';
import { loadLiteparse } from '../liteparse/liteparse-config.ts';
import type { OcrLanguage } from './languages.ts';
import { partsOf } from './page-parts.ts';
import { partNumbers } from './part-numbers.ts';
import { type GreyPicture, picturePdf } from './picture-pdf.ts';
import { readingText } from './reading-text.ts';
import { straighten } from './straighten.ts';
import { tessdataFolder } from './tessdata.ts';

// A worker has two processors, and Tesseract takes one.
const OCR_WORKERS = 2;

/** Pages recognised together: with fewer a processor waits for the other's last page, with more progress is told late. */
export const OCR_BATCH = 6;

/** Resolution at which pages are read: small print is read worse below, and nothing better above. */
export const OCR_DPI = 200;

const reading: Partial<LiteParseConfig> = { quiet: true, outputFormat: 'text', imageMode: 'off' };

const layout: Partial<LiteParseConfig> = {
  ...reading,
  ocrEnabled: false,
  extractBlocks: true,
  keepHeadersFooters: true,
  includeComplexity: true,
};

/** Words on each picture, in points from its top left. */
async function recognize(
  pictures: readonly GreyPicture[],
  languages: readonly OcrLanguage[],
): Promise<(readonly TextItem[])[]> {
  const { LiteParse } = await loadLiteparse();
  const reader = new LiteParse({
    ...reading,
    ocrEnabled: true,
    ocrLanguage: languages.join('+'),
    tessdataPath: await tessdataFolder(languages),
    dpi: maxOf(
      pictures.map(({ dpi }) => dpi),
      OCR_DPI,
    ),
    numWorkers: OCR_WORKERS,
  });
  const { pages } = await reader.parse(await picturePdf(pictures)).catch((error: unknown) => {
    const message = 'The text on the images of the pages could not be recognised. Try again.';
    throw new EngineRefusal(new ConversionError('internal_error', message, { cause: error }));
  });
  const words = new Map(pages.map((page) => [page.pageNum, page.textItems]));
  return pictures.map((_, at) => words.get(at + 1) ?? []);
}

/**
 * Recognises the text on pictures of pages, with Tesseract inside of liteparse, and lays it out. Pages have the `numbers`
 * that are given, sizes are in points. Nothing is fetched.
 */
export async function recognizePictures(
  pictures: readonly GreyPicture[],
  languages: readonly OcrLanguage[],
  numbers: readonly number[],
): Promise<ParsedPage[]> {
  // A last page that would leave a processor idle is read in parts.
  const shared = pictures.length - (pictures.length % OCR_WORKERS);
  const parts = pictures.flatMap((picture, page) => {
    const cut = page < shared ? [{ picture, x: 0, y: 0 }] : partsOf(picture);
    return cut.map((part) => ({ ...part, page }));
  });
  const found = await recognize(
    parts.map((part) => part.picture),
    languages,
  );
  const { LiteParse } = await loadLiteparse();
  const laidOut = new LiteParse(layout).parsePages(
    pictures.map(({ width, height, dpi }, page) => {
      const scale = 72 / dpi;
      const items = parts.flatMap((part, at) =>
        part.page === page
          ? partNumbers(found[at] ?? [], part.picture).map((item) => ({
              ...item,
              x: item.x + part.x * scale,
              y: item.y + part.y * scale,
            }))
          : [],
      );
      return {
        pageNumber: page + 1,
        pageWidth: width * scale,
        pageHeight: height * scale,
        textItems: straighten(items),
      };
    }),
  );
  return laidOut.pages.map((page) => ({
    ...page,
    pageNum: numbers[page.pageNum - 1] ?? page.pageNum,
    // Only now: layout joins words from left to right.
    textItems: page.textItems.map((item) => ({ ...item, text: readingText(item.text) })),
  }));
}
