import type { LiteParseConfig, ParseResult } from '@llamaindex/liteparse';
import {
  liteparseConfig,
  type PageBatch,
  parseInBatches,
  parseWithLiteparse,
} from '../../backends/liteparse/liteparse-config.ts';
import { corruptPdf } from '../../backends/pdfium/pdf-errors.ts';
import type { PdfiumFile } from '../../backends/pdfium/pdfium-file.ts';
import type { UnreadCount } from '../../backends/tesseract/unread-warnings.ts';
import { appendAll } from '../../base/arrays.ts';
import { EngineRefusal } from '../../engine/engine.ts';
import { type NumberedPage, PagesToRecognize, RecognizedPages } from '../../engine/recognition.ts';
import { MAX_PDF_PAGES } from './limits.ts';
import type { PdfRequest } from './read-options.ts';
import { recognizeScans } from './recognize-scans.ts';
import { selectPdfPages } from './select-pdf-pages.ts';

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
  /** The recognized pages, with what could not be read on them. */
  readonly recognized: readonly UnreadCount[];
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

/** How pages are read in batches. */
interface BatchReading<Beside> {
  /** The maximum of pages per batch. */
  readonly size: number;
  /**
   * Reads the pages of these numbers in another way at the same time: liteparse parses on threads of its own. Gets all
   * numbers that may be in the batch.
   */
  readonly beside?: (numbers: readonly number[]) => Promise<Beside>;
  /** Gets a parsed batch, and what was read beside it. */
  readonly use: (batch: ParseResult, beside: Beside | undefined) => void | Promise<void>;
}

const pagesFrom = (first: number, size: number): readonly number[] =>
  Array.from({ length: size }, (_, index) => first + index);

/**
 * Waits for a batch and for what is read beside it, so that neither goes on after an error of the other. Throws the error
 * of the batch if both failed.
 */
async function together<Batch, Beside>(
  batch: Promise<Batch>,
  beside: Promise<Beside> | undefined,
): Promise<readonly [Batch, Beside | undefined]> {
  await Promise.allSettled([batch, beside]);
  return [await batch, await beside];
}

/**
 * Parses the requested pages in batches and passes each batch to `use`. Throws EngineRefusal if there is no page to read, and
 * what a shared recognition hands over to other processes.
 */
export async function readBatches<Beside = undefined>(
  input: Uint8Array,
  file: PdfiumFile,
  request: PdfRequest,
  config: Partial<LiteParseConfig>,
  { size, beside, use }: BatchReading<Beside>,
): Promise<PageCounts> {
  const { options, onProgress, recognition } = request;
  const isRecognizer = recognition?.role === 'recognize';
  const asked = isRecognizer ? recognition.pages.join(',') : options.pages;
  // Without an explicit limit, only the first 1000 pages are read, without an error.
  const settings = { ...liteparseConfig(options), ...config, maxPages: MAX_PDF_PAGES };
  const batches =
    asked === undefined ? parseInBatches(input, settings, size) : chosenPages(input, settings, asked, size);
  let pages: { readonly total: number; readonly numbers: readonly number[] } | undefined;
  let done = 0;
  let read = 0;
  const recognized: UnreadCount[] = [];
  const forOthers: NumberedPage[] = [];
  const left: number[] = [];
  const readBeside = (numbers: readonly number[]) =>
    numbers.length === 0 || isRecognizer ? undefined : beside?.(numbers);
  // Which pages the option selects is known after the first batch, as the number of pages is.
  const first = asked === undefined ? pagesFrom(1, size) : [];
  try {
    for (;;) {
      const known = pages?.numbers.slice(done, done + size) ?? first;
      const [next, early] = await together(batches.next(), readBeside(known));
      if (next.done) break;
      const { total, result } = next.value;
      pages ??= { total, numbers: selectPdfPages(asked, total) };
      const found = known.length > 0 ? early : await readBeside(pages.numbers.slice(0, size));
      read += result.pages.length;
      const before = done;
      const all = pages.numbers.length;
      const scans = await recognizeScans(input, file, request, result, {
        before: recognized.length + left.length,
        onShare: (share) => {
          const now = before + Math.floor(share * result.pages.length);
          onProgress?.({ done: Math.min(all, now), total: all, unit: 'pages' });
        },
      });
      appendAll(
        recognized,
        scans.recognized.map(({ pageNum, unread, hasFailed }) => ({ pageNum, unread, hasFailed })),
      );
      appendAll(left, scans.left);
      if (isRecognizer) appendAll(forOthers, scans.recognized);
      else if (left.length === 0) await use(scans.result, found);
      done = Math.min(all, done + size);
      onProgress?.({ done, total: all, unit: 'pages' });
    }
  } finally {
    await batches.return();
  }
  if (isRecognizer) throw new RecognizedPages(forOthers);
  if (left.length > 0) throw new PagesToRecognize([...recognized.map(({ pageNum }) => pageNum), ...left]);
  if (pages === undefined || read === 0) throw new EngineRefusal(corruptPdf());
  return { total: pages.total, asked: pages.numbers.length, read, recognized };
}
