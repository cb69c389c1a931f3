import { packageFile } from '../package-assets.ts';

/**
 * Fonts for text to pdf: the npm package's name after `@expo-google-fonts/`, the file's name, the family's name in it.
 * All are under the SIL Open Font License, all but one Noto. The first two are what most text is set in; the others stand in for scripts
 * these lack.
 */
export const fonts = {
  sans: { package: 'noto-sans', file: 'NotoSans', family: 'Noto Sans' },
  mono: { package: 'noto-sans-mono', file: 'NotoSansMono', family: 'Noto Sans Mono' },
  // Each letter is one glyph; in Noto Sans Arabic its dots are glyphs of their own, and copied text has letters twice.
  vazirmatn: { package: 'vazirmatn', file: 'Vazirmatn', family: 'Vazirmatn' },
  arabic: { package: 'noto-sans-arabic', file: 'NotoSansArabic', family: 'Noto Sans Arabic' },
  armenian: { package: 'noto-sans-armenian', file: 'NotoSansArmenian', family: 'Noto Sans Armenian' },
  bengali: { package: 'noto-sans-bengali', file: 'NotoSansBengali', family: 'Noto Sans Bengali' },
  devanagari: { package: 'noto-sans-devanagari', file: 'NotoSansDevanagari', family: 'Noto Sans Devanagari' },
  ethiopic: { package: 'noto-sans-ethiopic', file: 'NotoSansEthiopic', family: 'Noto Sans Ethiopic' },
  georgian: { package: 'noto-sans-georgian', file: 'NotoSansGeorgian', family: 'Noto Sans Georgian' },
  gujarati: { package: 'noto-sans-gujarati', file: 'NotoSansGujarati', family: 'Noto Sans Gujarati' },
  gurmukhi: { package: 'noto-sans-gurmukhi', file: 'NotoSansGurmukhi', family: 'Noto Sans Gurmukhi' },
  hebrew: { package: 'noto-sans-hebrew', file: 'NotoSansHebrew', family: 'Noto Sans Hebrew' },
  kannada: { package: 'noto-sans-kannada', file: 'NotoSansKannada', family: 'Noto Sans Kannada' },
  khmer: { package: 'noto-sans-khmer', file: 'NotoSansKhmer', family: 'Noto Sans Khmer' },
  lao: { package: 'noto-sans-lao', file: 'NotoSansLao', family: 'Noto Sans Lao' },
  malayalam: { package: 'noto-sans-malayalam', file: 'NotoSansMalayalam', family: 'Noto Sans Malayalam' },
  myanmar: { package: 'noto-sans-myanmar', file: 'NotoSansMyanmar', family: 'Noto Sans Myanmar' },
  sinhala: { package: 'noto-sans-sinhala', file: 'NotoSansSinhala', family: 'Noto Sans Sinhala' },
  tamil: { package: 'noto-sans-tamil', file: 'NotoSansTamil', family: 'Noto Sans Tamil' },
  telugu: { package: 'noto-sans-telugu', file: 'NotoSansTelugu', family: 'Noto Sans Telugu' },
  thai: { package: 'noto-sans-thai', file: 'NotoSansThai', family: 'Noto Sans Thai' },
  japanese: { package: 'noto-sans-jp', file: 'NotoSansJP', family: 'Noto Sans JP' },
  korean: { package: 'noto-sans-kr', file: 'NotoSansKR', family: 'Noto Sans KR' },
  chinese: { package: 'noto-sans-sc', file: 'NotoSansSC', family: 'Noto Sans SC' },
  math: { package: 'noto-sans-math', file: 'NotoSansMath', family: 'Noto Sans Math' },
  symbols: { package: 'noto-sans-symbols', file: 'NotoSansSymbols', family: 'Noto Sans Symbols' },
  symbols2: { package: 'noto-sans-symbols-2', file: 'NotoSansSymbols2', family: 'Noto Sans Symbols 2' },
  emoji: { package: 'noto-emoji', file: 'NotoEmoji', family: 'Noto Emoji' },
} as const;

/** A font there is. */
export type FontName = keyof typeof fonts;

/** Names of all fonts, the main ones first. */
export const fontNames = Object.keys(fonts).filter((name): name is FontName => Object.hasOwn(fonts, name));

/** npm package of a font. */
export const fontPackage = (name: FontName): string => `@expo-google-fonts/${fonts[name].package}`;

/** Path of a font's file in its package. */
export const fontFile = (name: FontName): string => `400Regular/${fonts[name].file}_400Regular.ttf`;

/** Absolute path of a font's TrueType file, regular weight. */
export const fontPath = (name: FontName): string => packageFile(fontPackage(name), fontFile(name));
