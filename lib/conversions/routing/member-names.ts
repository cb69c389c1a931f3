import type { EntryNaming } from '../shared/zip/zip-directory.ts';

// What macOS and Windows add to archives of files.
const SYSTEM_FILES = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;
const MAX_NAME = 255;

const isPathPart = (part: string): boolean => part !== '' && part !== '.' && part !== '..';

/** A path without folders above the archive, control characters and characters that change the direction of text. */
const safePath = (raw: string): string =>
  raw
    .replaceAll('\\', '/')
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, '')
    .split('/')
    .map((part) => part.trim())
    .filter(isPathPart)
    .join('/')
    .slice(0, MAX_NAME);

/**
 * Creates names for the files of an archive, each of which is read: the second of the same name gets a number. Folders and
 * the files that operating systems add are skipped.
 */
export function createMemberNames(): EntryNaming {
  const copies = new Map<string, number>();
  const used = new Set<string>();
  return (raw) => {
    if (/[/\\]$/.test(raw) || SYSTEM_FILES.test(raw.replaceAll('\\', '/'))) return;
    const path = safePath(raw) || 'unnamed';
    let name = path;
    let copy = copies.get(path) ?? 1;
    while (used.has(name)) {
      copy += 1;
      name = `${path} (${copy})`;
    }
    copies.set(path, copy);
    used.add(name);
    return name;
  };
}
