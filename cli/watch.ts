import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { usageError } from './command-error.ts';

const versionOf = async (path: string): Promise<string | undefined> => {
  try {
    const found = await stat(path);
    return found.isFile() ? `${found.size} ${found.mtimeMs}` : undefined;
  } catch {
    // It was removed in the meantime.
    return undefined;
  }
};

/**
 * Returns a function that lists the files of a folder that are new or changed since its last call, without those that were
 * there at first. A file is listed once two calls find it unchanged, so that it is complete. Hidden files and those with the
 * extensions `part`, `tmp` and `crdownload` are left out. The folder is read on every call, because notifications do not
 * arrive from network file systems.
 */
export const arrivals = (folder: string): (() => Promise<string[]>) => {
  const listed = new Map<string, string>();
  let previous: Map<string, string> | undefined;

  const scan = async (): Promise<Map<string, string>> => {
    const versions = new Map<string, string>();
    let names: string[];
    try {
      names = await readdir(folder);
    } catch {
      throw usageError(`Cannot read the folder ${folder}. --watch needs an existing folder.`);
    }
    for (const name of names.sort()) {
      if (/^\.|\.(part|tmp|crdownload)$/i.test(name)) continue;
      const path = join(folder, name);
      const version = await versionOf(path);
      if (version !== undefined) versions.set(path, version);
    }
    return versions;
  };

  return async () => {
    const current = await scan();
    const before = previous;
    previous = current;
    if (before === undefined) {
      for (const [path, version] of current) listed.set(path, version);
      return [];
    }
    const arrived = [...current].filter(
      ([path, version]) => before.get(path) === version && listed.get(path) !== version,
    );
    for (const [path, version] of arrived) listed.set(path, version);
    return arrived.map(([path]) => path);
  };
};
