/** Characters by their code points, as many as are worth reading: `U+E000, U+10FFFD and 3 more`. */
export function codePoints(characters: readonly string[]): string {
  const named = characters
    .slice(0, 10)
    .map((character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`);
  const more = characters.length > named.length ? ` and ${characters.length - named.length} more` : '';
  return `${named.join(', ')}${more}`;
}

/** What the client is told about characters that no font has; nothing where there are none. */
export function warnAboutMissing(missing: readonly string[]): string[] {
  return missing.length === 0
    ? []
    : [`Characters that no font has are shown as boxes: ${codePoints(missing)}.`];
}
