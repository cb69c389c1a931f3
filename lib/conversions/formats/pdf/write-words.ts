import { parsePages } from '../../backends/liteparse/liteparse-config.ts';
import { isRecognized } from '../../backends/liteparse/parsed-page.ts';
import { toWordPage } from '../../backends/liteparse/word-page.ts';
import { withPdfiumFile } from '../../backends/pdfium/pdfium-file.ts';
import { appendAll } from '../../base/arrays.ts';
import { createResultBudget, createTextSink } from '../../base/result-size.ts';
import type { HiddenText } from '../../document/document-model.ts';
import type { ConvertRequest, FileResult } from '../../engine/role.ts';
import { asScanned, type WordPage } from '../../shared/page-layout/word-lines.ts';
import { writeHocr } from '../../shared/page-layout/write-hocr.ts';
import { checkPdfStreams } from './check-streams.ts';
import { hiddenTextOf, withoutHidden } from './hidden-report.ts';
import { runsOfPages } from './page-runs.ts';
import { batchPages, readBatches } from './read-batches.ts';
import type { pdfReadOptions } from './read-options.ts';
import { readReport } from './read-report.ts';
import type { PdfiumPage } from './text-runs/text-runs.ts';

// The resolution at which most scans are made.
const DPI = 300;

/** Writes the words of a PDF as hOCR. */
export async function writePdfWords(
  input: Uint8Array,
  request: ConvertRequest<typeof pdfReadOptions, 'pdf', 'hocr'>,
): Promise<FileResult> {
  checkPdfStreams(input);
  const { password, hidden: hiddenOption } = request.options;
  const pages: WordPage[] = [];
  const hidden: HiddenText[] = [];
  let recognized = 0;
  let found: ReadonlyMap<number, PdfiumPage> = new Map();
  const counts = await withPdfiumFile(input, password, (file) =>
    readBatches(input, file, request, {
      size: batchPages.layout,
      read: async (numbers) => {
        const [parsed, runs] = await Promise.all([
          parsePages(input, request.options, { emitWordBoxes: true }, numbers),
          hiddenOption === 'keep' ? new Map() : runsOfPages(file, numbers, { keepsHidden: false }),
        ]);
        found = runs;
        return parsed;
      },
      use: (batch) => {
        for (const page of batch) {
          const seen = isRecognized(page) ? undefined : found.get(page.pageNum);
          const textItems = seen === undefined ? page.textItems : withoutHidden(page.textItems, seen);
          if (seen !== undefined) appendAll(hidden, hiddenTextOf(page.pageNum, seen));
          pages.push(asScanned(toWordPage({ ...page, textItems: [...textItems] })));
          if (isRecognized(page)) recognized += 1;
        }
      },
    }),
  );
  const blank = pages.filter(({ lines }) => lines.length === 0).map(({ number }) => number);
  const report = await readReport(input, request, { counts, blank, recognized, hidden, hasMore: false });
  const sink = createTextSink(createResultBudget(request.maxResultBytes));
  writeHocr(pages, DPI, sink);
  return { bytes: sink.bytes(), ...report };
}
