import type { PageCharacters } from '../../../backends/pdfium/page-characters.ts';
import type { PdfiumDocument } from '../../../backends/pdfium/pdfium-document.ts';
import { accented, standaloneAccents } from '../../../shared/text/accents.ts';
import { addGlyphCharacters } from './glyph-characters.ts';

// TeX writes an accented letter as two glyphs over each other. Its bitmap fonts do not state the characters of their glyphs, so
// that PDFium returns their codes: control characters for ligatures and quotation marks.

const accentsByCode: ReadonlyMap<number, string> = new Map(
  standaloneAccents.map((accent) => [accent.charCodeAt(0), accent]),
);

// Codes of ligatures in the encoding OT1, and of quotation marks, dashes and ligatures in T1 (the LaTeX encodings guide).
const OT1_LIGATURES: ReadonlyMap<number, string> = new Map([
  [0x0b, 'ff'],
  [0x0c, 'fi'],
  [0x0d, 'fl'],
  [0x0e, 'ffi'],
  [0x0f, 'ffl'],
]);
const T1_CHARACTERS: ReadonlyMap<number, string> = new Map(
  ['“', '”', '„', '«', '»', '–', '—', '', '', 'ı', 'ȷ', 'ff', 'fi', 'fl', 'ffi', 'ffl'].map((text, at) => [
    0x10 + at,
    text,
  ]),
);
const OT1_FIRST = 0x0b;
const T1_FIRST_LIGATURE = 0x1b;
const T1_LAST = 0x1f;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
// Maximum share of control characters; with more, the font has another encoding.
const MAX_SHARE = 0.1;

// Size in points of the cells by which accents are looked up, and maximum accents of a cell, which no text exceeds.
const CELL = 8;
const MAX_IN_CELL = 60;
// More cells than a page is wide.
const CELLS = 4096;
const SPACE = 0x20;

const isLatinLetter = (code: number): boolean =>
  (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a && code < 0x80;
const isDotless = (text: string): boolean => text === 'ı' || text === 'ȷ';

/** An accent with the nearest letter whose box contains its middle. */
interface Accent {
  readonly char: number;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  letter: number;
  distance: number;
}

const cellOf = (x: number, y: number): number => Math.floor(x / CELL) * CELLS + Math.floor(y / CELL);

/** Groups accents by the cells in and beside which their letters are. */
function gridOf(accents: readonly Accent[]): ReadonlyMap<number, readonly Accent[]> {
  const grid = new Map<number, Accent[]>();
  for (const accent of accents)
    for (const dx of [-CELL, 0, CELL])
      for (const dy of [-CELL, 0, CELL]) {
        const key = cellOf(accent.x + dx, accent.y + dy);
        const own = grid.get(key);
        if (own === undefined) grid.set(key, [accent]);
        else if (own.length < MAX_IN_CELL) own.push(accent);
      }
  return grid;
}

/** Sets the texts of letters to those with their accents. Accents, and the spaces beside them, become empty. */
function accentedLetters(
  { codes, lefts, tops, rights, bottoms, count }: PageCharacters,
  texts: Map<number, string>,
): void {
  const middleX = (char: number): number => ((lefts[char] ?? 0) + (rights[char] ?? 0)) / 2;
  const middleY = (char: number): number => ((tops[char] ?? 0) + (bottoms[char] ?? 0)) / 2;
  const isBetween = (value: number, one = 0, other = 0): boolean =>
    one < other ? one <= value && value <= other : other <= value && value <= one;
  const accents: Accent[] = [];
  for (let char = 0; char < count; char += 1) {
    const text = accentsByCode.get(codes[char] ?? 0);
    if (text !== undefined)
      accents.push({ char, text, x: middleX(char), y: middleY(char), letter: -1, distance: Infinity });
  }
  if (accents.length === 0) return;
  const grid = gridOf(accents);
  const textAt = (char: number): string => texts.get(char) ?? String.fromCodePoint(codes[char] ?? 0);
  const isLetter = (char: number): boolean => isLatinLetter(codes[char] ?? 0) || isDotless(textAt(char));
  for (let char = 0; char < count; char += 1) {
    const x = middleX(char);
    const near = grid.get(cellOf(x, middleY(char)));
    if (near === undefined || !isLetter(char)) continue;
    for (const accent of near) {
      const distance = Math.abs(x - accent.x);
      const isAround =
        isBetween(accent.x, lefts[char], rights[char]) && isBetween(accent.y, tops[char], bottoms[char]);
      if (isAround && distance < accent.distance) Object.assign(accent, { letter: char, distance });
    }
  }
  for (const { char, text, letter } of accents) {
    // One that has an accent gets no other one.
    if (letter < 0 || (texts.has(letter) && !isDotless(textAt(letter)))) continue;
    const composed = accented(textAt(letter), text);
    if (composed.length > 1) continue;
    texts.set(letter, composed);
    for (const near of [char - 1, char, char + 1])
      if (near === char || codes[near] === SPACE) texts.set(near, '');
  }
}

/** Returns a test for characters in a font without a name, as bitmap fonts are (ISO 32000-1, 9.6.5, Type 3). */
function namelessReader({ fn }: PdfiumDocument, { objects }: PageCharacters): (char: number) => boolean {
  const getFont = fn('FPDFTextObj_GetFont');
  const getName = fn('FPDFFont_GetBaseFontName');
  return (char) => {
    const object = objects[char] ?? 0;
    const font = object === 0 ? 0 : getFont(object);
    return font !== 0 && getName(font, 0, 0) <= 1;
  };
}

/** Sets the texts of control characters that are glyphs of TeX's fonts. */
function controlCharacters(
  { codes, count }: PageCharacters,
  isNameless: (char: number) => boolean,
  texts: Map<number, string>,
): void {
  const found: number[] = [];
  let [isOt1, hasLigature] = [false, false];
  for (let char = 0; char < count; char += 1) {
    const code = codes[char] ?? 0;
    if (code < OT1_FIRST || code > T1_LAST) continue;
    if ((code === CARRIAGE_RETURN && codes[char + 1] === LINE_FEED) || !isNameless(char)) continue;
    found.push(char);
    isOt1 ||= OT1_LIGATURES.has(code);
    hasLigature ||= code >= T1_FIRST_LIGATURE;
  }
  if (!(isOt1 || hasLigature) || found.length > count * MAX_SHARE) return;
  for (const char of found) {
    const text = (isOt1 ? OT1_LIGATURES : T1_CHARACTERS).get(codes[char] ?? 0);
    if (text !== undefined) texts.set(char, text);
  }
}

/**
 * Returns the texts of the characters that fonts encode in their own way, by index. The text of a character that is part
 * of another is empty.
 */
export function texCharacters(
  document: PdfiumDocument,
  characters: PageCharacters,
): ReadonlyMap<number, string> {
  const texts = new Map<number, string>();
  controlCharacters(characters, namelessReader(document, characters), texts);
  accentedLetters(characters, texts);
  addGlyphCharacters(document, characters, texts);
  return texts;
}
