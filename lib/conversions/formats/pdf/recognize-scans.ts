import type { ParsedPage, ParseResult, ScreenshotResult } from '@llamaindex/liteparse';
import { liteparseConfig, parseWithLiteparse } from '../../backends/liteparse/liteparse-config.ts';
import { loadSharp, type Sharp } from '../../backends/sharp/load-sharp.ts';
import type { GreyImage } from '../../backends/tesseract/image-pdf.ts';
import { MAX_OCR_PAGES } from '../../backends/tesseract/limits.ts';
import {
  OCR_BATCH,
  OCR_DPI,
  type RecognizedPage,
  recognizeImages,
} from '../../backends/tesseract/recognize.ts';
import { ConversionError } from '../../errors.ts';
import { MAX_PAGE_PIXELS } from './limits.ts';
import { drawPages } from './page-images.ts';
import type { PdfRequest } from './pdf-request.ts';

// A scan can contain a stamp or a page number as text.
const FEW_LETTERS = 60;
// Characters of a font without a Unicode mapping: private-use or unassigned.
const NO_LETTER = /[\p{Co}\p{Cn}\ufffd]|[\p{Cc}--[\t\n\r\f\v]]/gv;
const GARBLED_SHARE = 0.3;

const visible = (text: string): string => text.replaceAll(/\s/g, '');

function isGarbled(text: string): boolean {
  const letters = visible(text);
  return letters.length > 0 && (letters.match(NO_LETTER)?.length ?? 0) > letters.length * GARBLED_SHARE;
}

/** Numbers of the pages that are images with almost no text, or whose text is unusable. */
async function scansAmong(
  input: Uint8Array,
  config: ReturnType<typeof liteparseConfig>,
  pages: readonly ParsedPage[],
): Promise<number[]> {
  const bare = pages.filter(({ text }) => visible(text).length < FEW_LETTERS || isGarbled(text));
  if (bare.length === 0) return [];
  // Parse them again: few documents have any, and this takes a third of the time of reading a page.
  const numbers = bare.map((page) => page.pageNum);
  const { pages: found } = await parseWithLiteparse(input, {
    ...config,
    includeComplexity: true,
    maxPages: numbers.length,
    targetPages: numbers.join(','),
  });
  const complexity = new Map(found.map((page) => [page.pageNum, page.complexity]));
  return bare
    .filter(({ pageNum, text }) => {
      const seen = complexity.get(pageNum);
      if (seen === undefined) return false;
      return (
        isGarbled(text) ||
        seen.fullPageImage ||
        seen.imageCoverage > 0.5 ||
        (visible(text) === '' && seen.needsOcr)
      );
    })
    .map((page) => page.pageNum);
}

async function toGrey(sharp: Sharp, image: ScreenshotResult, dpi: number): Promise<GreyImage> {
  const { data, info } = await sharp(image.imageBuffer)
    .removeAlpha()
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height, dpi };
}

/** The highest resolution at which a page of this size (in points) is within the pixel limit. */
function dpiFor({ width, height }: ParsedPage): number {
  return Math.min(OCR_DPI, Math.floor(Math.sqrt((MAX_PAGE_PIXELS / 2 / (width * height)) * 72 * 72)));
}

/** Pages that are rendered at one resolution and recognized together. */
function batchesOf(scans: readonly ParsedPage[]): { readonly dpi: number; readonly pages: ParsedPage[] }[] {
  const batches: { readonly dpi: number; readonly pages: ParsedPage[] }[] = [];
  for (const page of scans) {
    const dpi = dpiFor(page);
    const last = batches.at(-1);
    if (last?.dpi === dpi && last.pages.length < OCR_BATCH) last.pages.push(page);
    else batches.push({ dpi, pages: [page] });
  }
  return batches;
}

/** Recognition progress across the document. */
interface OcrJob {
  /** Number of pages recognized so far. */
  readonly before: number;
  /** Receives the completed share of the current pages, from 0 to 1. */
  readonly onShare: (share: number) => void;
}

/**
 * Recognizes the text of pages without usable text (or of all or no pages, according to `ocr`). Returns all pages and the
 * number of recognized ones. All items of a recognized page have a `confidence`. Throws ConversionError `too_complex` for
 * more than {@link MAX_OCR_PAGES} in a document.
 */
export async function recognizeScans(
  input: Uint8Array,
  { options, target }: PdfRequest,
  result: ParseResult,
  job: OcrJob,
): Promise<{ readonly result: ParseResult; readonly recognized: number }> {
  const { ocr, ocr_languages: languages } = options;
  const to = target?.to;
  // Neither target contains the text of images.
  if (ocr === 'never' || (ocr === 'auto' && (to === 'metadata' || to === 'images')))
    return { result, recognized: 0 };
  const config = liteparseConfig(options);
  const numbers =
    ocr === 'always'
      ? result.pages.map((page) => page.pageNum)
      : await scansAmong(input, config, result.pages);
  if (numbers.length === 0) return { result, recognized: 0 };
  if (job.before + numbers.length > MAX_OCR_PAGES) {
    const message = `More than ${MAX_OCR_PAGES} pages need text recognition, the limit per job. Select fewer with the "pages" option, or set "ocr" to "never".`;
    throw new ConversionError('too_complex', message);
  }
  const wanted = new Set(numbers);
  const scans = result.pages.filter((page) => wanted.has(page.pageNum));
  const sharp = await loadSharp();
  const recognized = new Map<number, RecognizedPage>();
  let done = 0;
  for (const { dpi, pages: some } of batchesOf(scans)) {
    const sizes = some.map(({ pageNum, width, height }) => ({
      page: pageNum,
      width: Math.ceil((width * dpi) / 72),
      height: Math.ceil((height * dpi) / 72),
    }));
    for await (const drawn of drawPages(input, config, sizes, dpi)) {
      const images = await Promise.all(drawn.map((image) => toGrey(sharp, image, dpi)));
      const pages = await recognizeImages(
        images,
        languages,
        drawn.map(({ pageNum }) => pageNum),
      );
      for (const page of pages) recognized.set(page.pageNum, page);
    }
    done += some.length;
    job.onShare(done / scans.length);
  }
  return {
    result: { ...result, pages: result.pages.map((page) => recognized.get(page.pageNum) ?? page) },
    recognized: recognized.size,
  };
}
