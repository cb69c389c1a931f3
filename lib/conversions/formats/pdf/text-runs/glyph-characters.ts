import type { PageCharacters } from '../../../backends/pdfium/page-characters.ts';
import { type PdfiumDocument, readText } from '../../../backends/pdfium/pdfium-document.ts';

// The fonts of Windows whose glyphs are in one order.
const WINDOWS_FONT = /^(?:[A-Z]{6}\+)?(?:Arial|TimesNewRoman|CourierNew)/;

// Characters by glyph: from a first one on, those of a range of Unicode, and single ones. First the Macintosh order (TrueType 1.66,
// 'post' table, format 1), then that of WGL4, which has no character twice.
const RANGES: readonly (readonly [glyph: number, characters: string])[] = [
  [3, Array.from({ length: 95 }, (_, at) => String.fromCharCode(0x20 + at)).join('')],
  [299, 'ΓΘΦ'],
  [302, 'αδεστφ'],
  [505, 'ΑΒΔΕΖΗΙΚΛΜΝΞΟΠΡΣΤΥΧΨΩΪΫάέήίΰβγζηθικλμνξορςυχψωϊϋόύώ'],
  [556, 'ЁЂЃЄЅІЇЈЉЊЋЌЎЏ'],
  [570, Array.from({ length: 64 }, (_, at) => String.fromCharCode(0x410 + at)).join('')],
  [634, 'ёђѓєѕіїјљњћќўџҐґ'],
  [652, 'π'],
];
const CHARACTERS = new Map(
  RANGES.flatMap(([glyph, characters]) => Array.from(characters, (text, at) => [glyph + at, text] as const)),
);

// The glyph of the space, which is no character of Unicode, and the letters that Greek and Cyrillic glyphs are taken for.
const SPACE_GLYPH = 3;
const isForeign = (code: number): boolean => code === SPACE_GLYPH || (code >= 505 && code < 650);

/**
 * Adds the texts of characters whose font is neither in the file nor says what they are: PDFium returns the numbers of their glyphs.
 */
export function addGlyphCharacters(
  document: PdfiumDocument,
  { codes, objects, count }: PageCharacters,
  texts: Map<number, string>,
): void {
  const { fn } = document;
  const getFont = fn('FPDFTextObj_GetFont');
  const isWindows = new Map<number, boolean>();
  const fontOf = (char: number): number => {
    const object = objects[char] ?? 0;
    const font = object === 0 ? 0 : getFont(object);
    if (font !== 0 && !isWindows.has(font)) {
      const name = readText(document, 'utf-8', (buffer, bytes) =>
        fn('FPDFFont_GetBaseFontName')(font, buffer, bytes),
      );
      isWindows.set(font, WINDOWS_FONT.test(name) && fn('FPDFFont_GetIsEmbedded')(font) === 0);
    }
    return isWindows.get(font) === true ? font : 0;
  };
  const fonts = new Set<number>();
  for (let char = 0; char < count; char += 1) {
    if (isForeign(codes[char] ?? 0)) fonts.add(fontOf(char));
  }
  fonts.delete(0);
  if (fonts.size === 0) return;
  for (let char = 0; char < count; char += 1) {
    const text = CHARACTERS.get(codes[char] ?? 0);
    if (text !== undefined && fonts.has(fontOf(char))) texts.set(char, text);
  }
}
