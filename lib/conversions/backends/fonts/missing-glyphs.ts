import { countWere } from '../../base/count-of.ts';

/** Lists up to 10 characters by code point: `U+E000, U+10FFFD and 3 more`. */
export function codePoints(characters: readonly string[]): string {
  const named = characters
    .slice(0, 10)
    .map((character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`);
  const more = characters.length > named.length ? ` and ${characters.length - named.length} more` : '';
  return `${named.join(', ')}${more}`;
}

/** Returns a warning about characters that are in no font, if any. */
export function warnAboutMissing(missing: readonly string[]): string[] {
  return missing.length === 0
    ? []
    : [
        `${countWere(missing.length, 'character')} not found in any font (shown as boxes): ${codePoints(missing)}.`,
      ];
}
