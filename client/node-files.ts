import { openAsBlob } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { unreadable } from './errors.ts';

const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error
    ? ({ ENOENT: 'there is no such file', EACCES: 'permission denied' }[String(error.code)] ?? error.message)
    : String(error);

/** Opens a file without reading it into memory. @throws DocForgeError `unreadable_input` */
export const openFile = async (path: string): Promise<{ readonly blob: Blob; readonly name: string }> => {
  try {
    if (!(await stat(path)).isFile()) throw unreadable(`Cannot read ${path}: it is not a regular file.`);
    return { blob: await openAsBlob(path), name: basename(path) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'unreadable_input') throw error;
    const hint = /^https?:\/\//i.test(path) ? ' For a URL, pass { fileUrl }.' : '';
    throw unreadable(`Cannot read ${path}: ${reasonOf(error)}.${hint}`, error);
  }
};

const isFolder = async (path: string): Promise<boolean> =>
  path.endsWith('/') ||
  (await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  ));

/**
 * Writes a stream to a file, or under `filename` to a folder, and returns the path. The file appears once it is complete.
 *
 * @throws DocForgeError `unreadable_input` if the file cannot be written
 */
export const saveFile = async (
  path: string,
  filename: string,
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<string> => {
  const target = (await isFolder(path)) ? join(path, filename) : path;
  const partial = `${target}.${crypto.randomUUID().slice(0, 8)}.part`;
  try {
    await mkdir(dirname(target), { recursive: true });
    await writeFile(partial, Readable.fromWeb(stream), signal === undefined ? {} : { signal });
    await rename(partial, target);
    return target;
  } catch (error) {
    await rm(partial, { force: true });
    signal?.throwIfAborted();
    if (error instanceof Error && 'syscall' in error)
      throw unreadable(`Cannot write ${target}: ${reasonOf(error)}.`, error);
    throw error;
  }
};
