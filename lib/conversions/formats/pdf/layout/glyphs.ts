import { nameTable } from '../../../base/name-table.ts';

const COMBINING: Readonly<Record<string, string>> = nameTable({
  '¨': '\u0308',
  '´': '\u0301',
  ˆ: '\u0302',
  '˜': '\u0303',
  '˚': '\u030a',
  '¯': '\u0304',
  '˘': '\u0306',
  '˙': '\u0307',
  ˇ: '\u030c',
});

// Old TeX fonts set an accent and then its letter.
const ACCENT_AND_LETTER = /([¨´ˆ˜˚¯˘˙ˇ]) ?([A-Za-zıȷ])/g;
const SHAPES = /[\ufb00-\ufb06\ufb1d-\ufdff\ufe70-\ufefc]+/g;
// A row of dots that leads the eye to a page number.
const LEADER = /(?:\s?[.·․…]){5}[\s.·․…]*/g;
// Zero-width and private-use characters, soft hyphens and what pdfium puts for a glyph it cannot name.
const NOTHING = /[\p{Cc}--[\t\n]]|[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gv;

// Most pages hold nothing else.
const PLAIN = /^[\x20-\x7e\n]*$/;

/** Text as it would be typed: ligatures and shaped letters taken apart, accents put on their letters. */
export function plainGlyphs(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .replaceAll(NOTHING, '')
    .replaceAll(SHAPES, (shapes) => shapes.normalize('NFKC'))
    .replaceAll(ACCENT_AND_LETTER, (_, accent: string, letter: string) =>
      `${letter === 'ı' ? 'i' : letter === 'ȷ' ? 'j' : letter}${COMBINING[accent] ?? ''}`.normalize('NFC'),
    )
    .replaceAll(/[\u00a0\u2000-\u200a\u202f\u205f\t]/g, ' ');
}

/** Text with the rows of dots of a table of contents made short. */
export const shortLeaders = (text: string): string => text.replaceAll(LEADER, ' … ');
