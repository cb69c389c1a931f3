import type { Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError, exitCodes, usageError } from './command-error.ts';
import { linkRefusal, withFile } from './regular-file.ts';

const refusalOf = (found: Stats): string | undefined =>
  linkRefusal(found) ??
  (found.uid === (process.getuid?.() ?? found.uid) ? undefined : 'belongs to another user');

/**
 * Reads a file of a watched folder. Whoever can write to the folder could have replaced it since it was listed.
 *
 * @throws Error if it is a link or belongs to another user
 */
export const readArrival = (path: string): Promise<Buffer> =>
  withFile(path, async (handle, found) => {
    const refusal = refusalOf(found);
    if (refusal !== undefined) throw new CommandError(exitCodes.failed, `The file ${refusal}.`);
    return handle.readFile();
  });

const lstatOf = (path: string): Promise<Stats | undefined> =>
  // It may have been removed in the meantime.
  lstat(path).catch(() => undefined);

/**
 * Starts to watch a folder. Returns a function that lists the files that are new or changed since its last call, without
 * those that were there at first. A file is listed once two calls find it unchanged, so that it is complete. Hidden files and
 * those with the extensions `part`, `tmp` and `crdownload` are left out, as are links and files of other users, which are
 * passed to `onSkipped` once. The folder is read on every call, because notifications do not arrive from network file systems.
 *
 * @throws CommandError with exit code 2 if the folder cannot be read
 */
export const arrivals = async (
  folder: string,
  onSkipped: (path: string, reason: string) => void,
): Promise<() => Promise<string[]>> => {
  const listed = new Map<string, string>();
  const skipped = new Set<string>();

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
      const found = await lstatOf(path);
      if (found === undefined || found.isDirectory()) continue;
      const refusal = refusalOf(found);
      if (refusal === undefined) versions.set(path, `${found.size} ${found.mtimeMs}`);
      else if (!skipped.has(path)) {
        skipped.add(path);
        onSkipped(path, refusal);
      }
    }
    return versions;
  };

  let previous = await scan();
  for (const [path, version] of previous) listed.set(path, version);
  return async () => {
    const current = await scan();
    const before = previous;
    previous = current;
    const arrived = [...current].filter(
      ([path, version]) => before.get(path) === version && listed.get(path) !== version,
    );
    for (const [path, version] of arrived) listed.set(path, version);
    return arrived.map(([path]) => path);
  };
};
