const RTL_LETTER = '\\p{sc=Arabic}\\p{sc=Hebrew}\\p{sc=Syriac}\\p{sc=Thaana}\\p{sc=Nko}';
const RTL = new RegExp(`[${RTL_LETTER}]`, 'u');
const LETTER = /\p{L}/u;

// Blocks of right-to-left scripts and of their presentation forms (Unicode's DerivedBidiClass.txt, default values).
const RTL_BLOCKS = [
  [0x590, 0x8ff],
  [0xfb1d, 0xfdff],
  [0xfe70, 0xfeff],
  [0x10800, 0x10fff],
  [0x1e800, 0x1efff],
] as const;
const IN_BLOCK = new RegExp(
  `[${RTL_BLOCKS.map((ends) => ends.map((code) => `\\u{${code.toString(16)}}`).join('-')).join('')}]`,
  'u',
);

/** Returns false for a text without letters of right-to-left scripts, as most texts are: quicker than their share. */
export const mayBeRightToLeft = (text: string): boolean => IN_BLOCK.test(text);

const LAST_UNIT = 0xffff;
const [NO_LETTER, LEFT_LETTER, RIGHT_LETTER] = [1, 2, 3] as const;
// What characters are, by their code, once they were seen: expressions for each one would take most of the time.
const weights = new Uint8Array(0x110000);

function weightOf(code: number): number {
  const text = String.fromCodePoint(code);
  const weight = !LETTER.test(text) ? NO_LETTER : RTL.test(text) ? RIGHT_LETTER : LEFT_LETTER;
  weights[code] = weight;
  return weight;
}

/** Returns the share of letters in right-to-left scripts, 0 to 1. */
export function rightToLeftShare(text: string): number {
  if (!mayBeRightToLeft(text)) return 0;
  let [letters, rightToLeft] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at) ?? 0;
    if (code > LAST_UNIT) at += 1;
    const weight = weights[code] || weightOf(code);
    if (weight > NO_LETTER) letters += 1;
    if (weight === RIGHT_LETTER) rightToLeft += 1;
  }
  return letters === 0 ? 0 : rightToLeft / letters;
}

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

const BRACKETS = ['()', '[]', '{}', '«»'] as const;
// Maximum characters of a label, such as `1)`.
const LABEL = 4;

/** Returns true if the brackets of a line are pairs, one in another or one after the other. */
function arePaired(brackets: readonly string[], opening: string): boolean {
  let open = 0;
  for (const bracket of brackets) {
    open += bracket === opening ? 1 : -1;
    if (open < 0) return false;
  }
  return open === 0;
}

/**
 * Turns brackets the right way in a line that is in reading order: programs store those of right-to-left text as they are read,
 * as they are seen, or some of each.
 */
export function restoreBrackets(line: string): string {
  let restored = line;
  for (const [opening = '', closing = ''] of BRACKETS) {
    const found = Array.from(line).filter((character) => character === opening || character === closing);
    if (found.length === 0 || arePaired(found, opening)) continue;
    const mirrored = found.map((bracket) => (bracket === opening ? closing : opening));
    const isLabel =
      found.length === 1 &&
      line
        .trimStart()
        .slice(0, LABEL)
        .includes(found[0] ?? '');
    const isEven = found.length % 2 === 0;
    const turned = arePaired(mirrored, opening)
      ? mirrored
      : isEven
        ? found.map((_, at) => (at % 2 === 0 ? opening : closing))
        : isLabel
          ? [closing]
          : found[0] === closing
            ? mirrored
            : found;
    let at = 0;
    restored = Array.from(restored, (character) =>
      character === opening || character === closing ? (turned[at++] ?? character) : character,
    ).join('');
  }
  return restored;
}

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
