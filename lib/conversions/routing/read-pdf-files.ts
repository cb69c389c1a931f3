import type { FileResult } from '../engine/role.ts';
import type { DocumentResult } from '../engine/roles.ts';
import { withAttachedFiles } from '../formats/pdf/attached-files.ts';
import type { PdfRequest } from '../formats/pdf/read-options.ts';
import { writeText } from '../formats/text/write-text.ts';
import type { Reading } from './container-reading.ts';
import { readMessage } from './read-message.ts';

/** Reads a PDF with the files that are attached to it, such as those of a portfolio, which follow its pages. */
export const readPdfFiles = async (
  bytes: Uint8Array,
  request: PdfRequest,
  reading: Reading,
): Promise<DocumentResult> =>
  await withAttachedFiles(bytes, request, async (opened) => await readMessage(opened, reading));

/** Writes a PDF and the files that are attached to it as one text. */
export async function writePdfFilesText(
  bytes: Uint8Array,
  request: PdfRequest,
  reading: Reading,
): Promise<FileResult> {
  const { tree, ...report } = await readPdfFiles(bytes, request, reading);
  return { ...report, ...(await writeText(tree)) };
}
