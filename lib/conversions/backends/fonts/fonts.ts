import { packageFile } from '../../base/package-assets.ts';

/** A font family in an npm package. */
interface FontFamily {
  /** The package's name after `@expo-google-fonts/`. */
  readonly package: string;
  /** Prefix of its file names. */
  readonly file: string;
  /** The family name in the font files. */
  readonly family: string;
  /** Script that the family is for, if any. */
  readonly script?: RegExp;
  /** Folders of its other styles. */
  readonly styles?: readonly string[];
}

const BOLD = ['700Bold'];
const ALL_STYLES = ['700Bold', '400Regular_Italic', '700Bold_Italic'];

const EAST_ASIAN =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\u3000-\u303f\uff00-\uffef]/u;

/**
 * Fonts for PDFs. All are under the SIL Open Font License; all but one are Noto. Most text uses the first two; the
 * others cover scripts that those lack.
 */
export const fonts = {
  sans: { package: 'noto-sans', file: 'NotoSans', family: 'Noto Sans', styles: ALL_STYLES },
  mono: { package: 'noto-sans-mono', file: 'NotoSansMono', family: 'Noto Sans Mono', styles: BOLD },
  // One glyph per letter. Noto Sans Arabic has separate glyphs for dots, so that copied text contains letters twice.
  vazirmatn: {
    package: 'vazirmatn',
    file: 'Vazirmatn',
    family: 'Vazirmatn',
    script: /\p{sc=Arabic}/u,
    styles: BOLD,
  },
  arabic: {
    package: 'noto-sans-arabic',
    file: 'NotoSansArabic',
    family: 'Noto Sans Arabic',
    script: /\p{sc=Arabic}/u,
    styles: BOLD,
  },
  armenian: {
    package: 'noto-sans-armenian',
    file: 'NotoSansArmenian',
    family: 'Noto Sans Armenian',
    script: /\p{sc=Armenian}/u,
    styles: BOLD,
  },
  bengali: {
    package: 'noto-sans-bengali',
    file: 'NotoSansBengali',
    family: 'Noto Sans Bengali',
    script: /\p{sc=Bengali}/u,
    styles: BOLD,
  },
  devanagari: {
    package: 'noto-sans-devanagari',
    file: 'NotoSansDevanagari',
    family: 'Noto Sans Devanagari',
    script: /\p{sc=Devanagari}/u,
    styles: BOLD,
  },
  ethiopic: {
    package: 'noto-sans-ethiopic',
    file: 'NotoSansEthiopic',
    family: 'Noto Sans Ethiopic',
    script: /\p{sc=Ethiopic}/u,
    styles: BOLD,
  },
  georgian: {
    package: 'noto-sans-georgian',
    file: 'NotoSansGeorgian',
    family: 'Noto Sans Georgian',
    script: /\p{sc=Georgian}/u,
    styles: BOLD,
  },
  gujarati: {
    package: 'noto-sans-gujarati',
    file: 'NotoSansGujarati',
    family: 'Noto Sans Gujarati',
    script: /\p{sc=Gujarati}/u,
    styles: BOLD,
  },
  gurmukhi: {
    package: 'noto-sans-gurmukhi',
    file: 'NotoSansGurmukhi',
    family: 'Noto Sans Gurmukhi',
    script: /\p{sc=Gurmukhi}/u,
    styles: BOLD,
  },
  hebrew: {
    package: 'noto-sans-hebrew',
    file: 'NotoSansHebrew',
    family: 'Noto Sans Hebrew',
    script: /\p{sc=Hebrew}/u,
    styles: BOLD,
  },
  kannada: {
    package: 'noto-sans-kannada',
    file: 'NotoSansKannada',
    family: 'Noto Sans Kannada',
    script: /\p{sc=Kannada}/u,
    styles: BOLD,
  },
  khmer: {
    package: 'noto-sans-khmer',
    file: 'NotoSansKhmer',
    family: 'Noto Sans Khmer',
    script: /\p{sc=Khmer}/u,
    styles: BOLD,
  },
  lao: {
    package: 'noto-sans-lao',
    file: 'NotoSansLao',
    family: 'Noto Sans Lao',
    script: /\p{sc=Lao}/u,
    styles: BOLD,
  },
  malayalam: {
    package: 'noto-sans-malayalam',
    file: 'NotoSansMalayalam',
    family: 'Noto Sans Malayalam',
    script: /\p{sc=Malayalam}/u,
    styles: BOLD,
  },
  myanmar: {
    package: 'noto-sans-myanmar',
    file: 'NotoSansMyanmar',
    family: 'Noto Sans Myanmar',
    script: /\p{sc=Myanmar}/u,
    styles: BOLD,
  },
  sinhala: {
    package: 'noto-sans-sinhala',
    file: 'NotoSansSinhala',
    family: 'Noto Sans Sinhala',
    script: /\p{sc=Sinhala}/u,
    styles: BOLD,
  },
  tamil: {
    package: 'noto-sans-tamil',
    file: 'NotoSansTamil',
    family: 'Noto Sans Tamil',
    script: /\p{sc=Tamil}/u,
    styles: BOLD,
  },
  telugu: {
    package: 'noto-sans-telugu',
    file: 'NotoSansTelugu',
    family: 'Noto Sans Telugu',
    script: /\p{sc=Telugu}/u,
    styles: BOLD,
  },
  thai: {
    package: 'noto-sans-thai',
    file: 'NotoSansThai',
    family: 'Noto Sans Thai',
    script: /\p{sc=Thai}/u,
    styles: BOLD,
  },
  japanese: { package: 'noto-sans-jp', file: 'NotoSansJP', family: 'Noto Sans JP', script: EAST_ASIAN },
  korean: { package: 'noto-sans-kr', file: 'NotoSansKR', family: 'Noto Sans KR', script: EAST_ASIAN },
  chinese: { package: 'noto-sans-sc', file: 'NotoSansSC', family: 'Noto Sans SC', script: EAST_ASIAN },
  math: { package: 'noto-sans-math', file: 'NotoSansMath', family: 'Noto Sans Math' },
  symbols: { package: 'noto-sans-symbols', file: 'NotoSansSymbols', family: 'Noto Sans Symbols' },
  symbols2: { package: 'noto-sans-symbols-2', file: 'NotoSansSymbols2', family: 'Noto Sans Symbols 2' },
  emoji: { package: 'noto-emoji', file: 'NotoEmoji', family: 'Noto Emoji' },
} as const satisfies Record<string, FontFamily>;

export type FontName = keyof typeof fonts;

/** All font names, main fonts first. */
export const fontNames = Object.keys(fonts).filter((name): name is FontName => Object.hasOwn(fonts, name));

/** Returns the npm package of a font. */
export const fontPackage = (name: FontName): string => `@expo-google-fonts/${fonts[name].package}`;

const fileOf = (family: FontFamily, style: string): string => `${style}/${family.file}_${style}.ttf`;

/** Returns the paths of a font's files in its package, regular style first. */
export function fontFiles(name: FontName): string[] {
  const family: FontFamily = fonts[name];
  return ['400Regular', ...(family.styles ?? [])].map((style) => fileOf(family, style));
}

/** Returns the script that a font is for, if any. */
export function fontScript(name: FontName): RegExp | undefined {
  const { script }: FontFamily = fonts[name];
  return script;
}

/** Returns the absolute path of a font's regular TrueType file. */
export const fontPath = (name: FontName): string =>
  packageFile(fontPackage(name), fileOf(fonts[name], '400Regular'));

/** Returns the absolute paths of all font files. */
export const allFontPaths = (): string[] =>
  fontNames.flatMap((name) => fontFiles(name).map((file) => packageFile(fontPackage(name), file)));
