import type { ShapedGlyph } from '../../../../backends/harfbuzz/shaper.ts';
import { EngineRefusal } from '../../../../engine/engine.ts';
import { ConversionError } from '../../../../errors.ts';

/** The smallest piece of text that has glyphs of its own. */
export interface Cluster {
  /** Offset in the shaped text. */
  readonly at: number;
  readonly text: string;
  /** In visual order. */
  readonly glyphs: readonly ShapedGlyph[];
}

/** Characters that show nothing, such as joiners and direction marks. */
export const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;

/** Returns the clusters of a shaped text, in visual order. Invisible characters belong to the one before them. */
export function clustersOf(text: string, glyphs: readonly ShapedGlyph[], isRightToLeft: boolean): Cluster[] {
  const logical: { at: number; glyphs: ShapedGlyph[] }[] = [];
  for (const glyph of isRightToLeft ? glyphs.toReversed() : glyphs) {
    const last = logical.at(-1);
    const isInvisible =
      last !== undefined &&
      glyph.cluster > last.at &&
      IGNORABLE.test(text.slice(glyph.cluster, glyph.cluster + 1));
    if (last?.at === glyph.cluster || isInvisible) last?.glyphs.push(glyph);
    else logical.push({ at: glyph.cluster, glyphs: [glyph] });
  }
  const clusters = logical.map(({ at, glyphs: own }, index) => ({
    at,
    text: text.slice(at, logical[index + 1]?.at),
    glyphs: isRightToLeft ? own.reverse() : own,
  }));
  return isRightToLeft ? clusters.reverse() : clusters;
}

/** A glyph of a font, at a position in units of the font. */
export interface PlacedGlyph {
  readonly glyph: number;
  readonly x: number;
  readonly y: number;
}

/** What a code of a font shows, and the text that it stands for. */
export interface FontCode {
  readonly parts: readonly PlacedGlyph[];
  /** In units of the font. */
  readonly width: number;
  readonly text: string;
}

/** The codes of a font in a PDF. */
export interface FontCodes {
  readonly all: readonly FontCode[];
  /** Returns the code for a glyph or several, a new one if there is none. */
  readonly of: (code: FontCode) => number;
}

// A code has two bytes.
const MOST_CODES = 0x1_00_00;

/** Creates the codes of a font, without any. */
export function fontCodes(): FontCodes {
  const all: FontCode[] = [];
  const numbers = new Map<string, number>();
  return {
    all,
    of: (code) => {
      const key = `${code.parts.map(({ glyph, x, y }) => `${glyph},${x},${y}`).join(' ')} ${code.text}`;
      const known = numbers.get(key);
      if (known !== undefined) return known;
      if (all.length === MOST_CODES) {
        const message = 'The text has too many different characters for one font. Split the file.';
        throw new EngineRefusal(new ConversionError('too_complex', message));
      }
      numbers.set(key, all.length);
      return all.push(code) - 1;
    },
  };
}
