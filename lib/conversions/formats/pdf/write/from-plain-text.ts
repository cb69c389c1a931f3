import { harfbuzzPackage } from '../../../backends/harfbuzz/package.ts';
import { pageOptions } from '../../../engine/options.ts';
import { fileConverter, pairs } from '../../../engine/roles.ts';
import { MAX_PLAIN_TEXT_CHARACTERS } from './text-limits.ts';

/** Converts text in any script to tagged PDF, with shaping, bidirectional text and fallback fonts. */
export const harfbuzz = fileConverter({
  name: 'harfbuzz-text-to-pdf',
  package: harfbuzzPackage,
  pairs: pairs(['text'], ['pdf']),
  options: pageOptions,
  limits: { maxCharacters: MAX_PLAIN_TEXT_CHARACTERS },
  convert: async (bytes, request) => {
    const { typesetPlainText } = await import('./plain-text/typeset-plain-text.ts');
    return await typesetPlainText(bytes, request);
  },
});
