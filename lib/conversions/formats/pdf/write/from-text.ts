import { typstPackage } from '../../../backends/typst/package.ts';
import { textPageOptions } from '../../../engine/options.ts';
import { fileConverter, pairs } from '../../../engine/roles.ts';
import { MAX_TYPST_CHARACTERS } from './text-limits.ts';

/** Converts text in any script to PDF, with headers and footers, and according to standards. */
export const typst = fileConverter({
  name: 'typst-text-to-pdf',
  package: typstPackage,
  pairs: pairs(['text'], ['pdf']),
  options: textPageOptions,
  resultOptions: ['pdf_standard'],
  limits: { maxCharacters: MAX_TYPST_CHARACTERS },
  convert: async (bytes, request) => {
    const { typesetText } = await import('./typeset-text.ts');
    return await typesetText(bytes, request);
  },
});
