/**
 * OCR languages by Tesseract code (ISO 639-2/T): their other names, and the npm package with their data. To add a
 * language, add a row and install its package. That of English is in `tessdata-eng`.
 */
export const ocrLanguages = {
  eng: { names: ['en', 'english'], package: 'docforge-tessdata-eng' },
  deu: { names: ['de', 'ger', 'german'], package: '@tesseract.js-data/deu' },
  fra: { names: ['fr', 'fre', 'french'], package: '@tesseract.js-data/fra' },
  spa: { names: ['es', 'spanish'], package: '@tesseract.js-data/spa' },
  ita: { names: ['it', 'italian'], package: '@tesseract.js-data/ita' },
  por: { names: ['pt', 'portuguese'], package: '@tesseract.js-data/por' },
  nld: { names: ['nl', 'dut', 'dutch'], package: '@tesseract.js-data/nld' },
  swe: { names: ['sv', 'swedish'], package: '@tesseract.js-data/swe' },
  pol: { names: ['pl', 'polish'], package: '@tesseract.js-data/pol' },
  ces: { names: ['cs', 'cze', 'czech'], package: '@tesseract.js-data/ces' },
  ukr: { names: ['uk', 'ukrainian'], package: '@tesseract.js-data/ukr' },
  ell: { names: ['el', 'gre', 'greek'], package: '@tesseract.js-data/ell' },
  tur: { names: ['tr', 'turkish'], package: '@tesseract.js-data/tur' },
  ara: { names: ['ar', 'arabic'], package: '@tesseract.js-data/ara' },
  heb: { names: ['he', 'hebrew'], package: '@tesseract.js-data/heb' },
  hin: { names: ['hi', 'hindi'], package: '@tesseract.js-data/hin' },
  chi_sim: { names: ['zh', 'chi', 'zho', 'chinese'], package: '@tesseract.js-data/chi_sim' },
  jpn: { names: ['ja', 'japanese'], package: '@tesseract.js-data/jpn' },
  kor: { names: ['ko', 'korean'], package: '@tesseract.js-data/kor' },
} as const;

export type OcrLanguage = keyof typeof ocrLanguages;

const isOcrLanguage = (name: string): name is OcrLanguage => Object.hasOwn(ocrLanguages, name);

/** Codes of all OCR languages. */
export const ocrLanguageCodes = Object.keys(ocrLanguages).filter(isOcrLanguage);

/** Returns a language by its Tesseract code, ISO 639-1 or ISO 639-2/B code, or English name, in any case. */
export function ocrLanguageOf(name: string): OcrLanguage | undefined {
  const wanted = name.trim().toLowerCase();
  if (isOcrLanguage(wanted)) return wanted;
  return ocrLanguageCodes.find((code) => ocrLanguages[code].names.some((other) => other === wanted));
}

/** Returns the path of a language's data in its package; `@tesseract.js-data` packages have several models. */
export const ocrDataFile = (language: OcrLanguage): string =>
  `${language === 'eng' ? '' : '4.0.0_best_int/'}${language}.traineddata.gz`;
