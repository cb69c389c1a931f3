import type { ParsedPage, TextItem } from '@llamaindex/liteparse';
import { trimEndOf } from '../../../base/trim-text.ts';

/** Text with its edges on the page, in points from the top left. */
export interface Word {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

// Beyond this many words a page isn't text to look for tables in, but a drawing or an attack.
const MOST_WORDS = 20_000;
const MOST_TURNED = 2000;

// Dots that lead from a label to its value.
const LEADERS = '.…·';
const FEWEST_LEADERS = 4;
const ONLY_LEADERS = /^[.…·_ ]+$/;
// Lines drawn with signs.
const DASHES = /^[-–—_=]{5,}$/;

/** Whether a text is a line drawn with signs. */
export const isDashes = (text: string): boolean => DASHES.test(text.trim());

function withoutLeaders(text: string): string {
  if (ONLY_LEADERS.test(text)) return '';
  const label = trimEndOf(text, LEADERS);
  return text.length - label.length < FEWEST_LEADERS ? text : label;
}

function toWord(box: Pick<TextItem, 'text' | 'x' | 'width'>, { y, height }: TextItem): Word {
  const whole = box.text.trim();
  const text = withoutLeaders(whole);
  // Letters are about as wide as dots in the fonts that leaders are common in.
  const share = whole === '' ? 1 : text.length / whole.length;
  return { text, left: box.x, right: box.x + box.width * share, top: y, bottom: y + height };
}

// A slant of a degree is noise.
const isUpright = ({ rotation = 0 }: TextItem): boolean =>
  Math.abs(((rotation + 180) % 360) - 180) < 1 || Math.abs(rotation) < 1;

/** Texts of a page that are turned by a right angle, whole. */
export function turnedTextsOf(page: ParsedPage): Word[] {
  return page.textItems
    .filter(
      ({ rotation = 0, text }) =>
        Math.abs(Math.abs(((rotation + 180) % 360) - 180) - 90) < 1 && text.trim() !== '',
    )
    .slice(0, MOST_TURNED)
    .map((item) => toWord(item, item));
}

/** The upright words of a page, in the order of the file; none where there are too many to be a page of text. */
export function wordsOfPage(page: ParsedPage): Word[] {
  const words: Word[] = [];
  for (const item of page.textItems) {
    if (!isUpright(item)) continue;
    // Boxes of words are tall as their letters; that of the item tells its line.
    if (item.height <= 0) continue;
    for (const box of item.words === undefined || item.words.length === 0 ? [item] : item.words) {
      if (box.width < 0 || isDashes(box.text)) continue;
      const word = toWord(box, item);
      if (word.text !== '') words.push(word);
    }
    if (words.length > MOST_WORDS) return [];
  }
  return words;
}

// A number as tables have them: signs, currencies, marks of notes, ranges in brackets, dashes and "na" for none.
const NUMBER =
  /^[(<>≤≥~+\-−–—±*†‡§#$€£¥]*\s?(?:\d[\d.,/:%\-–]*\d|\d)?\s?[%)*†‡§¹²³\d,.]*$|^\(?(?:n\/?a|x|z|ref\.?|nd)\)?$/i;

/** A text with the digits of Arabic and Persian as those of Latin scripts. */
export const plainDigits = (text: string): string =>
  text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf));

/** Whether a text is a number, or what stands for one in tables. */
export const isNumeric = (text: string): boolean =>
  text.length <= LONGEST_NUMBER && NUMBER.test(plainDigits(text));

// With its signs and brackets; the expression above steps back often in longer ones.
const LONGEST_NUMBER = 40;
