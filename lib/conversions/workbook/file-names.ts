import { createUniqueNames } from './unique-names.ts';

// Names that no file system takes: Windows' list, and what leads out of a folder.
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are among what no name may have
const FORBIDDEN = /[\\/:*?"<>|\u0000-\u001f\u007f]/g;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;
// File systems take 255 bytes; a character is up to 3 of them here, and a number and an extension come on top.
const MAX_CHARACTERS = 80;

/** Names of files for titles such as those of sheets: safe on any system, and none twice whatever the letter case. */
export function fileNames(titles: readonly string[], extension: string): string[] {
  const unique = createUniqueNames((name) => name.toLowerCase());
  return titles.map((title, index) => {
    const allowed = title.replaceAll(FORBIDDEN, '_').slice(0, MAX_CHARACTERS).toWellFormed();
    const safe = allowed.replace(/^[\s.]+/, '').replace(/(?<![\s.])[\s.]+$/, '');
    const base = safe === '' ? `sheet-${index + 1}` : RESERVED.test(safe) ? `_${safe}` : safe;
    return `${unique(base, (copy) => `${base} (${copy})`)}.${extension}`;
  });
}
