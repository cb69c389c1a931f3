import { loadPackage } from '../package-assets.ts';
import { type FontName, fontPath } from './fonts.ts';

// Variation selectors, joiners and marks of direction have no glyph and need none.
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Z}\p{Cc}]/u;

/** The characters of a text that none of the fonts has a glyph for, each once. */
export async function missingGlyphs(text: string, names: readonly FontName[]): Promise<string[]> {
  let missing = [...new Set(text)].filter((character) => !INVISIBLE.test(character));
  const { openSync } = await loadPackage<typeof import('fontkit')>('fontkit');
  for (const name of names) {
    if (missing.length === 0) return [];
    const font = openSync(fontPath(name));
    if (!('hasGlyphForCodePoint' in font)) continue;
    missing = missing.filter((character) => !font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
  }
  return missing;
}

/** What the client is told about them; nothing where there are none. */
export function warnAboutMissing(missing: readonly string[]): string[] {
  if (missing.length === 0) return [];
  const named = missing
    .slice(0, 10)
    .map((character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`);
  const more = missing.length > named.length ? ` and ${missing.length - named.length} more` : '';
  return [`Characters that no font has are shown as boxes: ${named.join(', ')}${more}.`];
}
