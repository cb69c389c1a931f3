import { qpdfPackage } from '../../../backends/qpdf/package.ts';
import { fileConverter, pairs } from '../../../engine/roles.ts';
import { MAX_PDF_PAGES } from '../limits.ts';
import { operationOptions } from './operation-options.ts';

/** Joins, splits, rotates, compresses, encrypts, decrypts, watermarks and repairs PDFs. */
export const qpdf = fileConverter({
  name: 'qpdf-pdf-to-pdf',
  package: qpdfPackage,
  pairs: pairs(['pdf'], ['pdf']),
  takesSeveral: true,
  options: operationOptions,
  sourceOptions: ['password'],
  limits: { maxPages: MAX_PDF_PAGES },
  convert: async (bytes, request) => {
    const { rewritePdf } = await import('./rewrite-pdf.ts');
    return await rewritePdf(bytes, request);
  },
});
