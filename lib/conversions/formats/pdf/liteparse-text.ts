import { scannedPdf, textlessPdf } from '../../backends/pdfium/pdf-errors.ts';
import { pdfReadOptions } from '../../backends/tesseract/ocr-options.ts';
import { type EngineOutput, EngineRefusal, type EngineRequest } from '../../engine/engine.ts';
import { sourceOfParsedPage } from './liteparse-runs.ts';
import { runsOfPages } from './page-runs.ts';
import { batchPages, readBatches } from './read-batches.ts';
import { isRecognized, readWarnings, scansAmong } from './scanned-pages.ts';
import { isRightToLeftPage, linesOfRuns, textOfPage } from './text-of-page.ts';

/** An engine's result, and whether all pages asked for are in it. */
export interface ReadResult {
  readonly output: EngineOutput;
  readonly isComplete: boolean;
}

interface PageText {
  readonly number: number;
  readonly text: string;
}

/** A pdf as a text file, pages parted by form feeds. */
export async function convertToText(input: Uint8Array, request: EngineRequest): Promise<ReadResult> {
  const { password } = pdfReadOptions.parse(request.options);
  const pages: PageText[] = [];
  const recognized: number[] = [];
  const counts = await readBatches(input, request, {}, batchPages.text, async (batch) => {
    const turned = batch.pages.filter((page) => isRightToLeftPage(page) && !isRecognized(page));
    const runs = await runsOfPages(
      input,
      password,
      turned.map((page) => page.pageNum),
    );
    for (const page of batch.pages) {
      const isTold = isRecognized(page);
      // Its words read from the right already; the layout's own text has them the other way.
      const found =
        isTold && isRightToLeftPage(page)
          ? sourceOfParsedPage(page).runs
          : (runs.get(page.pageNum)?.runs ?? []);
      if (isTold) recognized.push(page.pageNum);
      pages.push({
        number: page.pageNum,
        text: found.length > 0 ? linesOfRuns(found) : textOfPage(page),
      });
    }
  });
  const blank = pages.filter((page) => page.text.trim() === '').map((page) => page.number);
  const scans = await scansAmong(input, request, blank);
  if (blank.length === pages.length) {
    if (scans.length > 0) throw scannedPdf();
    throw new EngineRefusal(textlessPdf());
  }
  return {
    output: {
      content: Buffer.from(`${pages.map((page) => page.text).join('\n\f')}\n`),
      report: { pages: counts.asked, ocr_pages: recognized.length, warnings: readWarnings(scans, counts) },
    },
    isComplete: counts.read === counts.asked,
  };
}
