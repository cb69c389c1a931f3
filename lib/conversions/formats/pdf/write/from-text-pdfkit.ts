import { pageOptions } from '../../../engine/options.ts';
import { fileConverter, pairs } from '../../../engine/roles.ts';
import { MAX_PDFKIT_CHARACTERS } from './text-limits.ts';

/** Converts Latin, Greek and Cyrillic text to PDF with one embedded font. */
export const pdfkit = fileConverter({
  name: 'pdfkit-text-to-pdf',
  package: 'pdfkit',
  pairs: pairs(['text'], ['pdf']),
  options: pageOptions,
  limits: { maxCharacters: MAX_PDFKIT_CHARACTERS },
  convert: async (bytes, request) => {
    const { typesetWithPdfkit } = await import('./typeset-with-pdfkit.ts');
    return await typesetWithPdfkit(bytes, request);
  },
});
