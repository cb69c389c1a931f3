import { fileExtractor } from '../../engine/roles.ts';
import { MAX_PDF_PAGES } from './limits.ts';
import { pdfReadOptions } from './read-options.ts';

/** Writes the words of PDFs, recognized ones too, with their places as hOCR. */
export const pdfWords = fileExtractor({
  name: 'liteparse-pdf-to-hocr',
  package: '@llamaindex/liteparse',
  from: ['pdf'],
  extracts: ['hocr'],
  options: pdfReadOptions,
  sourceOptions: ['password'],
  limits: { maxPages: MAX_PDF_PAGES },
  write: async (bytes, request) => {
    const { writePdfWords } = await import('./write-words.ts');
    return await writePdfWords(bytes, request);
  },
});
