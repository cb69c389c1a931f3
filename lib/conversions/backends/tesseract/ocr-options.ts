import * as z from 'zod';
import { type OcrLanguage, ocrLanguageCodes, ocrLanguageOf } from './languages.ts';

// Each additional language takes additional time.
const MAX_LANGUAGES = 4;

const languages = z
  .union([z.string(), z.array(z.string()).max(20)])
  .transform((given, context): OcrLanguage[] => {
    const names = (typeof given === 'string' ? given.split(/[,+]/) : given).filter(
      (name) => name.trim() !== '',
    );
    const codes = new Set<OcrLanguage>();
    for (const name of names) {
      const code = ocrLanguageOf(name);
      if (code !== undefined) codes.add(code);
      else
        context.addIssue({
          code: 'custom',
          message: `unknown language "${name.slice(0, 40)}"; known languages: ${ocrLanguageCodes.join(', ')}`,
        });
    }
    if (names.length === 0 || codes.size > MAX_LANGUAGES)
      context.addIssue({ code: 'custom', message: `expected 1 to ${MAX_LANGUAGES} languages` });
    return [...codes];
  });

/** Options of text recognition (OCR). */
export const ocrOptions = z.strictObject({
  ocr: z
    .enum(['auto', 'always', 'never'])
    .default('auto')
    .describe(
      'Text recognition (OCR): "auto" for scanned pages without usable text, "always" for all pages, "never" for none.',
    ),
  ocr_languages: languages
    .default(['eng'])
    .describe(
      `Languages of the text, most likely first, as an array or a comma-separated list: ${ocrLanguageCodes.join(', ')}.`,
    ),
});
