import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { checkResultSize } from '../base/result-size.ts';

// Without O_NONBLOCK, opening a FIFO waits for a writer forever.
const READ_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const COPY_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;
const COPY_BYTES = 2 ** 20;

/** A result that was checked and may be read from its descriptor, up to `sizeBytes`. */
export interface ResultFile {
  readonly handle: FileHandle;
  readonly sizeBytes: number;
}

/**
 * Opens a file that an engine process wrote. That process may have been taken over by a document, so the path may hold
 * anything: only a regular file with a single name is opened, never what a link points to. Close the handle after use.
 *
 * Throws ConversionError `too_complex` if it is larger than `maxBytes` (default: that of `base/result-size.ts`), Error if it is missing or not such a file.
 */
export async function openResultFile(path: string, maxBytes?: number): Promise<ResultFile> {
  const handle = await open(path, READ_FLAGS);
  try {
    const { size, nlink, ...stats } = await handle.stat();
    if ((stats.mode & constants.S_IFMT) !== constants.S_IFREG || nlink !== 1) {
      throw new Error('The engine process left something else than a regular file as its result.');
    }
    checkResultSize({ byteLength: size }, maxBytes);
    return { handle, sizeBytes: size };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * Copies a result out of the engine process's reach; what is written to the original afterwards changes nothing. Returns
 * its size. Throws as `openResultFile`.
 */
export async function copyResultFile(from: string, to: string, maxBytes?: number): Promise<number> {
  const { handle, sizeBytes } = await openResultFile(from, maxBytes);
  try {
    const copy = await open(to, COPY_FLAGS, 0o600);
    try {
      const buffer = Buffer.allocUnsafe(Math.min(COPY_BYTES, Math.max(sizeBytes, 1)));
      for (let at = 0; at < sizeBytes; ) {
        const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, sizeBytes - at), at);
        if (bytesRead === 0) throw new Error('The result became shorter while it was read.');
        await copy.writeFile(buffer.subarray(0, bytesRead));
        at += bytesRead;
      }
    } finally {
      await copy.close();
    }
  } finally {
    await handle.close();
  }
  return sizeBytes;
}
