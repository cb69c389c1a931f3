import { nameTable } from './name-table.ts';

const RTL_LETTER = '\\p{sc=Arabic}\\p{sc=Hebrew}\\p{sc=Syriac}\\p{sc=Thaana}\\p{sc=Nko}';
const RTL = new RegExp(`[[${RTL_LETTER}]&&\\p{L}]`, 'gv');
const LETTER = /\p{L}/gu;

/** Returns the share of letters in right-to-left scripts, 0 to 1. */
export function rightToLeftShare(text: string): number {
  const rightToLeft = text.match(RTL)?.length ?? 0;
  return rightToLeft === 0 ? 0 : rightToLeft / (text.match(LETTER)?.length ?? 0);
}

// Blocks of right-to-left scripts and of their presentation forms (Unicode's DerivedBidiClass.txt, default values).
const RTL_BLOCKS = [
  [0x590, 0x8ff],
  [0xfb1d, 0xfdff],
  [0xfe70, 0xfeff],
  [0x10800, 0x10fff],
  [0x1e800, 0x1efff],
] as const;

/** Whether a code point is in a right-to-left script. */
export const isRightToLeftCode = (code: number): boolean =>
  code >= RTL_BLOCKS[0][0] && RTL_BLOCKS.some(([first, last]) => code >= first && code <= last);

// Alternatives: a right-to-left word with its combining marks; a run of words in other scripts; a number with its
// separators; any other single character.
const RUNS = new RegExp(
  [
    `[[${RTL_LETTER}]--[\\p{N}\\p{P}]][[${RTL_LETTER}\\p{M}]--[\\p{N}\\p{P}]]*`,
    `(?=[^${RTL_LETTER}])\\p{L}[[\\p{L}\\p{M}\\p{N}]--[${RTL_LETTER}]]*(?:[^\\p{L}\\p{N}]+(?:(?=[^${RTL_LETTER}])[\\p{L}\\p{N}][[\\p{L}\\p{M}\\p{N}]--[${RTL_LETTER}]]*))*`,
    '\\p{N}+(?:[.,:\\/\\u066b\\u066c]\\p{N}+)*%?',
    '.',
  ].join('|'),
  'gvs',
);

const MIRRORED: Readonly<Record<string, string>> = nameTable({
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '«': '»',
  '»': '«',
});

/** Whether a line in reading order has mirrored brackets: the first one is a closing bracket. */
export function hasMirroredBrackets(line: string): boolean {
  const first = /[()[\]{}«»]/.exec(line)?.[0];
  return first !== undefined && !'([{«'.includes(first);
}

/** Replaces each bracket with its mirror image. */
export const mirrorBrackets = (text: string): string =>
  text.replaceAll(/[()[\]{}«»]/g, (bracket) => MIRRORED[bracket] ?? bracket);

const restoreBrackets = (line: string): string => (hasMirroredBrackets(line) ? mirrorBrackets(line) : line);

/**
 * Converts a line from visual order, left to right, to reading order. Characters within a word must be in reading order
 * already. Lines that are mostly left-to-right are returned unchanged.
 *
 * Reverses the Unicode Bidirectional Algorithm (UAX 9) by runs, for a line whose direction is right to left.
 */
export function toReadingOrder(line: string): string {
  if (rightToLeftShare(line) < 0.5) return line;
  return restoreBrackets(
    Array.from(line.trim().matchAll(RUNS), ([run]) => run)
      .reverse()
      .join(''),
  );
}

// ISO 639 codes of languages whose usual script is written from right to left (CLDR likely subtags).
const rightToLeftLanguages: readonly string[] =
  'ar arc azb ckb dv fa he iw ji ks lrc mzn nqo pnb prs ps sd syr ug ur yi'.split(' ');
// ISO 15924 codes.
const rightToLeftScripts: readonly string[] = ['adlm', 'arab', 'hebr', 'nkoo', 'rohg', 'syrc', 'thaa'];

/** Whether a language (BCP 47) is written from right to left: by its script subtag, or else by the language itself. */
export function isRightToLeftLanguage(tag: string | null): boolean {
  const [language = '', ...subtags] = (tag ?? '').toLowerCase().split('-');
  const script = subtags.find((subtag) => /^[a-z]{4}$/.test(subtag));
  return script === undefined ? rightToLeftLanguages.includes(language) : rightToLeftScripts.includes(script);
}
