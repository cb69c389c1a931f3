import { appendAll } from '../../../base/arrays.ts';
import type { RunStyle, TextRun } from '../../../shared/page-layout/text-run.ts';
import { type Character, isAttached, isMark, isRightToLeft, readFromRight } from './right-to-left-word.ts';

/** Text style of a character. */
export interface TextStyle {
  readonly font: RunStyle;
  /** In points. */
  readonly size: number;
  /** Quarter turns clockwise, as shown. */
  readonly turns: number;
}

interface OpenRun {
  style: TextStyle;
  baseline: number;
  readonly characters: Character[];
  left: number;
  right: number;
}

// Font sizes; the typical ascent.
const ASCENT = 0.76;
// Font sizes; a larger vertical offset starts a new line.
const STEP = 0.12;
// Font sizes; a gap wider than a space.
const WIDE_GAP = 0.9;
// Font sizes; a gap between words in joining scripts.
const WORD_GAP = 0.15;
// Points; sizes of one style are rounded.
const SIZE_TOLERANCE = 0.2;
// Latin text is stored in reading order. Digits of a number can be stored from the right.
const LETTER = /\p{L}/u;
const NUMBER_OR_LATIN = /[\p{N}A-Za-z]/u;

function toRun({ style, characters, baseline, left, right }: OpenRun): TextRun {
  const plain = characters.map((character) => character.text).join('');
  const isRtl = isRightToLeft(plain) && !NUMBER_OR_LATIN.test(plain);
  const end = isRtl && plain.endsWith(' ') ? ' ' : '';
  const text = isRtl
    ? `${readFromRight(characters.filter((character) => character.text !== ' '))}${end}`
    : plain;
  const { size, font } = style;
  return { ...font, text, x: left, y: baseline - size * ASCENT, width: right - left, height: size, size };
}

function isOther(open: OpenRun, style: TextStyle, character: Character, baseline: number): boolean {
  const { size } = style;
  const gap = Math.max(character.left - open.right, open.left - character.right);
  if (open.style.font !== style.font || Math.abs(open.style.size - size) > SIZE_TOLERANCE) return true;
  if (Math.abs(open.baseline - baseline) > size * STEP || gap > size * WIDE_GAP) return true;
  const isRtl = isRightToLeft(character.text);
  const wasRtl = isRightToLeft(open.characters[0]?.text ?? '');
  if (!isRtl && !wasRtl) {
    const isLetter = LETTER.test(character.text) || open.characters.some(({ text }) => LETTER.test(text));
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
  let first = at;
  while (first > 0 && characters[first - 1]?.left === character.left) first -= 1;
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
  const at = open.characters.findLastIndex(({ text }) => text === ' ');
  const space = open.characters[at];
  if (at <= 0 || space === undefined || !isRightToLeft(character.text) || space.right > space.left) return;
  const marks = open.characters.slice(at + 1);
  if (!marks.every(({ text }) => isMark(text))) return;
  if (marks.length === 0 && !hasMark(open.characters, at - 1)) return;
  const gap = Math.max(character.left - open.right, open.left - character.right);
  if (hasOwnSpaces || gap <= style.size * WORD_GAP) open.characters.splice(at, 1);
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
      open.characters.push(character);
      return;
    }
    let marks: Character[] = [];
    if (open !== undefined) {
      dropDoubtfulSpace(open, style, character, wide > narrow * 2);
      // A mark stored before its base character is above it.
      if (open.characters.every(({ text }) => isMark(text))) {
        const gap = Math.max(character.left - open.right, open.left - character.right);
        if (gap > style.size * WIDE_GAP) flush();
        else Object.assign(open, { style, baseline });
      } else {
        const space = open.characters.findLastIndex(({ text }) => text === ' ');
        // Marks after a space belong to the next word.
        const isAhead = space >= 0 && space < open.characters.length - 1;
        const after = open.characters.slice(space + 1);
        if (isAhead && after.every(({ text }) => isMark(text))) marks = open.characters.splice(space + 1);
        if (isOther(open, style, character, baseline)) flush();
      }
    }
    open ??= { style, baseline, characters: [], left: character.left, right: character.right };
    appendAll(open.characters, marks);
    open.characters.push(character);
    open.left = Math.min(open.left, character.left);
    open.right = Math.max(open.right, character.right);
  };
  /** Adds a space. A space that PDFium inferred has no width. */
  const addSpace = (widthOf: () => number): void => {
    if (open === undefined) return;
    const last = open.characters.findLast(({ text }) => !isAttached(text));
    const isAfterRtl = isRightToLeft(last?.text ?? '');
    const width = isAfterRtl ? widthOf() : 0;
    if (width > 0) wide += 1;
    else if (isAfterRtl) narrow += 1;
    open.characters.push({ text: ' ', left: open.right, right: open.right + width });
  };
  return { runs, add, addSpace, flush };
}
