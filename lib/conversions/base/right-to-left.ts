import { nameTable } from './name-table.ts';

const RTL_LETTER = '\\p{sc=Arabic}\\p{sc=Hebrew}\\p{sc=Syriac}\\p{sc=Thaana}\\p{sc=Nko}';
const RTL = new RegExp(`[[${RTL_LETTER}]&&\\p{L}]`, 'gv');
const LETTER = /\p{L}/gu;

/** Share of letters that belong to scripts written from right to left, 0 to 1. */
export function rightToLeftShare(text: string): number {
  const letters = text.match(LETTER)?.length ?? 0;
  return letters === 0 ? 0 : (text.match(RTL)?.length ?? 0) / letters;
}

// A word of such a script with its marks; a stretch of words of other scripts; a number with its separators; the rest
// character by character.
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

/** Whether a line in reading order names its brackets by their shapes, which mirrors them: a closing one comes first. */
export function hasMirroredBrackets(line: string): boolean {
  const first = /[()[\]{}«»]/.exec(line)?.[0];
  return first !== undefined && !'([{«'.includes(first);
}

/** Each bracket as the one that faces it. */
export const mirrorBrackets = (text: string): string =>
  text.replaceAll(/[()[\]{}«»]/g, (bracket) => MIRRORED[bracket] ?? bracket);

const turnBrackets = (line: string): string => (hasMirroredBrackets(line) ? mirrorBrackets(line) : line);

/**
 * A line whose words stand in the order in which they are seen, from left to right, in the order in which they are
 * read. Letters within words are in reading order already. Lines that are mostly left-to-right stay as they are.
 *
 * The reverse of the Unicode Bidirectional Algorithm (UAX 9) for a line of right-to-left direction, in runs.
 */
export function toReadingOrder(line: string): string {
  if (rightToLeftShare(line) < 0.5) return line;
  return turnBrackets(
    Array.from(line.trim().matchAll(RUNS), ([run]) => run)
      .reverse()
      .join(''),
  );
}
