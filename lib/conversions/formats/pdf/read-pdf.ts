import { loadLiteparse } from '../../backends/liteparse/liteparse-config.ts';
import type { Pin } from '../../backends/pdfium/document-details.ts';
import { loadPdfium } from '../../backends/pdfium/pdfium-file.ts';
import type { FileResult } from '../../engine/role.ts';
import type { DocumentResult } from '../../engine/roles.ts';
import { checkPdfStreams } from './check-streams.ts';
import { convertToText } from './pdf-text.ts';
import type { PdfRequest } from './read-options.ts';
import { readTree } from './read-tree.ts';

/**
 * Reads a PDF into a document.
 *
 * @param pins receives the places of files that are pinned to pages, if all attached files will follow; otherwise they are listed
 */
export async function readPdf(
  bytes: Uint8Array,
  request: PdfRequest,
  pins?: Pin[] | undefined,
): Promise<DocumentResult> {
  checkPdfStreams(bytes);
  return await readTree(bytes, request, pins);
}

/** Converts a PDF to a text file. */
export async function writePdfText(bytes: Uint8Array, request: PdfRequest): Promise<FileResult> {
  checkPdfStreams(bytes);
  return await convertToText(bytes, request);
}

/** Loads PDFium and liteparse. */
export async function loadReader(): Promise<void> {
  await Promise.all([loadLiteparse(), loadPdfium()]);
}
