import type { LiteParseConfig, ScreenshotResult } from '@llamaindex/liteparse';
import { ConversionError } from '../../../errors.ts';
import { loadLiteparse } from '../../backends/liteparse/liteparse-config.ts';
import type { DrawablePdf, PageSize } from '../../backends/pdfium/drawable-pdf.ts';
import { corruptPdf } from '../../backends/pdfium/pdf-errors.ts';
import { appendAll } from '../../base/arrays.ts';
import { EngineRefusal } from '../../engine/engine.ts';
import { selectPdfPages } from './select-pdf-pages.ts';

/** Pixels of one page: A3 at 600 dpi has 70 million, which pdfium holds in 280 MB. */
export const MAX_PAGE_PIXELS = 72_000_000;
/** Pages drawn in one job. */
export const MAX_DRAWN_PAGES = 1000;

// Pixels of all pages of one job: 1000 pages of A4 at 150 dpi, 115 at 400. A minute or two.
const MAX_PIXELS_PER_JOB = 2_500_000_000;
/** Pixels that are held before any is encoded: 8 pages of A4 at 150 dpi. */
export const BATCH_PIXELS = 18_000_000;
const POINTS_PER_INCH = 72;

function checkPixels(sizes: readonly PageSize[], dpi: number): void {
  for (const { page, width, height } of sizes) {
    if (width * height <= MAX_PAGE_PIXELS) continue;
    const fitting = Math.floor(dpi * Math.sqrt(MAX_PAGE_PIXELS / (width * height)));
    const way = fitting >= 36 ? `Set "dpi" to ${fitting} or less.` : 'It is too large for any "dpi".';
    const message = `Page ${page} would have ${width} x ${height} pixels; ${MAX_PAGE_PIXELS} can be drawn. ${way}`;
    throw new ConversionError('too_complex', message);
  }
  const all = sizes.reduce((sum, { width, height }) => sum + width * height, 0);
  if (all <= MAX_PIXELS_PER_JOB) return;
  const message = `The ${sizes.length} pages would have ${all} pixels; ${MAX_PIXELS_PER_JOB} can be drawn in one job. Choose fewer with "pages", or a lower "dpi".`;
  throw new ConversionError('too_complex', message);
}

/** The pages that are asked for, and how large their pictures will be; pages that cannot be read are left out. */
export interface DrawablePages {
  readonly sizes: readonly PageSize[];
  /** Pages asked for. */
  readonly asked: number;
  /** Pages of the file. */
  readonly total: number;
}

/**
 * Looks how large the pages asked for are, before anything is drawn. Throws ConversionError `too_complex` for more pages or
 * pixels than can be drawn, and EngineRefusal where there are no pages.
 */
export async function measurePages(
  { total, measure }: DrawablePdf,
  pages: string | undefined,
  dpi: number,
): Promise<DrawablePages> {
  // A damaged file may "succeed" without a page.
  if (total <= 0) throw new EngineRefusal(corruptPdf());
  const numbers = selectPdfPages(pages, total);
  if (numbers.length > MAX_DRAWN_PAGES) {
    const message = `${numbers.length} pages are asked for; ${MAX_DRAWN_PAGES} can be drawn in one job. Choose some with the "pages" option.`;
    throw new ConversionError('too_complex', message);
  }
  const scale = dpi / POINTS_PER_INCH;
  const sizes = (await measure(numbers)).map(({ page, width, height }) => ({
    page,
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }));
  if (sizes.length === 0) throw new EngineRefusal(corruptPdf());
  checkPixels(sizes, dpi);
  return { sizes, asked: numbers.length, total };
}

/** Page numbers in groups that are drawn together. */
function* batches(sizes: readonly PageSize[]): Generator<readonly number[], void, void> {
  let batch: number[] = [];
  let pixels = 0;
  for (const { page, width, height } of sizes) {
    if (batch.length > 0 && pixels + width * height > BATCH_PIXELS) {
      yield batch;
      batch = [];
      pixels = 0;
    }
    batch.push(page);
    pixels += width * height;
  }
  if (batch.length > 0) yield batch;
}

/**
 * Draws pages, a few at a time: the next ones are drawn while the caller works on those it was given. Pictures are png
 * with an alpha channel that is opaque everywhere. A page that cannot be drawn is left out.
 */
export async function* drawPages(
  input: Uint8Array,
  config: Partial<LiteParseConfig>,
  sizes: readonly PageSize[],
  dpi: number,
): AsyncGenerator<readonly ScreenshotResult[], void, void> {
  const { LiteParse } = await loadLiteparse();
  const parser = new LiteParse({ ...config, dpi });
  const draw = (pages: readonly number[]): Promise<readonly ScreenshotResult[]> =>
    parser.screenshot(input, [...pages]).catch(async () => {
      if (pages.length === 1) return [];
      // One of them spoils the others.
      const drawn: ScreenshotResult[] = [];
      for (const page of pages) appendAll(drawn, await draw([page]));
      return drawn;
    });
  let next: Promise<readonly ScreenshotResult[]> | undefined;
  for (const pages of batches(sizes)) {
    const drawn = await next;
    next = draw(pages);
    if (drawn !== undefined) yield drawn;
  }
  if (next !== undefined) yield await next;
}
