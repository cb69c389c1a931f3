import type { PageCharacters } from '../../../backends/pdfium/page-characters.ts';
import type { PdfiumDocument } from '../../../backends/pdfium/pdfium-document.ts';
import { accented, standaloneAccents } from '../../../shared/text/accents.ts';

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

// Size in points of the cells by which letters are looked up, and maximum letters of a cell, which no text exceeds.
const CELL = 8;
const MAX_IN_CELL = 60;

const LETTER = /^[A-Za-zıȷ]$/;

interface Glyph {
  readonly char: number;
  readonly left: number;
  readonly right: number;
  readonly low: number;
  readonly high: number;
}

const middleX = ({ left, right }: Glyph): number => (left + right) / 2;
const middleY = ({ low, high }: Glyph): number => (low + high) / 2;
const cellOf = (x: number, y: number): string => `${Math.floor(x / CELL)} ${Math.floor(y / CELL)}`;

/** Groups letters by the cells that contain their middles. */
function gridOf(letters: readonly Glyph[]): ReadonlyMap<string, readonly Glyph[]> {
  const grid = new Map<string, Glyph[]>();
  for (const letter of letters) {
    const key = cellOf(middleX(letter), middleY(letter));
    const own = grid.get(key);
    if (own === undefined) grid.set(key, [letter]);
    else if (own.length < MAX_IN_CELL) own.push(letter);
  }
  return grid;
}

/** Returns the nearest letter whose box contains the middle of an accent. */
function letterUnder(accent: Glyph, grid: ReadonlyMap<string, readonly Glyph[]>): Glyph | undefined {
  const [x, y] = [middleX(accent), middleY(accent)];
  let nearest: Glyph | undefined;
  for (const dx of [-CELL, 0, CELL])
    for (const dy of [-CELL, 0, CELL])
      for (const letter of grid.get(cellOf(x + dx, y + dy)) ?? []) {
        const isAround = letter.left <= x && letter.right >= x && letter.low <= y && letter.high >= y;
        if (!isAround) continue;
        if (nearest === undefined || Math.abs(middleX(letter) - x) < Math.abs(middleX(nearest) - x))
          nearest = letter;
      }
  return nearest;
}

const SPACE = 0x20;

/** Sets the texts of letters to those with their accents. Accents, and the spaces beside them, become empty. */
function accentedLetters(
  { codes, count }: PageCharacters,
  glyphAt: (char: number) => Glyph,
  texts: Map<number, string>,
): void {
  const textAt = (char: number): string => texts.get(char) ?? String.fromCodePoint(codes[char] ?? 0);
  const letters: Glyph[] = [];
  for (let char = 0; char < count; char += 1) if (LETTER.test(textAt(char))) letters.push(glyphAt(char));
  const grid = gridOf(letters);
  for (let char = 0; char < count; char += 1) {
    const accent = accentsByCode.get(codes[char] ?? 0);
    const letter = accent === undefined ? undefined : letterUnder(glyphAt(char), grid);
    if (accent === undefined || letter === undefined) continue;
    const base = textAt(letter.char);
    const composed = accented(base, accent);
    if (composed.length > 1 || !LETTER.test(base)) continue;
    texts.set(letter.char, composed);
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
 * Returns the texts of the characters that TeX's fonts encode in their own way, by index. The text of a character that is part
 * of another is empty.
 */
export function texCharacters(
  document: PdfiumDocument,
  characters: PageCharacters,
): ReadonlyMap<number, string> {
  const { lefts, tops, rights, bottoms } = characters;
  const texts = new Map<number, string>();
  controlCharacters(characters, namelessReader(document, characters), texts);
  const glyphAt = (char: number): Glyph => {
    const [left = 0, right = 0] = [lefts[char], rights[char]];
    const [one = 0, other = 0] = [tops[char], bottoms[char]];
    return {
      char,
      left: Math.min(left, right),
      right: Math.max(left, right),
      low: Math.min(one, other),
      high: Math.max(one, other),
    };
  };
  accentedLetters(characters, glyphAt, texts);
  return texts;
}
