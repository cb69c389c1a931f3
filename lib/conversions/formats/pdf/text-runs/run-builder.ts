import { appendAll } from '../../../base/arrays.ts';
import type { RunStyle, TextRun } from '../layout/text-run.ts';
import { isAttached, isMark, isRightToLeft, type Letter, readFromRight } from './right-to-left-word.ts';

/** Text style of a character. */
export interface Look {
  readonly style: RunStyle;
  /** In points. */
  readonly size: number;
  /** Quarter turns clockwise, as shown. */
  readonly turns: number;
}

interface OpenRun {
  look: Look;
  baseline: number;
  readonly letters: Letter[];
  left: number;
  right: number;
}

// In font sizes: typical ascent; vertical offset that starts a new line; gap wider than a space; gap between words in
// joining scripts.
const ASCENT = 0.76;
const STEP = 0.12;
const WIDE_GAP = 0.9;
const WORD_GAP = 0.15;
// Latin text is stored in reading order. Digits of a number can be stored from the right.
const LETTER = /\p{L}/u;
const NUMBER_OR_LATIN = /[\p{N}A-Za-z]/u;

function toRun({ look, letters, baseline, left, right }: OpenRun): TextRun {
  const plain = letters.map((letter) => letter.text).join('');
  const isRtl = isRightToLeft(plain) && !NUMBER_OR_LATIN.test(plain);
  const end = isRtl && plain.endsWith(' ') ? ' ' : '';
  const text = isRtl ? `${readFromRight(letters.filter((letter) => letter.text !== ' '))}${end}` : plain;
  const { size, style } = look;
  return { ...style, text, x: left, y: baseline - size * ASCENT, width: right - left, height: size, size };
}

function isOther(open: OpenRun, look: Look, letter: Letter, baseline: number): boolean {
  const { size } = look;
  const gap = Math.max(letter.left - open.right, open.left - letter.right);
  if (open.look.style !== look.style || Math.abs(open.look.size - size) > 0.2) return true;
  if (Math.abs(open.baseline - baseline) > size * STEP || gap > size * WIDE_GAP) return true;
  const isRtl = isRightToLeft(letter.text);
  const wasRtl = isRightToLeft(open.letters[0]?.text ?? '');
  if (!isRtl && !wasRtl) {
    const isLetter = LETTER.test(letter.text) || open.letters.some(({ text }) => LETTER.test(text));
    return letter.left < open.left - size * (isLetter ? WORD_GAP : WIDE_GAP);
  }
  // Word by word: the order of words is told by where they stand. Widths of letters are often wrong: pdfium tells where
  // words end, but for letters with marks, after which it does not know where they end.
  return isRtl !== wasRtl || open.letters.at(-1)?.text === ' ';
}

/** Whether a character, or one in the same glyph, is a combining mark. */
function hasMark(letters: readonly Letter[], at: number): boolean {
  const letter = letters[at];
  if (letter === undefined) return false;
  let first = at;
  while (first > 0 && letters[first - 1]?.left === letter.left) first -= 1;
  return letters.slice(first, at + 1).some(({ text }) => isMark(text));
}

/**
 * Removes a space that PDFium inferred only because marks have no width, and keeps the marks after it. Never removes a
 * space that is in the file.
 */
function dropDoubtfulSpace(open: OpenRun, look: Look, letter: Letter, hasOwnSpaces: boolean): void {
  const at = open.letters.findLastIndex(({ text }) => text === ' ');
  const space = open.letters[at];
  if (at <= 0 || space === undefined || !isRightToLeft(letter.text) || space.right > space.left) return;
  const marks = open.letters.slice(at + 1);
  if (!marks.every(({ text }) => isMark(text))) return;
  if (marks.length === 0 && !hasMark(open.letters, at - 1)) return;
  const gap = Math.max(letter.left - open.right, open.left - letter.right);
  if (hasOwnSpaces || gap <= look.size * WORD_GAP) open.letters.splice(at, 1);
}

/** Collects characters in file order into runs, each in one style on one line. */
export function runBuilder() {
  const runs: TextRun[] = [];
  let open: OpenRun | undefined;
  // Of the spaces after letters that are read from the right.
  let wide = 0;
  let narrow = 0;
  const flush = (): void => {
    if (open?.letters.some(({ text }) => text.trim() !== '') === true) runs.push(toRun(open));
    open = undefined;
  };
  const add = (look: Look, letter: Letter, baseline: number): void => {
    if (open !== undefined && isAttached(letter.text)) {
      open.letters.push(letter);
      return;
    }
    let marks: Letter[] = [];
    if (open !== undefined) {
      dropDoubtfulSpace(open, look, letter, wide > narrow * 2);
      // A mark stored before its base character is above it.
      if (open.letters.every(({ text }) => isMark(text))) {
        const gap = Math.max(letter.left - open.right, open.left - letter.right);
        if (gap > look.size * WIDE_GAP) flush();
        else Object.assign(open, { look, baseline });
      } else {
        const space = open.letters.findLastIndex(({ text }) => text === ' ');
        // Marks after a space belong to the next word.
        const isAhead = space >= 0 && space < open.letters.length - 1;
        const after = open.letters.slice(space + 1);
        if (isAhead && after.every(({ text }) => isMark(text))) marks = open.letters.splice(space + 1);
        if (isOther(open, look, letter, baseline)) flush();
      }
    }
    open ??= { look, baseline, letters: [], left: letter.left, right: letter.right };
    appendAll(open.letters, marks);
    open.letters.push(letter);
    open.left = Math.min(open.left, letter.left);
    open.right = Math.max(open.right, letter.right);
  };
  /** Adds a space. A space that PDFium inferred has no width. */
  const addSpace = (widthOf: () => number): void => {
    if (open === undefined) return;
    const last = open.letters.findLast(({ text }) => !isAttached(text));
    const isAfterRtl = isRightToLeft(last?.text ?? '');
    const width = isAfterRtl ? widthOf() : 0;
    if (width > 0) wide += 1;
    else if (isAfterRtl) narrow += 1;
    open.letters.push({ text: ' ', left: open.right, right: open.right + width });
  };
  return { runs, add, addSpace, flush };
}
