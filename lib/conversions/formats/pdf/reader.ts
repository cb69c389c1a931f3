import { documentReader } from '../../engine/roles.ts';
import { MAX_PDF_PAGES } from './limits.ts';
import { pdfReadOptions } from './read-options.ts';

/** Reads text, layout and tables of PDFs with PDFium: natively, and in WebAssembly for text styles. */
export const liteparse = documentReader({
  name: 'liteparse-pdf-reader',
  package: '@llamaindex/liteparse',
  from: ['pdf'],
  options: pdfReadOptions,
  sourceOptions: ['password'],
  limits: { maxPages: MAX_PDF_PAGES },
  read: async (bytes, request) => {
    const { readPdf } = await import('./read-pdf.ts');
    return await readPdf(bytes, request);
  },
  direct: {
    to: ['text'],
    write: async (bytes, request) => {
      const { writePdfText } = await import('./read-pdf.ts');
      return await writePdfText(bytes, request);
    },
  },
  warm: async () => {
    const { loadReader } = await import('./read-pdf.ts');
    await loadReader();
  },
});
