import type { LiteParseConfig, ParseResult } from '@llamaindex/liteparse';
import { EngineRefusal, type EngineRequest } from '../engine.ts';
import { pdfReadOptions } from '../ocr/ocr-options.ts';
import { recognizeScans } from '../ocr/recognize-scans.ts';
import { liteparseConfig, parseWithLiteparse } from './liteparse-config.ts';
import { corruptPdf } from './pdf-errors.ts';
import { selectPdfPages } from './select-pdf-pages.ts';

/**
 * Pages in memory at a time, and between two reports of progress: 0.07 MB each for text alone, 0.5 MB with words, lines
 * and blocks. Each batch opens the file anew, which takes 0.4 s where it is big.
 */
export const batchPages = { text: 1000, layout: 250, pictures: 100 } as const;

/** How many pages a pdf has, how many were asked for, and how many of them could be read. */
export interface PageCounts {
  readonly total: number;
  readonly asked: number;
  readonly read: number;
}

/**
 * Parses the pages a request asks for, some at a time, and hands them to `use`; what it keeps of them is its own affair.
 * Throws EngineRefusal where there is no page to read.
 */
export async function readBatches(
  input: Uint8Array,
  request: EngineRequest,
  config: Partial<LiteParseConfig>,
  size: number,
  use: (batch: ParseResult) => void | Promise<void>,
): Promise<PageCounts> {
  const { pages: asked } = pdfReadOptions.parse(request.options);
  const settings = { ...liteparseConfig(request.options), ...config };
  // Without a limit of ours only the first 1000 pages would be read, in silence.
  const first = await parseWithLiteparse(
    input,
    // Which pages are meant is known once they are counted: all, most often, and then nothing is parsed twice.
    asked === undefined
      ? { ...settings, maxPages: size }
      : { ...liteparseConfig(request.options), ocrEnabled: false, maxPages: 1 },
  );
  const total = first.totalPages;
  // A damaged file may "succeed" without a page.
  if (total === 0) throw new EngineRefusal(corruptPdf());
  const numbers = selectPdfPages(asked, total);
  let read = 0;
  for (let at = 0; at < numbers.length; at += size) {
    const batch = numbers.slice(at, at + size);
    const result =
      at === 0 && asked === undefined
        ? first
        : await parseWithLiteparse(input, {
            ...settings,
            maxPages: batch.length,
            targetPages: batch.join(','),
          });
    read += result.pages.length;
    await use(await recognizeScans(input, request, result));
    request.onProgress?.({ done: at + batch.length, total: numbers.length, unit: 'pages' });
  }
  if (read === 0) throw new EngineRefusal(corruptPdf());
  return { total, asked: numbers.length, read };
}
