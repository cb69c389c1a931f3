import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** True in the bundle of a worker (cdk/bundle.ts), not there otherwise. */
declare const onlyPackagesBeside: boolean | undefined;

let folders: readonly string[] | undefined;

/**
 * The folders of packages above this file. In a worker's bundle only the one beside it, so that it misses on a developer's
 * machine what it will miss when it is deployed.
 */
export function packageFolders(): readonly string[] {
  const all = createRequire(import.meta.url).resolve.paths('a-package') ?? [];
  const present = all.filter((folder) => existsSync(folder));
  return typeof onlyPackagesBeside === 'undefined' ? present : present.slice(0, 1);
}

function findPackage(packageName: string): string | undefined {
  folders ??= packageFolders();
  return folders
    .map((folder) => join(folder, packageName))
    .find((path) => existsSync(join(path, 'package.json')));
}

/** Absolute path of a file in an installed npm package. Throws when the package is not installed. */
export function packageFile(packageName: string, ...path: string[]): string {
  const folder = findPackage(packageName);
  if (folder === undefined) throw new Error(`The package ${packageName} is not installed.`);
  return join(folder, ...path);
}

/** Whether an npm package is installed where this runs. */
export function isPackageInstalled(packageName: string): boolean {
  return findPackage(packageName) !== undefined;
}

/** Version of an installed npm package. */
export function packageVersion(packageName: string): string {
  const manifest: unknown = JSON.parse(readFileSync(packageFile(packageName, 'package.json'), 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest)
    return String(manifest.version);
  return 'unknown';
}

/**
 * Imports an npm package by a name that bundlers cannot see. Engines' libraries are big, native, or look for files
 * beside them; so no bundle contains them and they stand in a node_modules folder (`deployment/packages.ts`).
 */
export async function loadPackage<T>(specifier: string): Promise<T> {
  return await import(specifier);
}

/** Loads a native npm package, which only `require` takes. */
export function requirePackage<T>(packageName: string): T {
  return createRequire(import.meta.url)(packageFile(packageName));
}
