import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * Absolute path of a file in an installed npm package. Looks in the node_modules folders above whatever file this ends
 * up in: the source tree, or a bundle with node_modules beside it. Throws when the package is not installed.
 */
export function packageFile(packageName: string, ...path: string[]): string {
  const folders = createRequire(import.meta.url).resolve.paths(packageName) ?? [];
  const folder = folders.find((candidate) => existsSync(join(candidate, packageName, 'package.json')));
  if (folder === undefined) throw new Error(`The package ${packageName} is not installed.`);
  return join(folder, packageName, ...path);
}

/** Whether an npm package is installed where this runs. */
export function isPackageInstalled(packageName: string): boolean {
  const folders = createRequire(import.meta.url).resolve.paths(packageName) ?? [];
  return folders.some((folder) => existsSync(join(folder, packageName, 'package.json')));
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
 * beside them; so no bundle contains them and they stand in a node_modules folder (`packages.ts`).
 */
export async function loadPackage<T>(specifier: string): Promise<T> {
  return await import(specifier);
}

/** Loads a native npm package, which only `require` takes. */
export function requirePackage<T>(packageName: string): T {
  return createRequire(import.meta.url)(packageFile(packageName));
}
