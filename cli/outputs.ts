import { randomUUID } from 'node:crypto';
import { constants, copyFile, link, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { canonicalFormat, extractFormats, formats, isExtractFormat } from '../lib/conversions/formats.ts';
import { CommandError, exitCodes } from './command-error.ts';
import { nameOf, type Source } from './task.ts';

/** Where results go. */
export type Outputs = {
  /** Fails if the result of a source, or of a step before the last, would replace a file, before anything is converted. */
  check(source: Source, ending: string, step?: string): Promise<void>;
  /** Writes a result, or that of a step before the last, and returns its path. */
  write(source: Source, ending: string, bytes: Uint8Array, step?: string): Promise<string>;
};

/** Settings of the outputs. */
type OutputSettings = {
  /** A file, or a folder if `isFolder`; undefined: next to each input. */
  readonly out: string | undefined;
  readonly isFolder: boolean;
  readonly force: boolean;
};

const failed = (message: string): CommandError => new CommandError(exitCodes.failed, message);

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Whether `out` names a folder: it is one, or ends in a slash. */
export const isFolder = async (out: string): Promise<boolean> =>
  out.endsWith('/') ||
  (await stat(out).then(
    (found) => found.isDirectory(),
    () => false,
  ));

/** The extension of the file that a target becomes, as far as that can be said before the conversion. */
export const expectedExtension = (operation: 'convert' | 'extract', target: string): string => {
  if (operation === 'extract') return isExtractFormat(target) ? extractFormats[target].extension : target;
  const format = canonicalFormat(target);
  return format === undefined ? target : formats[format].extension;
};

/**
 * What follows the name of the input in that of a result, without the dot. Extracts of several kinds have one extension, so
 * theirs have the kind in it: `tables.json`.
 */
export const endingOf = (operation: 'convert' | 'extract', target: string, extension: string): string =>
  operation === 'convert' || ['text', 'markdown', extension].includes(target)
    ? extension
    : `${target}.${extension}`;

const stemOf = (source: Source): string => {
  const name = basename(
    source.kind === 'url'
      ? new URL(source.url).pathname
      : source.kind === 'bytes'
        ? source.name
        : source.path,
  );
  return name.slice(0, name.length - extname(name).length) || 'document';
};

/** Gives a file another name, unless that is taken. File systems without links, such as exFAT, receive a copy. */
export const linkOrCopy = async (from: string, to: string): Promise<void> => {
  try {
    await link(from, to);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw error;
    await copyFile(from, to, constants.COPYFILE_EXCL);
  }
};

/** Writes a file so that it appears complete, and replaces one only with `force`. */
const writeComplete = async (path: string, bytes: Uint8Array, force: boolean): Promise<void> => {
  const partial = join(dirname(path), `.${basename(path).slice(0, 200)}.${randomUUID().slice(0, 8)}.part`);
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(partial, bytes, { flag: 'wx' });
    if (force) await rename(partial, path);
    else await linkOrCopy(partial, path);
  } finally {
    await rm(partial, { force: true });
  }
};

/** Creates the outputs of one command, of which no two results have one path. */
export const createOutputs = ({ out, isFolder: inFolder, force }: OutputSettings): Outputs => {
  const written = new Map<string, string>();

  const pathOf = (source: Source, ending: string, step: string | undefined): string => {
    const end = step === undefined ? ending : `${step}.${ending}`;
    if (out !== undefined && !inFolder)
      return step === undefined ? out : join(dirname(out), `${basename(out, extname(out))}.${end}`);
    const folder = out ?? (source.kind === 'file' ? dirname(source.path) : '.');
    return join(folder, `${stemOf(source)}.${end}`);
  };

  const refuse = (path: string): never => {
    throw failed(`${path} already exists. Choose another folder with --out, or replace it with --force.`);
  };

  const claim = (source: Source, path: string): void => {
    const key = resolve(path);
    const owner = written.get(key);
    if (owner !== undefined && owner !== nameOf(source))
      throw failed(
        `${path} is already the result of ${owner}. Convert one of them to another folder with --out.`,
      );
    written.set(key, nameOf(source));
  };

  return {
    check: async (source, ending, step) => {
      const path = pathOf(source, ending, step);
      if (source.kind === 'file' && resolve(source.path) === resolve(path))
        throw failed(`The result would replace its input. Choose another path with --out.`);
      claim(source, path);
      if (!force && (await exists(path))) refuse(path);
    },
    write: async (source, ending, bytes, step) => {
      const path = pathOf(source, ending, step);
      claim(source, path);
      try {
        await writeComplete(path, bytes, force);
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : undefined;
        if (code === 'EEXIST') refuse(path);
        throw new CommandError(
          exitCodes.failed,
          `Cannot write ${path}: ${error instanceof Error ? error.message : error}.`,
          {
            cause: error,
          },
        );
      }
      return path;
    },
  };
};
