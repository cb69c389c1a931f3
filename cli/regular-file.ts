import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, readlink, realpath } from 'node:fs/promises';

/**
 * Why a file in a folder that others can write to is not read; undefined if it may be. Through a link they would receive the
 * content of a file that they cannot read themselves.
 */
export const linkRefusal = (found: Stats): string | undefined => {
  if (found.isSymbolicLink()) return 'is a symbolic link';
  if (!found.isFile()) return 'is not a regular file';
  return found.nlink > 1 ? 'has several hard links, so it may also be in another folder' : undefined;
};

/** The path of an open file as the kernel has it now, whatever was renamed or linked since. Other systems resolve `path` again. */
export const pathOfHandle = (handle: FileHandle, path: string): Promise<string> =>
  process.platform === 'linux' ? readlink(`/proc/self/fd/${handle.fd}`) : realpath(path);

/**
 * Opens a path whose last part must not be a symbolic link, and passes the open file to `read`. Does not wait for the writer
 * of a named pipe.
 */
export const withFile = async <Result>(
  path: string,
  read: (handle: FileHandle, found: Stats) => Promise<Result>,
): Promise<Result> => {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    return await read(handle, await handle.stat());
  } finally {
    await handle.close();
  }
};
