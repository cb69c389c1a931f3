import type { LiteParseConfig, ParsedPage } from '@llamaindex/liteparse';
import { ConversionError } from '../../errors.ts';
import { EngineRefusal } from '../engine.ts';
import { loadLiteparse } from '../pdf/liteparse-config.ts';
import type { OcrLanguage } from './languages.ts';
import { type GreyPicture, picturePdf } from './picture-pdf.ts';
import { straighten } from './straighten.ts';
import { tessdataFolder } from './tessdata.ts';

/** Pages recognised side by side: a worker has two processors, and Tesseract takes one. */
export const OCR_WORKERS = 2;

/** Resolution at which pages are read: small print is read worse below, and nothing better above. */
export const OCR_DPI = 200;

const layout: Partial<LiteParseConfig> = {
  quiet: true,
  outputFormat: 'text',
  imageMode: 'off',
  extractBlocks: true,
  keepHeadersFooters: true,
  includeComplexity: true,
};

/**
 * Recognises the text on pictures of pages, with Tesseract inside of liteparse, and lays it out. Pages are numbered from
 * `firstPage` on, sizes are in points. Nothing is fetched.
 */
export async function recognizePictures(
  pictures: readonly GreyPicture[],
  languages: readonly OcrLanguage[],
  numbers: readonly number[],
): Promise<ParsedPage[]> {
  const { LiteParse } = await loadLiteparse();
  const reader = new LiteParse({
    ...layout,
    ocrEnabled: true,
    ocrLanguage: languages.join('+'),
    tessdataPath: await tessdataFolder(languages),
    dpi: Math.max(OCR_DPI, ...pictures.map(({ dpi }) => dpi)),
    numWorkers: OCR_WORKERS,
  });
  const { pages } = await reader.parse(await picturePdf(pictures)).catch((error: unknown) => {
    const message = 'The text on the images of the pages could not be recognised. Try again.';
    throw new EngineRefusal(new ConversionError('internal_error', message, { cause: error }));
  });
  const laidOut = reader.parsePages(
    pages.map((page) => ({
      pageNumber: page.pageNum,
      pageWidth: page.width,
      pageHeight: page.height,
      textItems: straighten(page.textItems),
    })),
  );
  return laidOut.pages.map((page) => ({ ...page, pageNum: numbers[page.pageNum - 1] ?? page.pageNum }));
}
