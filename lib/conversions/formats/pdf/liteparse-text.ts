import { isRecognized, sourceOfParsedPage } from '../../backends/liteparse/parsed-page.ts';
import { corruptPdf, scannedPdf, textlessPdf } from '../../backends/pdfium/pdf-errors.ts';
import { EngineRefusal } from '../../engine/engine.ts';
import type { FileResult } from '../../engine/role.ts';
import { runsOfPages } from './page-runs.ts';
import type { PdfRequest } from './pdf-request.ts';
import { batchPages, readBatches } from './read-batches.ts';
import { readWarnings, scansAmong } from './scanned-pages.ts';
import { isRightToLeftPage, linesOfRuns, textOfPage } from './text-of-page.ts';

interface PageText {
  readonly number: number;
  readonly text: string;
}

/** Converts a PDF to a text file with form feeds between pages. */
export async function convertToText(input: Uint8Array, request: PdfRequest): Promise<FileResult> {
  const { password } = request.options;
  const pages: PageText[] = [];
  const recognized: number[] = [];
  const counts = await readBatches(input, request, {}, batchPages.text, async (batch) => {
    const rightToLeft = batch.pages.filter((page) => isRightToLeftPage(page) && !isRecognized(page));
    const runs = await runsOfPages(
      input,
      password,
      rightToLeft.map((page) => page.pageNum),
    );
    for (const page of batch.pages) {
      const isOcr = isRecognized(page);
      // Recognized words are in reading order. The text of the layout has them in reverse.
      const found =
        isOcr && isRightToLeftPage(page)
          ? sourceOfParsedPage(page).runs
          : (runs.get(page.pageNum)?.runs ?? []);
      if (isOcr) recognized.push(page.pageNum);
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
    bytes: Buffer.from(`${pages.map((page) => page.text).join('\n\f')}\n`),
    pages: counts.asked,
    ocr_pages: recognized.length,
    warnings: readWarnings(scans, counts),
    incomplete: counts.read === counts.asked ? undefined : corruptPdf(),
  };
}
