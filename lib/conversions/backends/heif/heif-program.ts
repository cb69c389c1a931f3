import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '../../base/find-program.ts';
import { corruptImage } from '../sharp/image-errors.ts';

// libheif decodes HEVC and is under the LGPL: only a program of the system that runs on its own, never a part of this one.
// Version 1.18 renamed it.
const names = ['heif-dec', 'heif-convert'];

// 100 million pixels take some seconds.
const MAX_MILLISECONDS = 120_000;

const run = promisify(execFile);

/** Returns the path of libheif's decoder in the first of some folders that has it. */
export const findHeifProgram = (within?: readonly string[]): string | undefined => findProgram(names, within);

let found: { readonly path: string | undefined } | undefined;

/** Returns the path of this machine's decoder; searches once. */
export function installedHeifProgram(): string | undefined {
  found ??= { path: findHeifProgram() };
  return found.path;
}

let version: string | undefined;

/** The version of libheif; asks once. */
export function heifVersion(): string {
  const program = installedHeifProgram();
  if (version === undefined && program !== undefined) {
    const { stdout, stderr } = spawnSync(program, ['--help'], { encoding: 'utf8' });
    version = /libheif version: ([\d.]+)/.exec(`${stdout}${stderr}`)?.[1];
  }
  return version ?? 'not installed';
}

/** Decodes the first image of a HEIC file, upright, as PNG. Throws ConversionError `corrupt_document`. */
export async function decodeHeif(bytes: Uint8Array, program: string): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'heif-'));
  try {
    const input = join(folder, 'input.heic');
    await writeFile(input, bytes);
    await run(program, [input, join(folder, 'output.png')], {
      env: { PATH: '/usr/bin:/bin', TMPDIR: folder },
      timeout: MAX_MILLISECONDS,
      killSignal: 'SIGKILL',
    }).catch((error: unknown) => {
      throw corruptImage(error);
    });
    // Of several images, each has its number in its name.
    const [first] = (await readdir(folder)).filter((name) => name.endsWith('.png')).toSorted();
    if (first === undefined) throw corruptImage();
    return await readFile(join(folder, first));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
