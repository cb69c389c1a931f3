import { nameTable } from '../../base/name-table.ts';
import { accented } from '../text/accents.ts';

// Old TeX fonts have an accent before its letter. An acute one between letters is typed in place of an apostrophe.
const ACCENT_AND_LETTER = /([¨ˆ˜˚¯˘˙ˇ]|(?<!\p{L})´) ?([A-Za-zıȷ])/gu;
const ACUTE_BETWEEN = /(?<=\p{L})´([A-Za-zıȷ])/gu;
const SHAPES = /[\ufb00-\ufb06\ufb1d-\ufdff\ufe70-\ufefc]+/g;
// Pieces of buttons in the font Marlett, which old browsers print on top of each other: empty and marked boxes and circles.
const BUTTON = /gfedcb?|nmlkji?/g;
const buttons: Readonly<Record<string, string>> = nameTable({
  gfedc: '☐',
  gfedcb: '☑',
  nmlkj: '○',
  nmlkji: '◉',
});
const HAS_BUTTON = /gfedc|nmlkj/;
// A row of dots before a page number.
const LEADER = /(?:\s?[.·․…]){5}[\s.·․…]*/g;
// Zero-width and private-use characters, soft hyphens, and PDFium's characters for unknown glyphs.
const NOTHING = /[\p{Cc}--[\t\n]]|[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gv;

// Most pages contain nothing else.
const PLAIN = /^[\x20-\x7e\n]*$/;

/** Returns text as it would be typed: without ligatures and presentation forms, with accents on their letters. */
export function plainGlyphs(written: string): string {
  const text = HAS_BUTTON.test(written)
    ? written.replaceAll(BUTTON, (pieces) => buttons[pieces] ?? pieces)
    : written;
  if (PLAIN.test(text)) return text;
  return text
    .replaceAll(NOTHING, '')
    .replaceAll(SHAPES, (shapes) => shapes.normalize('NFKC'))
    .replaceAll(ACCENT_AND_LETTER, (_, accent: string, letter: string) => accented(letter, accent))
    .replaceAll(/[\u00a0\u2000-\u200a\u202f\u205f\t]/g, ' ');
}

/** Like `plainGlyphs`, for text without positions: an acute accent between letters belongs to the second letter. */
export const plainCell = (text: string): string =>
  plainGlyphs(text.replaceAll(ACUTE_BETWEEN, (_, letter: string) => accented(letter, '´')));

/** Returns text with shortened dot leaders. */
export const shortLeaders = (text: string): string => text.replaceAll(LEADER, ' … ');
