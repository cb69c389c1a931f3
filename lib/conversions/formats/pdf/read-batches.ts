import type { LiteParseConfig, ParseResult } from '@llamaindex/liteparse';
import {
  liteparseConfig,
  type PageBatch,
  parseInBatches,
  parseWithLiteparse,
} from '../../backends/liteparse/liteparse-config.ts';
import { corruptPdf } from '../../backends/pdfium/pdf-errors.ts';
import { EngineRefusal } from '../../engine/engine.ts';
import type { PdfRequest } from './pdf-request.ts';
import { recognizeScans } from './recognize-scans.ts';
import { MAX_PDF_PAGES, selectPdfPages } from './select-pdf-pages.ts';

/**
 * Pages per batch and progress report. Twice as many are in memory: 0.07 MB each for text alone, 0.5 MB with words, lines
 * and blocks. Smaller batches are slower: 20 ms per batch for a big file.
 */
export const batchPages = { text: 200, layout: 100, images: 50 } as const;

/** Number of pages in the PDF, requested pages, and pages that could be read. */
export interface PageCounts {
  readonly total: number;
  readonly asked: number;
  readonly read: number;
}

/** The pages that the `pages` option selects. PDFium needs their numbers, so pages are counted first. */
async function* chosenPages(
  input: Uint8Array,
  config: Partial<LiteParseConfig>,
  asked: string,
  size: number,
): AsyncGenerator<PageBatch, void, void> {
  const { totalPages: total } = await parseWithLiteparse(input, { ...config, maxPages: 1 });
  // Parsing a damaged file can succeed without any page.
  if (total === 0) return;
  const numbers = selectPdfPages(asked, total);
  for (let at = 0; at < numbers.length; at += size) {
    const batch = numbers.slice(at, at + size);
    const settings = { ...config, maxPages: batch.length, targetPages: batch.join(',') };
    yield { total, result: await parseWithLiteparse(input, settings) };
  }
}

/**
 * Parses the requested pages in batches and passes each batch to `use`. Throws EngineRefusal if there is no page to read.
 */
export async function readBatches(
  input: Uint8Array,
  request: PdfRequest,
  config: Partial<LiteParseConfig>,
  size: number,
  use: (batch: ParseResult) => void | Promise<void>,
): Promise<PageCounts> {
  const { options, onProgress } = request;
  const { pages: asked } = options;
  // Without an explicit limit, only the first 1000 pages are read, without an error.
  const settings = { ...liteparseConfig(options), ...config, maxPages: MAX_PDF_PAGES };
  const batches =
    asked === undefined ? parseInBatches(input, settings, size) : chosenPages(input, settings, asked, size);
  let pages: { readonly total: number; readonly numbers: readonly number[] } | undefined;
  let done = 0;
  let read = 0;
  let recognized = 0;
  for await (const { total, result } of batches) {
    pages ??= { total, numbers: selectPdfPages(asked, total) };
    read += result.pages.length;
    const before = done;
    const all = pages.numbers.length;
    const scans = await recognizeScans(input, request, result, {
      before: recognized,
      onShare: (share) => {
        const now = before + Math.floor(share * result.pages.length);
        onProgress?.({ done: Math.min(all, now), total: all, unit: 'pages' });
      },
    });
    recognized += scans.recognized;
    await use(scans.result);
    done = Math.min(all, done + size);
    onProgress?.({ done, total: all, unit: 'pages' });
  }
  if (pages === undefined || read === 0) throw new EngineRefusal(corruptPdf());
  return { total: pages.total, asked: pages.numbers.length, read };
}
