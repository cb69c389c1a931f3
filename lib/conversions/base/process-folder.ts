import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Returns whether a file or folder is this user's own and no link. Others may plant anything in a shared folder. */
export function isOwn(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats !== undefined && !stats.isSymbolicLink() && stats.uid === (process.getuid?.() ?? stats.uid);
}

const hasEnded = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
};

/** Removes a folder, unless a process still writes to it: helper processes of a killed browser end a little later. */
export function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 20 });
  } catch {
    // `removeAbandoned` removes it later.
  }
}

function removeAbandoned(parent: string, prefix: string): void {
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : 0;
    if (pid > 0 && hasEnded(pid) && isOwn(join(parent, name))) removeFolder(join(parent, name));
  }
}

const folders = new Set<string>();

/**
 * Creates a folder that only this user can access and that this process removes when it exits. Its name contains the
 * process id: if a signal kills the process, the next one that creates such a folder removes it.
 *
 * @param prefix of the name, such as `tessdata-`
 */
export function makeProcessFolder(parent: string, prefix: string): string {
  removeAbandoned(parent, prefix);
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`));
  if (folders.size === 0) {
    process.once('exit', () => {
      for (const each of folders) removeFolder(each);
    });
  }
  folders.add(folder);
  return folder;
}
