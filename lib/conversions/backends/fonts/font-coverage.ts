import { type FontName, fontNames, fontPath, fontScript } from './fonts.ts';
import { readCmap } from './read-cmap.ts';

// Variation selectors, joiners and direction marks need no glyph.
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Z}\p{Cc}]/u;

const CODE_POINTS = 0x110000;

/** A set of code points, one bit each. */
type CodePoints = Uint32Array;

const has = (set: CodePoints, codePoint: number): boolean =>
  ((set[codePoint >>> 5] ?? 0) & (1 << (codePoint & 31))) !== 0;

function add(set: CodePoints, codePoint: number): void {
  set[codePoint >>> 5] = (set[codePoint >>> 5] ?? 0) | (1 << (codePoint & 31));
}

// A process lays out many documents in the same fonts; a set takes 136 KB.
const coverages = new Map<FontName, CodePoints>();

function coverageOf(name: FontName): CodePoints {
  const known = coverages.get(name);
  if (known !== undefined) return known;
  const coverage = new Uint32Array(CODE_POINTS / 32);
  readCmap(fontPath(name), (codePoint) => add(coverage, codePoint));
  coverages.set(name, coverage);
  return coverage;
}

/** Whether a font that {@link chooseFonts} read has a glyph for a code point. */
export const covers = (name: FontName, codePoint: number): boolean => {
  const coverage = coverages.get(name);
  return coverage !== undefined && has(coverage, codePoint);
};

/** Returns the distinct visible characters of texts. */
export function charactersOf(texts: Iterable<string>): string[] {
  const seen = new Uint32Array(CODE_POINTS / 32);
  const characters: string[] = [];
  for (const text of texts) {
    for (let index = 0; index < text.length; index += 1) {
      let codePoint = text.charCodeAt(index);
      if (codePoint >= 0xd800 && codePoint < 0xdc00) {
        codePoint = text.codePointAt(index) ?? codePoint;
        if (codePoint > 0xffff) index += 1;
      }
      if (has(seen, codePoint)) continue;
      add(seen, codePoint);
      const character = String.fromCodePoint(codePoint);
      if (!INVISIBLE.test(character)) characters.push(character);
    }
  }
  return characters;
}

/** The fonts that a document needs. */
interface FontChoice {
  /** In lookup order. */
  readonly names: readonly FontName[];
  /** ISO 639-1 code if the characters indicate an East Asian language, which affects line breaks and glyph shapes. */
  readonly language: 'ja' | 'ko' | 'zh' | undefined;
  /** Characters that are in no font. */
  readonly missing: readonly string[];
}

/** Orders the East Asian fonts: Han characters are shared, but their shapes differ between languages. */
function eastAsian(text: string): {
  readonly language: FontChoice['language'];
  readonly order: readonly FontName[];
} {
  if (/[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text))
    return { language: 'ja', order: ['japanese', 'chinese', 'korean'] };
  if (/\p{sc=Hangul}/u.test(text)) return { language: 'ko', order: ['korean', 'chinese', 'japanese'] };
  const language = /\p{sc=Han}/u.test(text) ? 'zh' : undefined;
  return { language, order: ['chinese', 'japanese', 'korean'] };
}

/**
 * Chooses fonts for characters: all of `main` first, then those with glyphs that the previous ones lack. Opening a font
 * takes time, so fonts for other scripts come last.
 */
export function chooseFonts(characters: readonly string[], main: readonly FontName[]): FontChoice {
  const all = characters.join('');
  const { language, order } = eastAsian(all);
  const others = fontNames
    .filter((name) => !main.includes(name))
    .flatMap((name) => (name === 'japanese' ? order : order.includes(name) ? [] : [name]));
  const isLikely = (name: FontName): boolean => fontScript(name)?.test(all) ?? true;
  const names = [...main];
  let missing = [...characters];
  for (const name of [...main, ...others.filter(isLikely), ...others.filter((name) => !isLikely(name))]) {
    if (missing.length === 0) break;
    const coverage = coverageOf(name);
    const left = missing.filter((character) => !has(coverage, character.codePointAt(0) ?? 0));
    if (left.length < missing.length && !names.includes(name)) names.push(name);
    missing = left;
  }
  return { names, language, missing };
}
