import { toWordPage } from '../../../backends/liteparse/word-page.ts';
import { withPdfiumFile } from '../../../backends/pdfium/pdfium-file.ts';
import type { OcrLanguage } from '../../../backends/tesseract/languages.ts';
import { unreadWarnings } from '../../../backends/tesseract/unread-warnings.ts';
import { needsOfTarget } from '../../../document/needs.ts';
import type { RequestContext } from '../../../engine/engine.ts';
import type { WordPage } from '../../../shared/page-layout/word-lines.ts';
import { textPages } from '../pdf-text.ts';
import { batchPages, readBatches } from '../read-batches.ts';
import type { PdfRequest } from '../read-options.ts';
import { writeTextLayer } from './write-text-layer.ts';

/** The words of scanned pages, as a PDF with a page for each of them. */
export interface TextLayer {
  readonly bytes: Buffer;
  /** The numbers of these pages, from 1. */
  readonly pages: readonly number[];
}

/** Recognizes the text of the pages that are images without usable text. There is no layer if none was recognized. */
export async function recognizeLayer(
  pdf: Uint8Array,
  languages: readonly OcrLanguage[],
  { onProgress, recognition }: Pick<RequestContext, 'onProgress' | 'recognition'>,
): Promise<{ readonly layer?: TextLayer; readonly warnings: readonly string[] }> {
  const found: WordPage[] = [];
  const request: PdfRequest = {
    options: { ocr: 'auto', ocr_languages: [...languages], hidden: 'keep' },
    needs: needsOfTarget(undefined),
    onProgress,
    recognition,
  };
  const { recognized } = await withPdfiumFile(pdf, undefined, (file) =>
    readBatches(pdf, file, request, {
      size: batchPages.text,
      read: (numbers) => textPages(file, numbers, true),
      use: (pages) => {
        for (const page of pages)
          if (!('shown' in page) && page.textItems.length > 0) found.push(toWordPage(page));
      },
    }),
  );
  const warnings = unreadWarnings(recognized);
  if (found.length === 0) return { warnings };
  return { layer: { bytes: writeTextLayer(found), pages: found.map(({ number }) => number) }, warnings };
}
