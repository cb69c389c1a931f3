import type { PageCharacters } from '../../../backends/pdfium/page-characters.ts';
import { isRightToLeftCode } from '../../../base/right-to-left.ts';
import { standaloneAccents } from '../../../shared/text/accents.ts';

/** What a character can be, as bits. */
export const kinds = {
  letter: 1,
  /** Of a script that is written from the right. */
  rightToLeft: 2,
  /** A combining mark, such as a vowel sign. */
  mark: 4,
  /** A zero-width joiner or non-joiner. */
  joiner: 8,
  space: 16,
  lineEnd: 32,
  /** One that PDFium found at a line's end. */
  hyphen: 64,
  /** A control character that is no line end. */
  control: 128,
  /** An accent that stands alone. */
  accent: 256,
  /** In a block of right-to-left scripts, which also contain digits and punctuation. */
  rightToLeftBlock: 512,
  /** Beyond the basic plane. */
  astral: 1024,
  known: 2048,
  /** What the number of a Greek or Cyrillic glyph is as a character. */
  glyph: 4096,
} as const;

/** The kinds that are added to runs with their text, not by their code. */
export const NOT_PLAIN = kinds.mark | kinds.joiner | kinds.rightToLeft | kinds.astral;

const RTL = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u;
const tests: readonly (readonly [kind: number, test: (code: number, text: string) => boolean])[] = [
  [kinds.letter, (_, text) => /\p{L}/u.test(text)],
  [kinds.rightToLeft, (_, text) => RTL.test(text)],
  [kinds.mark, (_, text) => /\p{M}/u.test(text)],
  [kinds.joiner, (code) => code === 0x200c || code === 0x200d],
  [kinds.space, (code) => code === 0x20 || code === 0x09 || code === 0xa0],
  [kinds.lineEnd, (code) => code === 0 || code === 0x0a || code === 0x0d],
  [kinds.hyphen, (code) => code === 0x02 || code === 0xfffe || code === 0xad],
  [kinds.control, (code) => code < 0x20 && code !== 0 && code !== 0x0a && code !== 0x0d],
  [kinds.accent, (_, text) => standaloneAccents.includes(text)],
  [kinds.rightToLeftBlock, isRightToLeftCode],
  [kinds.glyph, (code) => code >= 505 && code < 650],
  [kinds.astral, (code) => code > 0xffff],
];

// Expressions for each character would take most of the time of a page.
const known = new Uint16Array(0x110000);

/** Returns what the character of a code point is. */
export function kindOf(code: number): number {
  const own = known[code] ?? 0;
  if (own !== 0) return own;
  const text = String.fromCodePoint(code);
  const kind = tests.reduce(
    (sum, [each, test]) => (test(code, text) ? sum | each : sum),
    kinds.known as number,
  );
  known[code] = kind;
  return kind;
}

/** Returns what the characters of a page are together. */
export function kindsAmong({ codes, count }: PageCharacters): number {
  let all = 0;
  for (let char = 0; char < count; char += 1) {
    const code = codes[char] ?? 0;
    all |= kindOf(code);
    // PDFium ends lines with both; the first one alone is a character of a font without Unicode.
    if (code === 0x0d && codes[char + 1] !== 0x0a) all |= kinds.control;
  }
  return all;
}
