import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, realpath, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { largestFileBytes } from '../../lib/plan-table.ts';
import { usageError } from '../command-error.ts';
import { linkOrCopy } from '../outputs.ts';
import { linkRefusal, pathOfHandle, withFile } from '../regular-file.ts';

/** A new file inside the roots. */
export type Place = {
  readonly path: string;
  /** Writes the file, once. @throws Error if a file has its name by then, or its folder is no longer inside the roots */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends without a file. */
  close(): Promise<void>;
};

/** The folders that an MCP client may use. */
export type Roots = {
  /** Reads a file inside the roots. @throws Error if it is outside, too large, or not a regular file */
  read(path: string): Promise<{ readonly bytes: Uint8Array; readonly name: string }>;
  /** Opens the folder of a new file. @throws Error if it is outside or does not exist, or the file exists */
  place(path: string): Promise<Place>;
};

const isInside = (root: string, path: string): boolean => {
  const inner = relative(root, path);
  return inner !== '..' && !inner.startsWith(`..${sep}`) && resolve(root, inner) === path;
};

/** A size in megabytes, rounded up so that a size above a limit never reads as the limit. */
const megabytes = (bytes: number): string => (Math.ceil(bytes / 104_857.6) / 10).toFixed(1);

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** The path of an entry of an open folder, which stays in it if the folder is renamed or replaced. Linux only. */
const entryOf = (folder: FileHandle, path: string): string =>
  process.platform === 'linux' ? `/proc/self/fd/${folder.fd}/${basename(path)}` : path;

/**
 * Opens the roots, with symbolic links resolved.
 *
 * Whoever can write to a root can replace a folder by a link between a check and a use, so files and folders are opened first,
 * and compared with the roots by the path that the kernel has for what is open.
 *
 * @throws CommandError
 */
export const openRoots = async (folders: readonly string[]): Promise<Roots> => {
  const roots = await Promise.all(
    folders.map((folder) =>
      realpath(folder).catch(() => {
        throw usageError(`The root ${folder} does not exist.`);
      }),
    ),
  );
  const [first = ''] = roots;

  const check = (found: string, given: string): void => {
    if (!roots.some((root) => isInside(root, found)))
      throw new Error(`${given} is outside the allowed folders: ${roots.join(', ')}.`);
  };

  const inside = async (path: string, given: string): Promise<string> => {
    const found = await realpath(path).catch((cause) => {
      throw new Error(`Cannot find ${given}. Paths are relative to ${first}.`, { cause });
    });
    check(found, given);
    return found;
  };

  /** The error of a path that changed after it was checked. */
  const changed = (given: string) => (error: unknown) => {
    if (!['ELOOP', 'ENOENT', 'ENOTDIR'].some((code) => isCode(error, code))) throw error;
    throw new Error(`${given} changed while it was opened. Try again.`, { cause: error });
  };

  return {
    read: async (given) => {
      const path = await inside(resolve(first, given), given);
      return withFile(path, async (file, found) => {
        check(await pathOfHandle(file, path), given);
        const refusal = linkRefusal(found);
        if (refusal !== undefined) throw new Error(`${given} ${refusal}.`);
        if (found.size > largestFileBytes)
          throw new Error(
            `${given} is ${megabytes(found.size)} MB; the limit is ${largestFileBytes / 1_048_576} MB. Split it or reduce its size.`,
          );
        return { bytes: await file.readFile(), name: basename(path) };
      }).catch(changed(given));
    },
    place: async (given) => {
      const resolved = resolve(first, given);
      const folderPath = await inside(dirname(resolved), dirname(given));
      const path = join(folderPath, basename(resolved));
      const folder = await open(
        folderPath,
        constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW,
      ).catch(changed(given));
      const checkFolder = async () => check(await pathOfHandle(folder, folderPath), given);
      const exists = () => new Error(`${given} already exists. Pass another output_path.`);
      try {
        await checkFolder();
        const taken = await open(
          entryOf(folder, path),
          constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
        ).then(
          (file) => file.close().then(() => true),
          (error) => !isCode(error, 'ENOENT'),
        );
        if (taken) throw exists();
      } catch (error) {
        await folder.close();
        throw error;
      }
      return {
        path,
        write: async (bytes) => {
          const partial = entryOf(folder, join(folderPath, `.${randomUUID()}.part`));
          try {
            await checkFolder();
            await writeFile(partial, bytes, { flag: 'wx' });
            // It appears complete, and replaces nothing.
            await linkOrCopy(partial, entryOf(folder, path));
          } catch (error) {
            if (isCode(error, 'EEXIST')) throw exists();
            throw error instanceof Error && 'code' in error
              ? new Error(`Cannot write ${given}: ${error.code}.`, { cause: error })
              : error;
          } finally {
            await rm(partial, { force: true }).catch(() => undefined);
          }
        },
        close: () => folder.close(),
      };
    },
  };
};
