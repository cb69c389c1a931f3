import type { RunStyle, TextRun } from '../../../shared/page-layout/text-run.ts';
import { unspaced } from './letter-spacing.ts';
import { type Character, isAttached, isMark, isRightToLeft, readFromRight } from './right-to-left-word.ts';

/** Text style of a character. */
export interface TextStyle {
  readonly font: RunStyle;
  /** In points. */
  readonly size: number;
  /** Quarter turns clockwise, as shown. */
  readonly turns: number;
}

/** Part of an open run that ends at a space or at the run's end. */
interface Word {
  /** Index of its first character in the run. */
  readonly start: number;
  isMarks: boolean;
}

interface OpenRun {
  style: TextStyle;
  baseline: number;
  readonly characters: Character[];
  /** Never empty. A space ends a word. */
  readonly words: Word[];
  hasLetter: boolean;
  left: number;
  right: number;
  /** The gap before its last character if that is a letter. */
  step: number;
}

// Typical ascent, in font sizes.
const ASCENT = 0.76;
// Maximum difference between baselines of a line, in font sizes.
const STEP = 0.12;
// Minimum gap in font sizes that is wider than a space.
const WIDE_GAP = 0.9;
// Maximum gap between letters of letter-spaced text, in font sizes.
const LETTER_GAP = 0.4;
// Minimum gap between words in joining scripts, in font sizes.
const WORD_GAP = 0.15;
// Maximum difference between sizes of one style, in points: sizes are rounded.
const SIZE_TOLERANCE = 0.2;
// Maximum characters of a run; no line of a book has more. Reading a word from the right takes quadratic time.
const MAX_CHARACTERS = 1000;
// Maximum characters of a glyph; Arabic's longest ligature, U+FDFA, has 18.
const MAX_IN_GLYPH = 20;
// Latin text is stored in reading order. Digits of a number can be stored from the right.
const LETTER = /\p{L}/u;
const NUMBER_OR_LATIN = /[\p{N}A-Za-z]/u;

function toRun({ style, characters, baseline, left, right }: OpenRun): TextRun {
  const plain = characters.map((character) => character.text).join('');
  const isRtl = isRightToLeft(plain) && !NUMBER_OR_LATIN.test(plain);
  const end = isRtl && plain.endsWith(' ') ? ' ' : '';
  const { size, font } = style;
  const text = isRtl
    ? `${readFromRight(characters.filter((character) => character.text !== ' '))}${end}`
    : (unspaced(characters, size) ?? plain);
  return { ...font, text, x: left, y: baseline - size * ASCENT, width: right - left, height: size, size };
}

const wordOf = ({ words }: OpenRun): Word | undefined => words.at(-1);

function append(open: OpenRun, character: Character): void {
  open.characters.push(character);
  open.hasLetter ||= LETTER.test(character.text);
  const word = wordOf(open);
  if (character.text === ' ') open.words.push({ start: open.characters.length, isMarks: true });
  else if (word !== undefined) word.isMarks &&= isMark(character.text);
}

function isOther(open: OpenRun, style: TextStyle, character: Character, baseline: number): boolean {
  const { size } = style;
  const gap = Math.max(character.left - open.right, open.left - character.right);
  if (open.style.font !== style.font || Math.abs(open.style.size - size) > SIZE_TOLERANCE) return true;
  if (Math.abs(open.baseline - baseline) > size * STEP || gap > size * WIDE_GAP + open.step) return true;
  if (open.characters.length >= MAX_CHARACTERS) return true;
  const isRtl = isRightToLeft(character.text);
  const wasRtl = isRightToLeft(open.characters[0]?.text ?? '');
  if (!isRtl && !wasRtl) {
    const isLetter = open.hasLetter || LETTER.test(character.text);
    return character.left < open.left - size * (isLetter ? WORD_GAP : WIDE_GAP);
  }
  // Right-to-left text is read word by word, since only positions show the order of words. Glyph widths are often wrong, so
  // PDFium's spaces end words, except after marks, whose ends PDFium does not know.
  return isRtl !== wasRtl || open.characters.at(-1)?.text === ' ';
}

/** Whether a character, or one in the same glyph, is a combining mark. */
function hasMark(characters: readonly Character[], at: number): boolean {
  const character = characters[at];
  if (character === undefined) return false;
  const least = Math.max(0, at - MAX_IN_GLYPH);
  let first = at;
  while (first > least && characters[first - 1]?.left === character.left) first -= 1;
  return characters.slice(first, at + 1).some(({ text }) => isMark(text));
}

/**
 * Removes a space that PDFium inferred only because marks have no width, and keeps the marks after it. Never removes a
 * space that is in the file.
 */
function dropDoubtfulSpace(
  open: OpenRun,
  style: TextStyle,
  character: Character,
  hasOwnSpaces: boolean,
): void {
  if (!isRightToLeft(character.text)) return;
  const [before, word] = open.words.slice(-2);
  if (before === undefined || word === undefined || !word.isMarks) return;
  const at = word.start - 1;
  const space = open.characters[at];
  if (at <= 0 || space === undefined || space.right > space.left) return;
  if (word.start === open.characters.length && !hasMark(open.characters, at - 1)) return;
  const gap = Math.max(character.left - open.right, open.left - character.right);
  if (!hasOwnSpaces && gap > style.size * WORD_GAP) return;
  open.characters.splice(at, 1);
  open.words.pop();
}

/** Collects characters in file order into runs, each in one style on one line. */
export function runBuilder() {
  const runs: TextRun[] = [];
  let open: OpenRun | undefined;
  // Number of spaces with and without a width after right-to-left characters.
  let wide = 0;
  let narrow = 0;
  const flush = (): void => {
    if (open?.characters.some(({ text }) => text.trim() !== '') === true) runs.push(toRun(open));
    open = undefined;
  };
  const add = (style: TextStyle, character: Character, baseline: number): void => {
    if (open !== undefined && isAttached(character.text)) {
      append(open, character);
      return;
    }
    let marks: Character[] = [];
    if (open !== undefined) {
      dropDoubtfulSpace(open, style, character, wide > narrow * 2);
      // A mark stored before its base character is above it.
      const word = wordOf(open);
      if (word?.start === 0 && word.isMarks) {
        const gap = Math.max(character.left - open.right, open.left - character.right);
        if (gap > style.size * WIDE_GAP) flush();
        else Object.assign(open, { style, baseline });
      } else {
        // Marks after a space belong to the next word.
        if (word?.isMarks === true) marks = open.characters.splice(word.start);
        if (isOther(open, style, character, baseline)) flush();
      }
    }
    const { left, right } = character;
    open ??= {
      style,
      baseline,
      characters: [],
      words: [{ start: 0, isMarks: true }],
      hasLetter: false,
      left,
      right,
      step: 0,
    };
    const isLetter = LETTER.test(character.text);
    open.step = isLetter ? Math.max(0, Math.min(left - open.right, style.size * LETTER_GAP)) : 0;
    for (const each of [...marks, character]) append(open, each);
    open.left = Math.min(open.left, left);
    open.right = Math.max(open.right, right);
  };
  /** Adds a space. A space that PDFium inferred has no width. */
  const addSpace = (widthOf: () => number): void => {
    if (open === undefined) return;
    const last = open.characters.findLast(({ text }) => !isAttached(text));
    const isAfterRtl = isRightToLeft(last?.text ?? '');
    // In letter-spaced text, all spaces follow single letters.
    const isAfterSingle = last !== undefined && (open.characters.at(-2)?.text ?? ' ') === ' ';
    const width = isAfterRtl || isAfterSingle ? widthOf() : 0;
    if (isAfterRtl && width > 0) wide += 1;
    else if (isAfterRtl) narrow += 1;
    append(open, { text: ' ', left: open.right, right: open.right + width });
  };
  return { runs, add, addSpace, flush };
}
