import { trimEndOf } from '../../base/trim-text.ts';
import type { Edges } from '../geometry/box.ts';
import { plainGlyphs } from '../page-layout/glyphs.ts';
import type { TextRun } from '../page-layout/text-run.ts';
import { wordsOfRun } from '../page-layout/words-of-run.ts';
import { isBullet, plainBullet } from '../text/bullets.ts';
import type { TablePage } from './page-table.ts';

// Maximum words of a page; more are a drawing or an attack.
const MAX_WORDS = 20_000;
const MAX_ROTATED = 2000;
// Minimum characters of a dot leader.
const MIN_LEADERS = 4;
// Maximum characters of a number with its symbols: the expression backtracks often in longer texts.
const MAX_NUMBER = 40;

// Maximum difference between the bottoms of words on one line, as a share of the line height.
const MAX_SEAM = 0.1;
// Maximum gap between runs of one word, as a share of the line height; a narrow space of a justified line is wider.
const MAX_TOUCH = 0.03;
// Maximum width of a space inside a number, as a share of the line height. Gaps between columns are wider.
const MAX_BLANK = 0.36;

// Maximum space between a bullet and its item, as a share of the line height.
const MAX_INDENT = 2.5;

/** Text with its edges on the page, in points from the top left. */
export interface Word {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Clockwise quarter turns of a text that is not upright. */
  readonly turns?: number | undefined;
  /** Where its text is, if that is not where it counts. */
  readonly source?: Edges | undefined;
}

// Characters of the dots between a label and its value.
const LEADERS = '.…·';
const ONLY_LEADERS = /^[.…·_ ]+$/;
// Rules made of characters, and their minimum length.
const DASHES = /^[-–—_=]{5,}$/;
const MIN_DASHES = 5;

/** Whether a text is a rule made of characters. */
export const isDashes = (text: string): boolean => text.length >= MIN_DASHES && DASHES.test(text.trim());

function withoutLeaders(text: string): string {
  const label = trimEndOf(text, LEADERS);
  // Most words.
  if (label.length === text.length && !text.endsWith('_') && !text.endsWith(' ')) return text;
  if (text.length > 1 && ONLY_LEADERS.test(text)) return '';
  return text.length - label.length < MIN_LEADERS ? text : label;
}

type WordBox = Pick<TextRun, 'text' | 'x' | 'width'>;

function toWord(box: WordBox, { y, height }: TextRun): Word {
  const whole = plainBullet(plainGlyphs(box.text).trim());
  const text = withoutLeaders(whole);
  // Letters are about as wide as dots in the fonts that leaders are common in.
  const share = whole === '' ? 1 : text.length / whole.length;
  return { text, left: box.x, right: box.x + box.width * share, top: y, bottom: y + height };
}

/** Whole runs of a page that are rotated by a right angle. */
export const rotatedTextsOf = ({ runs }: TablePage): Word[] =>
  runs
    .filter(({ turns = 0, text }) => turns % 2 === 1 && text.trim() !== '')
    .slice(0, MAX_ROTATED)
    .map((run) => ({ ...toWord(run, run), turns: run.turns }));

// A number before a space between thousands, and the digits after the space.
const THOUSANDS = /^[(<>≤≥~+\-−–—±$€£¥]*\d{1,3}(?: \d{3}){0,6}$/;
const HUNDREDS = /^\d{3}(?:[.,]\d+)?[%)*†‡§¹²³]*$/;

/** Returns true if a word continues the number before it after a space between thousands (ISO 80000-1, 7.3.1). */
const isOneNumber = (before: Word, { text }: Word): boolean =>
  HUNDREDS.test(text) && before.text.length < MAX_NUMBER && THOUSANDS.test(before.text);

// A sign of a number that a space separates from it: 12 % (ISO 80000-1, 7.3.2), 9 €, $ 4.
const SIGN = /^[%‰€£¥$]$/;
const SIGN_BEFORE = /^[€£¥$]$/;
const ENDS_IN_DIGIT = /\d$/;
const STARTS_WITH_DIGIT = /^[+−-]?\d/;

/** Returns true if one of two words is the sign of the other, a number. */
const isSigned = (before: Word, { text }: Word): boolean =>
  (SIGN.test(text) && ENDS_IN_DIGIT.test(before.text) && isNumeric(before.text)) ||
  (SIGN_BEFORE.test(before.text) && STARTS_WITH_DIGIT.test(text) && isNumeric(text));

/** Returns true if two words stand on one line. */
const areLevel = (before: Word, { top, bottom }: Word): boolean =>
  before.top < bottom && before.bottom > top && Math.abs(before.bottom - bottom) < MAX_SEAM * (bottom - top);

/** Returns true if only a space is between two words of a line. */
const isBesideWord = (before: Word, word: Word): boolean =>
  word.left > before.right &&
  word.left - before.right < MAX_BLANK * (word.bottom - word.top) &&
  areLevel(before, word);

/** Returns true if nothing is between two words of a line. */
const touches = (before: Word, word: Word): boolean =>
  Math.abs(word.left - before.right) < MAX_TOUCH * (word.bottom - word.top) && areLevel(before, word);

const CLOSING = /^\)%?$/;
const OPENS = /^[$€£¥]?\(/;

/** Returns true if a word closes the bracket of the number before it. */
const closes = (before: Word, word: Word): boolean =>
  CLOSING.test(word.text) && OPENS.test(before.text) && isBesideWord(before, word);

/** Returns true if a word begins the item of a list that a bullet marks. */
const isItem = (bullet: Word, word: Word): boolean =>
  isBullet(bullet.text) &&
  word.left > bullet.right &&
  word.left - bullet.right < MAX_INDENT * (word.bottom - word.top) &&
  areLevel(bullet, word);

/** Returns true if two words are one text of a cell. */
const isOneText = (before: Word, word: Word): boolean =>
  (isBesideWord(before, word) && (isOneNumber(before, word) || isSigned(before, word))) ||
  isItem(before, word);

/** Returns the upright words of a page in file order; none if the page has too many. */
export function wordsOfPage({ runs }: TablePage): Word[] {
  const words: Word[] = [];
  // Whether white space ends the run before.
  let isClosed = true;
  let dots = 0;
  for (const run of runs) {
    const { text, turns = 0 } = run;
    if (turns !== 0 || run.height <= 0) continue;
    let isOpen = !isClosed && !/^\s/.test(text);
    isClosed = /\s$/.test(text);
    // The places of words that were recognized together are not known.
    for (const box of run.edges === undefined ? [run] : wordsOfRun(run)) {
      if (box.width < 0 || isDashes(box.text)) continue;
      const word = toWord(box, run);
      const last = words.at(-1);
      const isEnd = isOpen && last !== undefined && touches(last, word);
      // A dot that ends no sentence is one of a leader, as is that of the word before it.
      if (word.text === '' || (LEADERS.includes(word.text) && !isEnd)) {
        if (last !== undefined && dots > 0)
          words[words.length - 1] = { ...last, text: trimEndOf(last.text, LEADERS) || last.text };
        dots += 1;
        continue;
      }
      dots = 0;
      const seam =
        last === undefined
          ? undefined
          : isEnd || closes(last, word)
            ? ''
            : isOneText(last, word)
              ? ' '
              : undefined;
      isOpen = false;
      if (last === undefined || seam === undefined) words.push(word);
      else words[words.length - 1] = { ...last, text: `${last.text}${seam}${word.text}`, right: word.right };
    }
    if (words.length > MAX_WORDS) return [];
  }
  return words;
}

// A number in a table: with signs, currencies, magnitudes, note marks, ranges in brackets, and spaces between thousands
// (ISO 80000-1, 7.3.1). Dashes and "na" stand for a missing number.
const NUMBER =
  /^[(<>≤≥~+\-−–—±*†‡§#$€£¥]*\s?(?:(?:\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3}){1,6}(?:[.,]\d+)?|\d[\d.,/:%\-–]*\d|\d)(?:\s?(?:[kKMB]|bn|mn|€|£))?)?\s?[%)*†‡§¹²³\d,.]*$|^\(?n\/?a\)?$/i;

const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/;
const ALL_OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;

/** Converts Arabic and Persian digits to Latin ones. */
export const plainDigits = (text: string): string =>
  OTHER_DIGITS.test(text)
    ? text.replaceAll(ALL_OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf))
    : text;

/** Whether a text is a number, or a placeholder for one in tables. */
export const isNumeric = (text: string): boolean =>
  text.length <= MAX_NUMBER && NUMBER.test(plainDigits(text));
