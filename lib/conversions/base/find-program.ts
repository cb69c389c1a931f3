import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where systems install programs. */
export const systemFolders = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];

/** Returns the path of a program, by the first of its names in the first of some folders that has one. */
export const findProgram = (
  names: readonly string[],
  folders: readonly string[] = systemFolders,
): string | undefined =>
  folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path));
