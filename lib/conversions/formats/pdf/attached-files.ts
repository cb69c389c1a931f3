import { attachmentBytes, attachmentsOf, type Pin } from '../../backends/pdfium/document-details.ts';
import { withPdfiumFile } from '../../backends/pdfium/pdfium-file.ts';
import type { AttachedFile } from '../../document/document-model.ts';
import type { DocumentResult } from '../../engine/roles.ts';
import { ConversionError } from '../../errors.ts';
import { attachedFile } from './pdf-info.ts';
import type { PdfRequest } from './read-options.ts';
import { readPdf } from './read-pdf.ts';

/** A PDF as a document without its attached files, and those. */
interface OpenedPdf {
  readonly document: DocumentResult;
  readonly files: readonly {
    readonly file: AttachedFile;
    /** Throws ConversionError `corrupt_document` if the file is damaged. */
    readonly content: () => Promise<Uint8Array>;
    readonly isForwarded: false;
  }[];
}

/** Reads a PDF and passes it to `use` with its attached files, which are unpacked one by one. */
export async function withAttachedFiles<T>(
  bytes: Uint8Array,
  request: PdfRequest,
  use: (opened: OpenedPdf) => Promise<T>,
): Promise<T> {
  const pins: Pin[] = [];
  const document = await readPdf(bytes, request, pins);
  return await withPdfiumFile(bytes, request.options.password, async (pdf) => {
    const attached = await pdf.use((open) => attachmentsOf(open, request.needs.beside, pins));
    const files = attached.map((file) => ({
      file: attachedFile(file),
      content: async () => {
        const content = await pdf.use((open) => attachmentBytes(open, file.place));
        if (content !== undefined) return content;
        throw new ConversionError('corrupt_document', 'The attached file is empty or damaged.');
      },
      isForwarded: false as const,
    }));
    return await use({ document, files });
  });
}
