import { toWordPage } from '../../backends/liteparse/word-page.ts';
import { type PdfiumFile, withPdfiumFile } from '../../backends/pdfium/pdfium-file.ts';
import { createResultBudget, createTextSink } from '../../base/result-size.ts';
import type { ConvertRequest, FileResult } from '../../engine/role.ts';
import { turnedSize } from '../../shared/geometry/quarter-turns.ts';
import { asScanned, type WordPage } from '../../shared/page-layout/word-lines.ts';
import { writeHocr } from '../../shared/page-layout/write-hocr.ts';
import { checkPdfStreams } from './check-streams.ts';
import { hiddenTextOf } from './hidden-report.ts';
import { readRuns } from './page-runs.ts';
import { wordPageOf } from './page-words.ts';
import { batchPages, readBatches } from './read-batches.ts';
import type { pdfReadOptions } from './read-options.ts';
import { readReport } from './read-report.ts';
import type { ReadPage } from './recognize-scans.ts';
import type { RunOptions } from './text-runs/text-runs.ts';

// The resolution at which most scans are made.
const DPI = 300;

/** A page as it is read for its words. Its text also contains what cannot be seen. */
interface PdfWordPage extends ReadPage {
  readonly words: WordPage;
}

async function wordPages(
  file: PdfiumFile,
  numbers: readonly number[],
  options: RunOptions,
): Promise<readonly PdfWordPage[]> {
  return await readRuns(file, numbers, options, (found, _, __, pageNum): PdfWordPage => {
    const words = wordPageOf(pageNum, found);
    const text = [...found.runs, ...found.turned, ...found.hidden].map((run) => run.text).join('\n');
    const hidden = hiddenTextOf(pageNum, found);
    return { pageNum, ...turnedSize(found, found.turns), text, words, hidden, losesText: found.losesText };
  });
}

/** Writes the words of a PDF as hOCR. */
export async function writePdfWords(
  input: Uint8Array,
  request: ConvertRequest<typeof pdfReadOptions, 'pdf', 'hocr'>,
): Promise<FileResult> {
  checkPdfStreams(input);
  const { password, hidden: hiddenOption } = request.options;
  const pages: WordPage[] = [];
  const options = { keepsHidden: hiddenOption === 'keep', needsStructure: true };
  const counts = await withPdfiumFile(input, password, (file) =>
    readBatches(input, file, request, {
      size: batchPages.layout,
      read: async (numbers) => await wordPages(file, numbers, options),
      use: (batch) => {
        for (const page of batch) {
          pages.push('words' in page ? page.words : asScanned(toWordPage(page)));
        }
      },
    }),
  );
  const blank = pages.filter(({ lines }) => lines.length === 0).map(({ number }) => number);
  const report = await readReport(input, request, { counts, blank, hasMore: false });
  const sink = createTextSink(createResultBudget(request.maxResultBytes));
  writeHocr(pages, DPI, sink);
  return { bytes: sink.bytes(), ...report };
}
