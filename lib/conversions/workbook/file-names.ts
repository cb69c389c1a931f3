import { createUniqueNames } from './unique-names.ts';

// Characters that file systems reject (the Windows list) and path separators.
// biome-ignore lint/suspicious/noControlCharactersInRegex: file names cannot contain control characters
const FORBIDDEN = /[\\/:*?"<>|\u0000-\u001f\u007f]/g;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;
// File systems allow 255 bytes; a character takes up to 3 bytes here, and a number and an extension are appended.
const MAX_CHARACTERS = 80;

/** Returns file names for titles such as sheet names: valid on any system and unique regardless of case. */
export function fileNames(titles: readonly string[], extension: string): string[] {
  const unique = createUniqueNames((name) => name.toLowerCase());
  return titles.map((title, index) => {
    const allowed = title.replaceAll(FORBIDDEN, '_').slice(0, MAX_CHARACTERS).toWellFormed();
    const safe = allowed.replace(/^[\s.]+/, '').replace(/(?<![\s.])[\s.]+$/, '');
    const base = safe === '' ? `sheet-${index + 1}` : RESERVED.test(safe) ? `_${safe}` : safe;
    return `${unique(base, (copy) => `${base} (${copy})`)}.${extension}`;
  });
}
