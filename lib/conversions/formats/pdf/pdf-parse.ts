import { documentReader } from '../../engine/roles.ts';
import { MAX_PDF_PAGES } from './limits.ts';
import { pdfReadOptions } from './read-options.ts';

/**
 * Reads the text of PDFs that PDFium cannot open or that crash it, with PDF.js. Accepts the options of text recognition
 * without recognizing text, so that it can replace other engines regardless of the options.
 */
export const pdfParse = documentReader({
  name: 'pdf-parse-pdf-reader',
  package: 'pdf-parse',
  from: ['pdf'],
  options: pdfReadOptions,
  sourceOptions: ['password'],
  limits: { maxPages: MAX_PDF_PAGES },
  read: async (bytes, request) => {
    const { readWithPdfJs } = await import('./read-with-pdf-js.ts');
    return await readWithPdfJs(bytes, request);
  },
  direct: {
    to: ['text'],
    write: async (bytes, request) => {
      const { writeTextWithPdfJs } = await import('./read-with-pdf-js.ts');
      return await writeTextWithPdfJs(bytes, request);
    },
  },
});
