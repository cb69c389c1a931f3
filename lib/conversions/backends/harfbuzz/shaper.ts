import { readFileSync } from 'node:fs';
import { loadPackage } from '../../base/package-assets.ts';
import { type FontName, fontPath } from '../fonts/fonts.ts';
import { harfbuzzPackage } from './package.ts';

type HarfBuzz = typeof import('harfbuzzjs');

/** A glyph on its line. Lengths in units of the font. */
export interface ShapedGlyph {
  readonly id: number;
  /** Offset of the text that it belongs to, in UTF-16 units. */
  readonly cluster: number;
  readonly advance: number;
  readonly x: number;
  readonly y: number;
}

/** A font that shapes text. */
export interface ShapingFont {
  readonly unitsPerEm: number;
  /** Returns the advance width of a glyph, in units of the font. */
  readonly widthOf: (glyph: number) => number;
  /** Returns the glyphs of a text in one script and direction, in visual order. */
  readonly shape: (text: string, isRightToLeft: boolean) => ShapedGlyph[];
}

// A process lays out many documents in the same fonts.
const opened = new Map<FontName, ShapingFont>();

function openFont(name: FontName, harfbuzz: HarfBuzz): ShapingFont {
  const face = new harfbuzz.Face(new harfbuzz.Blob(readFileSync(fontPath(name))));
  const font = new harfbuzz.Font(face);
  const buffer = new harfbuzz.Buffer();
  const { RTL, LTR } = harfbuzz.Direction;
  return {
    unitsPerEm: face.upem,
    widthOf: (glyph) => font.glyphHAdvance(glyph),
    shape: (text, isRightToLeft) => {
      buffer.reset();
      buffer.addText(text);
      buffer.guessSegmentProperties();
      buffer.setDirection(isRightToLeft ? RTL : LTR);
      harfbuzz.shape(font, buffer);
      const positions = buffer.getGlyphPositions();
      return buffer.getGlyphInfos().map(({ codepoint, cluster }, index) => {
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
        return { id: codepoint, cluster, advance: xAdvance, x: xOffset, y: yOffset };
      });
    },
  };
}

/** Loads HarfBuzz. Returns a function that opens a font. Throws if the package is not installed. */
export async function loadShaper(): Promise<(name: FontName) => ShapingFont> {
  const harfbuzz = await loadPackage<HarfBuzz>(harfbuzzPackage);
  return (name) => {
    const font = opened.get(name) ?? openFont(name, harfbuzz);
    opened.set(name, font);
    return font;
  };
}
