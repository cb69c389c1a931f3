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

let advances: Float64Array | undefined;

async function loadAdvances(): Promise<Float64Array> {
  const { openSync } = await loadPackage<typeof import('fontkit')>('fontkit');
  const font = openSync(fontPath('sans'));
  const widths = new Float64Array(MEASURED).fill(OTHER_WIDTH);
  if (!('glyphForCodePoint' in font)) return widths;
  for (let codePoint = 0x20; codePoint < MEASURED; codePoint += 1) {
    if (!font.hasGlyphForCodePoint(codePoint)) continue;
    widths[codePoint] = font.glyphForCodePoint(codePoint).advanceWidth / font.unitsPerEm;
  }
  return widths;
}

/** Measures text: exact for regular Latin, Greek and Cyrillic except for kerning, otherwise approximate. */
export async function loadTextWidth(): Promise<TextWidth> {
  advances ??= await loadAdvances();
  const known = advances;
  return (text) => {
    let width = 0;
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      const advance = known[unit];
      if (advance !== undefined) {
        width += advance;
        continue;
      }
      const character = String.fromCodePoint(text.codePointAt(index) ?? unit);
      index += character.length - 1;
      width += WIDE.test(character) ? 1 : NO_WIDTH.test(character) ? 0 : OTHER_WIDTH;
    }
    return width;
  };
}
