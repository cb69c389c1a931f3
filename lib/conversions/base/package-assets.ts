import { existsSync, readFileSync } from 'node:fs';
// `findPackageJSON` by itself could not be imported by an older Node.js, which is refused in a sentence.
import nodeModule, { createRequire } from 'node:module';
import { join } from 'node:path';

/** True in a worker's bundle (cdk/bundle.ts), undefined elsewhere. */
declare const onlyPackagesBeside: boolean | undefined;

/** Whether this is a worker's bundle. */
export const isWorkerBundle = typeof onlyPackagesBeside !== 'undefined';

let folders: readonly string[] | undefined;

/**
 * Returns the node_modules folders above this file. A worker's bundle searches only the one beside it, so that a
 * package missing from the deployment is missing on a developer's machine too.
 */
export function packageFolders(): readonly string[] {
  const all = createRequire(import.meta.url).resolve.paths('a-package') ?? [];
  const present = all.filter((folder) => existsSync(folder));
  return isWorkerBundle ? present.slice(0, 1) : present;
}

function findPackage(packageName: string): string | undefined {
  folders ??= packageFolders();
  return folders
    .map((folder) => join(folder, packageName))
    .find((path) => existsSync(join(path, 'package.json')));
}

/** Returns the absolute path of a file in an installed npm package. Throws if the package is not installed. */
export function packageFile(packageName: string, ...path: string[]): string {
  const folder = findPackage(packageName);
  if (folder === undefined) throw new Error(`The package ${packageName} is not installed.`);
  return join(folder, ...path);
}

/** Whether an npm package is installed. */
export function isPackageInstalled(packageName: string): boolean {
  return findPackage(packageName) !== undefined;
}

/**
 * Returns the command that installs npm packages, in the versions that the manifest above this file names for those that
 * users may leave out.
 */
export function installCommand(packageNames: readonly string[]): string {
  const manifest = nodeModule.findPackageJSON('.', import.meta.url);
  // Without a manifest above this file, Node.js returns the folder.
  const { peerDependencies = {} } = manifest?.endsWith('.json')
    ? JSON.parse(readFileSync(manifest, 'utf8'))
    : {};
  const specifiers = packageNames.map((name) =>
    name in peerDependencies ? `${name}@${peerDependencies[name]}` : name,
  );
  return `npm install ${specifiers.join(' ')}`;
}

/** Returns the version of an installed npm package. */
export function packageVersion(packageName: string): string {
  const manifest: unknown = JSON.parse(readFileSync(packageFile(packageName, 'package.json'), 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest)
    return String(manifest.version);
  return 'unknown';
}

/**
 * Imports an npm package by a name that bundlers cannot see. Engine libraries are large or native, or load files next
 * to themselves, so they are deployed in node_modules rather than bundled (`deployment/packages.ts`).
 */
export async function loadPackage<T>(specifier: string): Promise<T> {
  return await import(specifier);
}

/** Loads a native npm package, which requires `require`. */
export function requirePackage<T>(packageName: string): T {
  return createRequire(import.meta.url)(packageFile(packageName));
}
