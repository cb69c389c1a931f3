import { loadLiteparse } from '../../backends/liteparse/liteparse-config.ts';
import { loadNativePdfium } from '../../backends/pdfium/native-library.ts';
import { loadPdfium } from '../../backends/pdfium/pdfium-library.ts';
import type { FileResult } from '../../engine/role.ts';
import { type DocumentResult, documentReader } from '../../engine/roles.ts';
import { checkPdfStreams } from './check-streams.ts';
import { convertToText } from './liteparse-text.ts';
import { readTree } from './liteparse-tree.ts';
import type { PdfRequest } from './pdf-request.ts';
import { pdfReadOptions } from './read-options.ts';
import { MAX_PDF_PAGES } from './select-pdf-pages.ts';

/** Reads a PDF into a document. */
export async function readPdf(bytes: Uint8Array, request: PdfRequest): Promise<DocumentResult> {
  checkPdfStreams(bytes);
  return await readTree(bytes, request);
}

/** Converts a PDF to a text file. */
export async function writePdfText(bytes: Uint8Array, request: PdfRequest): Promise<FileResult> {
  checkPdfStreams(bytes);
  return await convertToText(bytes, request);
}

/** Reads text, layout and tables of PDFs with PDFium: natively, and in WebAssembly for text styles. */
export const liteparse = documentReader({
  name: 'liteparse-pdf-reader',
  package: '@llamaindex/liteparse',
  from: ['pdf'],
  options: pdfReadOptions,
  sourceOptions: ['password'],
  limits: { maxPages: MAX_PDF_PAGES },
  read: readPdf,
  direct: { to: ['text'], write: writePdfText },
  warm: async () => {
    loadNativePdfium();
    await Promise.all([loadLiteparse(), loadPdfium()]);
  },
});
