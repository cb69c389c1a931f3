import type { LiteParseConfig, ScreenshotResult } from '@llamaindex/liteparse';
import { loadLiteparse } from '../../backends/liteparse/liteparse-config.ts';
import type { DrawablePdf, PageSize } from '../../backends/pdfium/drawable-pdf.ts';
import { corruptPdf } from '../../backends/pdfium/pdf-errors.ts';
import { appendAll } from '../../base/arrays.ts';
import { EngineRefusal } from '../../engine/engine.ts';
import { ConversionError } from '../../errors.ts';
import { MAX_DRAWN_PAGES, MAX_PAGE_PIXELS } from './limits.ts';
import { selectPdfPages } from './select-pdf-pages.ts';

// Maximum pixels in one job: 1000 A4 pages at 150 dpi, 115 at 400 dpi. Takes 1 to 2 minutes.
const MAX_PIXELS_PER_JOB = 2_500_000_000;
/** Maximum pixels buffered before encoding: 8 A4 pages at 150 dpi. */
export const BATCH_PIXELS = 18_000_000;
const POINTS_PER_INCH = 72;

function checkPixels(sizes: readonly PageSize[], dpi: number): void {
  for (const { page, width, height } of sizes) {
    if (width * height <= MAX_PAGE_PIXELS) continue;
    const fitting = Math.floor(dpi * Math.sqrt(MAX_PAGE_PIXELS / (width * height)));
    const way = fitting >= 36 ? `Set "dpi" to ${fitting} or less.` : 'It is too large for any "dpi".';
    const message = `Page ${page} would have ${width} x ${height} pixels; the limit is ${MAX_PAGE_PIXELS}. ${way}`;
    throw new ConversionError('too_complex', message);
  }
  const all = sizes.reduce((sum, { width, height }) => sum + width * height, 0);
  if (all <= MAX_PIXELS_PER_JOB) return;
  const message = `The ${sizes.length} pages would have ${all} pixels; the limit per job is ${MAX_PIXELS_PER_JOB}. Select fewer pages with "pages", or lower "dpi".`;
  throw new ConversionError('too_complex', message);
}

/** The requested pages and their image sizes, without unreadable pages. */
interface DrawablePages {
  readonly sizes: readonly PageSize[];
  /** Number of requested pages. */
  readonly asked: number;
  /** Number of pages in the file. */
  readonly total: number;
}

/**
 * Measures the requested pages before rendering. Throws ConversionError `too_complex` for too many pages or pixels, and
 * EngineRefusal if there are no pages.
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
    const message = `${numbers.length} pages were requested; the limit per job is ${MAX_DRAWN_PAGES}. Select fewer with the "pages" option.`;
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

/** Page numbers in batches that are rendered together. */
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
 * Renders pages in batches: the next batch is rendered while the caller processes the current one. The images are PNGs
 * with an opaque alpha channel. Skips pages that cannot be rendered.
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
      // One bad page fails the batch, so render its pages one by one.
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
