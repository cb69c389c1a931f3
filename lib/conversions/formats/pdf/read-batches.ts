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
 * Pages that are read together, and between two reports of progress; twice as many are in memory: 0.07 MB each for text
 * alone, 0.5 MB with words, lines and blocks. Fewer cost more: 20 ms a batch where the file is big.
 */
export const batchPages = { text: 100, layout: 100, pictures: 50 } as const;

/** How many pages a pdf has, how many were asked for, and how many of them could be read. */
export interface PageCounts {
  readonly total: number;
  readonly asked: number;
  readonly read: number;
}

/** The pages named by the `pages` option. They can only be named to pdfium once they are counted. */
async function* chosenPages(
  input: Uint8Array,
  config: Partial<LiteParseConfig>,
  asked: string,
  size: number,
): AsyncGenerator<PageBatch, void, void> {
  const { totalPages: total } = await parseWithLiteparse(input, { ...config, maxPages: 1 });
  // A damaged file may "succeed" without a page.
  if (total === 0) return;
  const numbers = selectPdfPages(asked, total);
  for (let at = 0; at < numbers.length; at += size) {
    const batch = numbers.slice(at, at + size);
    const settings = { ...config, maxPages: batch.length, targetPages: batch.join(',') };
    yield { total, result: await parseWithLiteparse(input, settings) };
  }
}

/**
 * Parses the pages a request asks for, some at a time, and hands them to `use`; what it keeps of them is its own affair.
 * Throws EngineRefusal where there is no page to read.
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
  // Without a limit of ours only the first 1000 pages would be read, in silence.
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
