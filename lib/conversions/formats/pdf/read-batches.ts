import { corruptPdf } from '../../backends/pdfium/pdf-errors.ts';
import type { PdfiumFile } from '../../backends/pdfium/pdfium-file.ts';
import type { RecognizedPage } from '../../backends/tesseract/recognize.ts';
import type { UnreadCount } from '../../backends/tesseract/unread-warnings.ts';
import { appendAll } from '../../base/arrays.ts';
import type { HiddenText } from '../../document/document-model.ts';
import { EngineRefusal } from '../../engine/engine.ts';
import { type NumberedPage, PagesToRecognize, RecognizedPages } from '../../engine/recognition.ts';
import type { PdfRequest } from './read-options.ts';
import { type ReadPage, recognizeScans } from './recognize-scans.ts';
import { selectPdfPages } from './select-pdf-pages.ts';

/**
 * Pages per batch and progress report. A page takes 0.5 MB with words, lines and blocks. Smaller batches are slower: liteparse
 * needs 20 ms to open a big file.
 */
export const batchPages = { text: 25, layout: 100, images: 50 } as const;

/** Number of pages in the PDF, requested pages, and pages that could be read. */
export interface PageCounts {
  readonly total: number;
  readonly asked: number;
  readonly read: number;
  /** The recognized pages, with what could not be read on them. */
  readonly recognized: readonly UnreadCount[];
  /** Number of recognized pages with text. */
  readonly withRecognizedText: number;
  /** Hidden text of the other pages. */
  readonly hidden: readonly HiddenText[];
  /** Numbers of the pages that lose text. */
  readonly lossy: readonly number[];
}

/** How pages are read in batches. */
interface BatchReading<Page extends ReadPage> {
  /** The maximum of pages per batch. */
  readonly size: number;
  /** Reads the pages of these numbers, without damaged ones. */
  readonly read: (numbers: readonly number[]) => Promise<readonly Page[]>;
  /** Gets the pages of a batch, with recognized ones in the place of those without text. */
  readonly use: (pages: readonly (Page | RecognizedPage)[]) => void | Promise<void>;
}

/**
 * Reads the requested pages in batches and passes each batch to `use`. Throws EngineRefusal if there is no page to read, and
 * what a shared recognition hands over to other processes.
 */
export async function readBatches<Page extends ReadPage>(
  input: Uint8Array,
  file: PdfiumFile,
  request: PdfRequest,
  { size, read, use }: BatchReading<Page>,
): Promise<PageCounts> {
  const { options, onProgress, recognition } = request;
  const isRecognizer = recognition?.role === 'recognize';
  const total = await file.use(({ pages }) => pages);
  if (total === 0) throw new EngineRefusal(corruptPdf());
  const numbers = selectPdfPages(isRecognizer ? recognition.pages.join(',') : options.pages, total);
  const asked = numbers.length;
  let done = 0;
  let found = 0;
  const recognized: UnreadCount[] = [];
  const forOthers: NumberedPage[] = [];
  const left: number[] = [];
  const hidden: HiddenText[] = [];
  const lossy: number[] = [];
  let withRecognizedText = 0;
  while (done < asked) {
    const pages = await read(numbers.slice(done, done + size));
    found += pages.length;
    const before = done;
    const scans = await recognizeScans(input, file, request, pages, {
      before: recognized.length + left.length,
      onShare: (share) => {
        const now = before + Math.floor(share * pages.length);
        onProgress?.({ done: Math.min(asked, now), total: asked, unit: 'pages' });
      },
    });
    appendAll(
      recognized,
      scans.recognized.map(({ pageNum, unread, doubtful, turn, hasFailed, damaged }) => ({
        pageNum,
        unread,
        doubtful,
        turn,
        hasFailed,
        damaged,
      })),
    );
    appendAll(left, scans.left);
    for (const page of scans.pages) {
      if ('textItems' in page) withRecognizedText += page.textItems.length > 0 ? 1 : 0;
      else {
        appendAll(hidden, page.hidden);
        if (page.losesText) lossy.push(page.pageNum);
      }
    }
    if (isRecognizer) appendAll(forOthers, scans.recognized);
    else if (left.length === 0) await use(scans.pages);
    done = Math.min(asked, done + size);
    onProgress?.({ done, total: asked, unit: 'pages' });
  }
  if (isRecognizer) throw new RecognizedPages(forOthers);
  if (left.length > 0) throw new PagesToRecognize([...recognized.map(({ pageNum }) => pageNum), ...left]);
  if (found === 0) throw new EngineRefusal(corruptPdf());
  return { total, asked, read: found, recognized, withRecognizedText, hidden, lossy };
}
