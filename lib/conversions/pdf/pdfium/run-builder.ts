import type { RunStyle, TextRun } from '../layout/text-run.ts';
import { isMark, isRightToLeft, type Letter, readFromRight } from './right-to-left-word.ts';

/** How a letter looks. */
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

// Parts of the size of the letters: what most fonts reach above the baseline; a step up or down that leaves the line; a
// gap that is more than a space; one that parts words, where letters join.
const ASCENT = 0.76;
const STEP = 0.12;
const WIDE_GAP = 0.9;
const WORD_GAP = 0.15;

function toRun({ look, letters, baseline, left, right }: OpenRun): TextRun {
  const plain = letters.map((letter) => letter.text).join('');
  const isRtl = isRightToLeft(plain) && !/[\p{N}A-Za-z]/u.test(plain);
  const text = isRtl ? readFromRight(letters) : plain;
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
  if (!isRtl && !wasRtl) return letter.left < open.left - size * WIDE_GAP;
  // Word by word: the order of words is told by where they stand.
  return isRtl !== wasRtl || gap > size * WORD_GAP || open.letters.at(-1)?.text === ' ';
}

/** Collects letters, in the order in which a page names them, into runs of one look on one line. */
export function runBuilder() {
  const runs: TextRun[] = [];
  let open: OpenRun | undefined;
  const flush = (): void => {
    if (open?.letters.some(({ text }) => text.trim() !== '') === true) runs.push(toRun(open));
    open = undefined;
  };
  const add = (look: Look, letter: Letter, baseline: number): void => {
    const last = open?.letters.at(-1)?.text;
    if (open !== undefined && isMark(letter.text) && last !== ' ') {
      open.letters.push(letter);
      return;
    }
    if (open !== undefined) {
      // A mark named before its letter stands higher than it.
      if (open.letters.every(({ text }) => isMark(text))) Object.assign(open, { look, baseline });
      else if (isOther(open, look, letter, baseline)) flush();
    }
    open ??= { look, baseline, letters: [], left: letter.left, right: letter.right };
    open.letters.push(letter);
    open.left = Math.min(open.left, letter.left);
    open.right = Math.max(open.right, letter.right);
  };
  const addSpace = (): void => {
    if (open !== undefined) open.letters.push({ text: ' ', left: open.right, right: open.right });
  };
  return { runs, add, addSpace, flush };
}
