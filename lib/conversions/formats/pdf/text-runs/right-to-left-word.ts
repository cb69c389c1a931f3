import { kindOf, kinds } from './character-kinds.ts';

/** A character and its position, in points from the left. */
export interface Character {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

const isOf = (kind: number, text: string): boolean => (kindOf(text.codePointAt(0) ?? 0) & kind) !== 0;

/** Whether a character is a letter. */
export const isLetter = (text: string): boolean => isOf(kinds.letter, text);

/** Whether a character belongs to a script written from right to left. */
export const isRightToLeft = (text: string): boolean => isOf(kinds.rightToLeft, text);

/** Whether a character is a combining mark, such as a vowel sign. */
export const isMark = (text: string): boolean => isOf(kinds.mark, text);

/** Whether a character attaches to its neighbours: a mark or a joiner. */
export const isAttached = (text: string): boolean => isOf(kinds.mark | kinds.joiner, text);

interface Glyph {
  text: string;
  readonly left: number;
  readonly right: number;
}

const distance = (one: Character, other: Character): number =>
  Math.abs(one.left + one.right - other.left - other.right);

// Points; characters of one glyph have the same position.
const SAME_PLACE = 0.05;
// No glyph is an alef before a lam: PDFium has reversed such a pair.
const LAM_ALEF = /\u0644[\u0622\u0623\u0625\u0627]/;
// The ligature of Allah, which ends with such a pair once it is reversed.
const REVERSED_ALLAH = /^\u0647\p{M}{0,4}\u0644\p{M}{0,4}\u0644\p{M}{0,4}\u0627?$/u;
const LEADING_MARKS = /^(\p{M}+)(\P{M})/u;

/**
 * Groups characters by glyph. All characters of a glyph have its position. PDFium reverses right-to-left lines, and with
 * them the characters of each glyph.
 */
function glyphsOf(characters: readonly Character[]): Glyph[] {
  const glyphs: { texts: string[]; left: number; right: number }[] = [];
  for (const { text, left, right } of characters) {
    const last = glyphs.at(-1);
    if (last !== undefined && Math.abs(last.left - left) < SAME_PLACE) {
      last.texts.push(text);
      last.right = Math.max(last.right, right);
    } else glyphs.push({ texts: [text], left, right });
  }
  const isLogical = (text: string): boolean => LAM_ALEF.test(text) && !REVERSED_ALLAH.test(text);
  const whole = glyphs.map(({ texts, left, right }) => ({
    text: (isLogical(texts.join('')) ? texts : texts.toReversed()).join('').replace(LEADING_MARKS, '$2$1'),
    left,
    right,
  }));
  // The second part of a ligature, or the mark on it, may repeat all characters of it.
  return whole.filter(({ text, left, right }, at) => {
    const before = whole[at - 1];
    if (text.length < 2 || text !== before?.text) return true;
    return right - left > SAME_PLACE && (left + right) / 2 < before.left;
  });
}

// Maximum distance of a mark from its base, in widths of the base.
const BESIDE = 0.4;

const away = (mark: Glyph, base: Glyph): number => Math.max(0, base.left - mark.left, mark.left - base.right);

/** The base character of a mark: the preceding one, otherwise the nearest. */
function baseOf(mark: Glyph, before: Glyph | undefined, bases: readonly Glyph[]): Glyph | undefined {
  if (before !== undefined && away(mark, before) <= BESIDE * (before.right - before.left)) return before;
  let nearest = bases[0];
  for (const base of bases)
    if (nearest === undefined || distance(base, mark) < distance(nearest, mark)) nearest = base;
  const over = bases.find((base) => mark.left > base.left && mark.left < base.right);
  return over ?? nearest;
}

/**
 * Reads a right-to-left word from PDFium's characters. They are in reading order, except for the characters of one glyph
 * and for marks before their base characters.
 */
export function readFromRight(characters: readonly Character[]): string {
  const glyphs = glyphsOf(characters);
  const isBase = ({ text }: Glyph): boolean => !isMark(text.at(0) ?? '');
  const bases = glyphs.filter(isBase);
  const [first] = bases;
  if (first === undefined) return glyphs.map(({ text }) => text).join('');
  let before: Glyph | undefined;
  for (const glyph of glyphs) {
    if (isBase(glyph)) before = glyph;
    else {
      const base = baseOf(glyph, before, bases);
      if (base !== undefined) base.text += glyph.text;
    }
  }
  // Unless PDFium has reversed them, they go from left to right.
  const isReversed = first.left > (bases.at(-1)?.left ?? first.left) - SAME_PLACE;
  return (isReversed ? bases : bases.toReversed()).map(({ text }) => text).join('');
}
