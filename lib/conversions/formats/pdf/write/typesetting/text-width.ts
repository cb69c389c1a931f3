import { fontPath } from '../../../../backends/fonts/fonts.ts';
import { loadPackage } from '../../../../base/package-assets.ts';

/** Returns the width of a text in em. */
export type TextWidth = (text: string) => number;

// Latin, Greek and Cyrillic.
const MEASURED = 0x530;
const WIDE =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff00-\uff60]|\p{Extended_Pictographic}/u;
const NO_WIDTH = /[\p{M}\p{Default_Ignorable_Code_Point}]/u;
// Approximate width of characters in other scripts.
const OTHER_WIDTH = 0.62;
const SPACE = 0x20;
const NO_BREAK_SPACE = 0xa0;

let measure: TextWidth | undefined;

/** Returns the advance width of a character in em; each is read from the font once. */
function advancesOf({ openSync }: typeof import('fontkit'), path: string): (codePoint: number) => number {
  const font = openSync(path);
  const widths = new Float64Array(MEASURED);
  return (codePoint) => {
    const known = widths[codePoint] ?? 0;
    if (known > 0) return known - 1;
    // fontkit fails on fonts that have no outline for a no-break space.
    const shown = codePoint === NO_BREAK_SPACE ? SPACE : codePoint;
    const isKnown = shown >= SPACE && 'glyphForCodePoint' in font && font.hasGlyphForCodePoint(shown);
    const width = isKnown ? font.glyphForCodePoint(shown).advanceWidth / font.unitsPerEm : OTHER_WIDTH;
    // Stored plus 1, so that 0 means that the width has not been read.
    widths[codePoint] = width + 1;
    return width;
  };
}

const measureWith =
  (advanceOf: (codePoint: number) => number): TextWidth =>
  (text) => {
    let width = 0;
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      if (unit < MEASURED) {
        width += advanceOf(unit);
        continue;
      }
      const character = String.fromCodePoint(text.codePointAt(index) ?? unit);
      index += character.length - 1;
      width += WIDE.test(character) ? 1 : NO_WIDTH.test(character) ? 0 : OTHER_WIDTH;
    }
    return width;
  };

/**
 * Returns a function that measures text in the main font: exact for regular Latin, Greek and Cyrillic except for kerning,
 * otherwise approximate.
 */
export async function loadTextWidth(): Promise<TextWidth> {
  measure ??= measureWith(
    advancesOf(await loadPackage<typeof import('fontkit')>('fontkit'), fontPath('sans')),
  );
  return measure;
}
