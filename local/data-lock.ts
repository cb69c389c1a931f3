import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another stack uses the data folder. */
export class DataLockedError extends Error {
  constructor(directory: string, holder: string) {
    super(`The data folder ${directory} is in use by process ${holder}`);
    this.name = 'DataLockedError';
  }
}

/** The folder contains documents, keys and tokens, which other users of the machine must not read. */
const ownerOnly = 0o700;

/**
 * Locks a data folder for this process.
 *
 * The operating system locks a file that SQLite has open. It releases the lock when the process ends, so there are no stale
 * locks.
 * @returns a function that releases the lock
 * @throws {DataLockedError} if another process has the lock
 */
export async function lockData(directory: string): Promise<() => Promise<void>> {
  await mkdir(directory, { recursive: true, mode: ownerOnly });
  // Earlier versions created the folder with wider permissions.
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
