import { spawnSync } from 'node:child_process';
import { findProgram } from '../../base/find-program.ts';

// libheif decodes HEVC and is under the LGPL: only a program of the system that runs on its own, never a part of this one.
// Version 1.18 renamed it.
const names = ['heif-dec', 'heif-convert'];

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
