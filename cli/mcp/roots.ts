import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { usageError } from '../command-error.ts';

/** The folders that an MCP client may use. */
export type Roots = {
  /** Reads a file inside the roots. @throws Error if it is outside, too large, or not a regular file */
  read(path: string): Promise<{ readonly bytes: Uint8Array; readonly name: string }>;
  /** The real path of a new file inside the roots. @throws Error if its folder is outside or does not exist */
  place(path: string): Promise<string>;
};

/** The largest file of every plan, in bytes. */
const maxFileBytes = 26_214_400;

const isInside = (root: string, path: string): boolean => {
  const inner = relative(root, path);
  return inner !== '..' && !inner.startsWith(`..${sep}`) && resolve(root, inner) === path;
};

const real = async (path: string, given: string): Promise<string> => {
  try {
    return await realpath(path);
  } catch (error) {
    throw new Error(`Cannot find ${given}. Paths are relative to the first root.`, { cause: error });
  }
};

/** Opens the roots, with symbolic links resolved. A path is compared after its own links are resolved. @throws CommandError */
export const openRoots = async (folders: readonly string[]): Promise<Roots> => {
  const roots = await Promise.all(
    folders.map((folder) =>
      realpath(folder).catch(() => {
        throw usageError(`The root ${folder} does not exist.`);
      }),
    ),
  );
  const [first = ''] = roots;

  const inside = async (path: string, given: string): Promise<string> => {
    const found = await real(path, given);
    if (roots.some((root) => isInside(root, found))) return found;
    throw new Error(`${given} is outside of the allowed folders: ${roots.join(', ')}.`);
  };

  return {
    read: async (given) => {
      const path = await inside(resolve(first, given), given);
      // Without blocking, because a named pipe would wait for its writer. The path is real, so a link is a swapped file.
      const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      try {
        const { size } = await file.stat().then((found) => {
          if (!found.isFile()) throw new Error(`${given} is not a regular file.`);
          return found;
        });
        if (size > maxFileBytes)
          throw new Error(`${given} has ${size} bytes; the limit is 25 MB. Split it or reduce its size.`);
        return { bytes: await file.readFile(), name: basename(path) };
      } finally {
        await file.close();
      }
    },
    place: async (given) => {
      const path = resolve(first, given);
      return join(await inside(dirname(path), dirname(given)), basename(path));
    },
  };
};
