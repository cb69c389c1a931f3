import type { ParsedPage, ParseResult, ScreenshotResult } from '@llamaindex/liteparse';
import { ConversionError } from '../../errors.ts';
import type { EngineRequest } from '../engine.ts';
import { loadSharp, type Sharp } from '../images/load-sharp.ts';
import { liteparseConfig, parseWithLiteparse } from '../pdf/liteparse-config.ts';
import { drawPages, MAX_PAGE_PIXELS } from '../pdf/page-images.ts';
import { ocrOptions } from './ocr-options.ts';
import type { GreyPicture } from './picture-pdf.ts';
import { OCR_DPI, OCR_WORKERS, recognizePictures } from './recognize.ts';

/** Pages whose text is recognised in one job: five minutes of work. */
export const MAX_OCR_PAGES = 300;

// A scan may bear a stamp or a page number as text.
const FEW_LETTERS = 60;
// Letters that a font without a table of its letters gives: of no script, or of none that is assigned.
const NO_LETTER = /[\p{Co}\p{Cn}\ufffd]|[\p{Cc}--[\t\n\r\f\v]]/gv;
const GARBLED_SHARE = 0.3;

const visible = (text: string): string => text.replaceAll(/\s/g, '');

function isGarbled(text: string): boolean {
  const letters = visible(text);
  return letters.length > 0 && (letters.match(NO_LETTER)?.length ?? 0) > letters.length * GARBLED_SHARE;
}

/** Numbers of the pages that are pictures with next to no text, or whose text is no text. */
async function scansAmong(
  input: Uint8Array,
  config: ReturnType<typeof liteparseConfig>,
  pages: readonly ParsedPage[],
): Promise<number[]> {
  const bare = pages.filter(({ text }) => visible(text).length < FEW_LETTERS || isGarbled(text));
  if (bare.length === 0) return [];
  // Looked at again: few documents have any, and this costs a third of reading a page.
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

async function toGrey(sharp: Sharp, picture: ScreenshotResult, dpi: number): Promise<GreyPicture> {
  const { data, info } = await sharp(picture.imageBuffer)
    .removeAlpha()
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height, dpi };
}

/** Resolution at which a page of this size, in points, stays within the pixels that are drawn. */
function dpiFor(pages: readonly ParsedPage[]): number {
  const largest = Math.max(...pages.map(({ width, height }) => (width / 72) * (height / 72)));
  return Math.min(OCR_DPI, Math.floor(Math.sqrt(MAX_PAGE_PIXELS / 2 / largest)));
}

/**
 * The pages of a pdf as they were read, with those recognised that have no usable text of their own (or all, or none, as the
 * request's `ocr` says). All items of a recognised page have a `confidence`. Throws ConversionError `too_complex` for
 * more than {@link MAX_OCR_PAGES}.
 */
export async function recognizeScans(
  input: Uint8Array,
  request: EngineRequest,
  result: ParseResult,
): Promise<ParseResult> {
  const { ocr, ocr_languages: languages } = ocrOptions.parse({
    ocr: request.options.ocr,
    ocr_languages: request.options.ocr_languages,
  });
  const to = request.target?.to;
  // Neither asks what is written on the pictures.
  if (ocr === 'never' || (ocr === 'auto' && (to === 'metadata' || to === 'images'))) return result;
  const config = liteparseConfig(request.options);
  const numbers =
    ocr === 'always'
      ? result.pages.map((page) => page.pageNum)
      : await scansAmong(input, config, result.pages);
  if (numbers.length === 0) return result;
  if (numbers.length > MAX_OCR_PAGES) {
    const message = `${numbers.length} pages are images whose text has to be recognised; ${MAX_OCR_PAGES} can be in one job. Choose some with the "pages" option, or set "ocr" to "never".`;
    throw new ConversionError('too_complex', message);
  }
  const wanted = new Set(numbers);
  const scans = result.pages.filter((page) => wanted.has(page.pageNum));
  const sharp = await loadSharp();
  const recognized = new Map<number, ParsedPage>();
  for (let at = 0; at < scans.length; at += OCR_WORKERS) {
    const some = scans.slice(at, at + OCR_WORKERS);
    const dpi = dpiFor(some);
    const sizes = some.map(({ pageNum, width, height }) => ({
      page: pageNum,
      width: Math.ceil((width * dpi) / 72),
      height: Math.ceil((height * dpi) / 72),
    }));
    for await (const drawn of drawPages(input, config, sizes, dpi)) {
      const pictures = await Promise.all(drawn.map((picture) => toGrey(sharp, picture, dpi)));
      const pages = await recognizePictures(
        pictures,
        languages,
        drawn.map(({ pageNum }) => pageNum),
      );
      for (const page of pages) recognized.set(page.pageNum, page);
    }
    request.onProgress?.({ done: at + some.length, total: scans.length, unit: 'pages' });
  }
  return { ...result, pages: result.pages.map((page) => recognized.get(page.pageNum) ?? page) };
}
