import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A data folder that another stack uses. */
export class DataLockedError extends Error {
  constructor(directory: string, holder: string) {
    super(`The data folder ${directory} is in use by process ${holder}`);
    this.name = 'DataLockedError';
  }
}

/** Documents, keys and tokens are in the folder, so other users of the machine must not read it. */
const ownerOnly = 0o700;

/**
 * Takes a data folder for this process.
 *
 * The lock is the operating system's own, on a file that SQLite holds open: it goes when the process goes, however that
 * ends, so there is no stale lock to recognise and no race in taking one over.
 * @returns gives the folder back
 * @throws {DataLockedError} a living stack holds it
 */
export async function lockData(directory: string): Promise<() => Promise<void>> {
  await mkdir(directory, { recursive: true, mode: ownerOnly });
  // A folder of an earlier version may be open to others.
  await chmod(directory, ownerOnly);
  const holderPath = join(directory, 'lock-holder');
  const database = new DatabaseSync(join(directory, 'lock'), { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (!(error instanceof Error && error.message.includes('locked'))) throw error;
    throw new DataLockedError(directory, await readFile(holderPath, 'utf8').catch(() => 'unknown'));
  }
  await writeFile(holderPath, String(process.pid));
  return async () => {
    await rm(holderPath, { force: true });
    database.close();
  };
}
