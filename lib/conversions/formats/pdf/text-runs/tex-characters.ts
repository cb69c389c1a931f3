import type { PdfiumDocument } from '../../../backends/pdfium/pdfium-document.ts';
import { accented, standaloneAccents } from '../../../shared/text/accents.ts';

// TeX writes an accented letter as two glyphs over each other. Its bitmap fonts do not state the characters of their glyphs, so
// that PDFium returns their codes: control characters for ligatures and quotation marks.

/** Minimum share of TeX's own encodings among a page's characters; fewer are accents of formulas. */
export const TEX_SHARE = 0.002;

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
  codes: readonly number[],
  glyphAt: (char: number) => Glyph,
  texts: Map<number, string>,
): void {
  const textAt = (char: number): string => texts.get(char) ?? String.fromCodePoint(codes[char] ?? 0);
  const letters = codes.flatMap((_, char) => (LETTER.test(textAt(char)) ? [glyphAt(char)] : []));
  const grid = gridOf(letters);
  for (const [char, code] of codes.entries()) {
    const accent = accentsByCode.get(code);
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
function namelessReader({ fn }: PdfiumDocument, textPage: number): (char: number) => boolean {
  const getObject = fn('FPDFText_GetTextObject');
  const getFont = fn('FPDFTextObj_GetFont');
  const getName = fn('FPDFFont_GetBaseFontName');
  return (char) => {
    const object = getObject(textPage, char);
    const font = object === 0 ? 0 : getFont(object);
    return font !== 0 && getName(font, 0, 0) <= 1;
  };
}

/** Sets the texts of control characters that are glyphs of TeX's fonts. */
function controlCharacters(
  codes: readonly number[],
  isNameless: (char: number) => boolean,
  texts: Map<number, string>,
): void {
  const found: number[] = [];
  let [isOt1, hasLigature] = [false, false];
  for (let char = 0; char < codes.length; char += 1) {
    const code = codes[char] ?? 0;
    if (code < OT1_FIRST || code > T1_LAST) continue;
    if ((code === CARRIAGE_RETURN && codes[char + 1] === LINE_FEED) || !isNameless(char)) continue;
    found.push(char);
    isOt1 ||= OT1_LIGATURES.has(code);
    hasLigature ||= code >= T1_FIRST_LIGATURE;
  }
  if (!(isOt1 || hasLigature) || found.length > codes.length * MAX_SHARE) return;
  for (const char of found) {
    const text = (isOt1 ? OT1_LIGATURES : T1_CHARACTERS).get(codes[char] ?? 0);
    if (text !== undefined) texts.set(char, text);
  }
}

/** Returns the code points of a page's characters. */
export function codesOf({ fn }: PdfiumDocument, textPage: number): readonly number[] {
  const getUnicode = fn('FPDFText_GetUnicode');
  const count = fn('FPDFText_CountChars')(textPage);
  return Array.from({ length: Math.max(0, count) }, (_, char) =>
    Math.min(getUnicode(textPage, char), 0x10ffff),
  );
}

/**
 * Returns the texts of the characters that TeX's fonts encode in their own way, by index. The text of a character that is part
 * of another is empty.
 */
export function texCharacters(
  document: PdfiumDocument,
  textPage: number,
  codes: readonly number[],
): ReadonlyMap<number, string> {
  const { fn, scratch, results } = document;
  const texts = new Map<number, string>();
  controlCharacters(codes, namelessReader(document, textPage), texts);
  if (!codes.some((code) => accentsByCode.has(code))) return texts;
  const getBox = fn('FPDFText_GetLooseCharBox');
  const float = (at: number): number => results().getFloat32(at, true);
  const glyphAt = (char: number): Glyph => {
    getBox(textPage, char, scratch);
    const [left, one, right, other] = [float(0), float(4), float(8), float(12)];
    return {
      char,
      left: Math.min(left, right),
      right: Math.max(left, right),
      low: Math.min(one, other),
      high: Math.max(one, other),
    };
  };
  accentedLetters(codes, glyphAt, texts);
  return texts;
}
