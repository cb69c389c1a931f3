import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';

/** Replaces a file: readers see either the old or the new content. Only the owner may read it. */
export async function writeAtomically(path: string, text: string): Promise<void> {
  const temporary = `${path}-${randomUUID()}`;
  try {
    await writeFile(temporary, text, { mode: 0o600 });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
