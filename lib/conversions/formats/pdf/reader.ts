import * as z from 'zod';
import { attachmentsOption } from '../../engine/options.ts';
import type { FileResult } from '../../engine/role.ts';
import { type DocumentResult, documentReader } from '../../engine/roles.ts';
import { MAX_PDF_PAGES } from './limits.ts';
import { type PdfRequest, pdfReadOptions } from './read-options.ts';

/** Reads PDFs with their attached files. */
interface FilesReader {
  readonly read: (bytes: Uint8Array, request: PdfRequest) => Promise<DocumentResult>;
  readonly writeText: (bytes: Uint8Array, request: PdfRequest) => Promise<FileResult>;
}

/**
 * Creates the engine that reads text, layout and tables of PDFs with PDFium. Attached files are listed, unless `withFiles` is given
 * and the request asks to read them.
 */
export const createPdfReader = (withFiles?: FilesReader) =>
  documentReader({
    name: 'liteparse-pdf-reader',
    package: '@llamaindex/liteparse',
    from: ['pdf'],
    options: z.strictObject({ ...pdfReadOptions.shape, attachments: attachmentsOption }),
    sourceOptions: ['password'],
    limits: { maxPages: MAX_PDF_PAGES },
    read: async (bytes, request) => {
      if (withFiles !== undefined && request.options.attachments === 'read')
        return await withFiles.read(bytes, request);
      const { readPdf } = await import('./read-pdf.ts');
      return await readPdf(bytes, request);
    },
    direct: {
      to: ['text'],
      write: async (bytes, request) => {
        if (withFiles !== undefined && request.options.attachments === 'read')
          return await withFiles.writeText(bytes, request);
        const { writePdfText } = await import('./read-pdf.ts');
        return await writePdfText(bytes, request);
      },
    },
    warm: async () => {
      const { loadReader } = await import('./read-pdf.ts');
      await loadReader();
    },
  });

/** Reads PDFs, and lists their attached files. */
export const liteparse = createPdfReader();
