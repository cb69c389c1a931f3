/**
 * Languages that text recognition knows, by Tesseract's codes (ISO 639-2/T): their other names, and the npm package with
 * their data. A further language is a row here and its package installed.
 */
export const ocrLanguages = {
  eng: { names: ['en', 'english'], package: '@tesseract.js-data/eng' },
  deu: { names: ['de', 'ger', 'german'], package: '@tesseract.js-data/deu' },
} as const;

/** A language that text recognition knows. */
export type OcrLanguage = keyof typeof ocrLanguages;

const isOcrLanguage = (name: string): name is OcrLanguage => Object.hasOwn(ocrLanguages, name);

/** All languages that text recognition knows. */
export const ocrLanguageCodes = Object.keys(ocrLanguages).filter(isOcrLanguage);

/** The language a client means: Tesseract's code, ISO 639-1, ISO 639-2/B or the English name, in any case; else undefined. */
export function ocrLanguageOf(name: string): OcrLanguage | undefined {
  const wanted = name.trim().toLowerCase();
  if (isOcrLanguage(wanted)) return wanted;
  return ocrLanguageCodes.find((code) => ocrLanguages[code].names.some((other) => other === wanted));
}

/** Path of a language's data in its package: the integer model, packed. */
export const ocrDataFile = (language: OcrLanguage): string => `4.0.0_best_int/${language}.traineddata.gz`;
