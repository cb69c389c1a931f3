import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { checkResultSize } from '../base/result-size.ts';

// Without O_NONBLOCK, opening a FIFO blocks until there is a writer.
const READ_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const COPY_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;
const COPY_BYTES = 2 ** 20;

/** A checked result; read up to `sizeBytes` from its descriptor. */
interface ResultFile {
  readonly handle: FileHandle;
  readonly sizeBytes: number;
}

/**
 * Opens a file that an engine process wrote. A compromised process may have put anything at that path, so only a
 * regular file with a single hard link is opened, and symbolic links are not followed. Close the handle after use.
 *
 * Throws ConversionError `too_complex` if it exceeds `maxBytes` (default in `base/result-size.ts`), and Error if it is
 * missing or not such a file.
 */
export async function openResultFile(path: string, maxBytes?: number): Promise<ResultFile> {
  const handle = await open(path, READ_FLAGS);
  try {
    const { size, nlink, ...stats } = await handle.stat();
    if ((stats.mode & constants.S_IFMT) !== constants.S_IFREG || nlink !== 1) {
      throw new Error('The result of the engine process is not a regular file.');
    }
    checkResultSize({ byteLength: size }, maxBytes);
    return { handle, sizeBytes: size };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * Copies a result to where the engine process cannot change it. Returns its size in bytes. Throws as `openResultFile`.
 */
export async function copyResultFile(from: string, to: string, maxBytes?: number): Promise<number> {
  const { handle, sizeBytes } = await openResultFile(from, maxBytes);
  try {
    const copy = await open(to, COPY_FLAGS, 0o600);
    try {
      const buffer = Buffer.allocUnsafe(Math.min(COPY_BYTES, Math.max(sizeBytes, 1)));
      for (let at = 0; at < sizeBytes; ) {
        const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, sizeBytes - at), at);
        if (bytesRead === 0) throw new Error('The result was truncated while it was read.');
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
