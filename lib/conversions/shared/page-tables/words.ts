import type { ParsedPage, TextItem } from '@llamaindex/liteparse';
import { trimEndOf } from '../../base/trim-text.ts';
import type { Edges } from '../geometry/box.ts';
import { turnsOf } from './turned-page.ts';

// Maximum words of a page; more are a drawing or an attack.
const MAX_WORDS = 20_000;
const MAX_ROTATED = 2000;
// Minimum characters of a dot leader.
const MIN_LEADERS = 4;
// Maximum slant in degrees of upright text.
const MAX_SLANT = 1;
// Maximum characters of a number with its symbols: the expression backtracks often in longer texts.
const MAX_NUMBER = 40;

// Maximum characters between two word boxes in the text of their item: a search to its end would be quadratic.
const MAX_SKIPPED = 64;
// Maximum gap between boxes of one word, as a share of the line height.
const MAX_SEAM = 0.1;
// Maximum gap between items of one word, as a share of the line height. liteparse ends an item before some dots; a narrow space of
// a justified line is wider.
const MAX_TOUCH = 0.03;
// Maximum width of a space inside a number, as a share of the line height. Gaps between columns are wider.
const MAX_BLANK = 0.36;

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
// Rules made of characters.
const DASHES = /^[-–—_=]{5,}$/;

/** Whether a text is a rule made of characters. */
export const isDashes = (text: string): boolean => DASHES.test(text.trim());

function withoutLeaders(text: string): string {
  if (ONLY_LEADERS.test(text)) return '';
  const label = trimEndOf(text, LEADERS);
  return text.length - label.length < MIN_LEADERS ? text : label;
}

type Box = Pick<TextItem, 'text' | 'x' | 'width'>;

function toWord(box: Box, { y, height }: TextItem): Word {
  const whole = box.text.trim();
  const text = withoutLeaders(whole);
  // Letters are about as wide as dots in the fonts that leaders are common in.
  const share = whole === '' ? 1 : text.length / whole.length;
  return { text, left: box.x, right: box.x + box.width * share, top: y, bottom: y + height };
}

/**
 * Returns the word boxes of an item. liteparse also ends a word before a dot, so boxes that touch are joined unless the item's
 * text has white space between them: "0" and ".965" are one number.
 */
function boxesOf(item: TextItem): readonly Box[] {
  const { text, height, words = [] } = item;
  if (words.length === 0) return [item];
  const boxes: Box[] = [];
  let end = 0;
  for (const { text: part, x, width } of words) {
    const next = text.slice(end, end + part.length + MAX_SKIPPED).indexOf(part);
    const at = next < 0 ? -1 : end + next;
    const last = boxes.at(-1);
    const gap = last === undefined ? 0 : x - last.x - last.width;
    const isOneWord = last !== undefined && at === end && Math.abs(gap) < height * MAX_SEAM;
    if (isOneWord) boxes[boxes.length - 1] = { text: last.text + part, x: last.x, width: x + width - last.x };
    else boxes.push({ text: part, x, width });
    if (at >= 0) end = at + part.length;
  }
  return boxes;
}

/** Returns true for text that is not rotated. */
export const isUpright = ({ rotation = 0 }: TextItem): boolean =>
  Math.abs(((rotation + 180) % 360) - 180) < MAX_SLANT || Math.abs(rotation) < MAX_SLANT;

/** Whole text items of a page that are rotated by a right angle. */
export function rotatedTextsOf(page: ParsedPage): Word[] {
  return page.textItems
    .filter(
      (item) =>
        Math.abs(Math.abs((((item.rotation ?? 0) + 180) % 360) - 180) - 90) < MAX_SLANT &&
        item.text.trim() !== '',
    )
    .slice(0, MAX_ROTATED)
    .map((item) => ({ ...toWord(item, item), turns: turnsOf(item) }));
}

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

/** Returns true if two words are one value. */
const isOneValue = (before: Word, word: Word): boolean =>
  isBesideWord(before, word) && (isOneNumber(before, word) || isSigned(before, word));

/** Returns the upright words of a page in file order; none if the page has too many. */
export function wordsOfPage(page: ParsedPage): Word[] {
  const words: Word[] = [];
  // Whether white space ends the item before.
  let isClosed = true;
  for (const item of page.textItems) {
    if (!isUpright(item)) continue;
    // Word boxes are as tall as their letters; the item's box is as tall as its line.
    if (item.height <= 0) continue;
    const { text } = item;
    let isOpen = !isClosed && !/^\s/.test(text);
    isClosed = /\s$/.test(text);
    for (const box of boxesOf(item)) {
      if (box.width < 0 || isDashes(box.text)) continue;
      const word = toWord(box, item);
      if (word.text === '') continue;
      const last = words.at(-1);
      const seam =
        last === undefined
          ? undefined
          : (isOpen && touches(last, word)) || closes(last, word)
            ? ''
            : isOneValue(last, word)
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
