import { cpSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob, relative } from 'node:path';
import type { EnginePackage } from '../lib/conversions/deployment/packages.ts';

const linkOrCopy = (from: string, to: string): void => {
  mkdirSync(dirname(to), { recursive: true });
  try {
    linkSync(from, to);
  } catch {
    // Hard links do not cross file systems.
    cpSync(from, to);
  }
};

/** Links the files of a folder into another folder, which may contain other files. */
export const linkFolder = (from: string, to: string): void => {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = relative(from, join(entry.parentPath, entry.name));
    linkOrCopy(join(from, path), join(to, path));
  }
};

/**
 * Copies the files of npm packages that are needed at run time. Each is in one of the folders `from`.
 *
 * @param lockOf returns the entry of a package in the lock file
 * @throws Error if a package is not installed, or in another version, with the command that installs it
 */
export const copyPackages = (
  packages: readonly EnginePackage[],
  from: readonly string[],
  to: string,
  lockOf: (name: string) => { readonly version: string } | undefined,
): void => {
  for (const { name, include, exclude = [] } of packages) {
    const source = from.map((folder) => join(folder, name)).find((folder) => existsSync(folder));
    const command = name.includes('-arm64')
      ? 'npm run fetch:arm64'
      : 'npm ci --os=linux --cpu=x64 --libc=glibc';
    if (source === undefined) throw new Error(`${name} is not installed; run: ${command}`);
    const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
    const locked = lockOf(name)?.version ?? 'none';
    if (version !== locked)
      throw new Error(
        `${name} is installed in version ${version}, but package-lock.json has ${locked}; run: ${command}`,
      );
    for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = relative(source, join(entry.parentPath, entry.name));
      const included = include === undefined || include.some((pattern) => matchesGlob(path, pattern));
      if (included && !exclude.some((pattern) => matchesGlob(path, pattern))) {
        linkOrCopy(join(source, path), join(to, name, path));
      }
    }
  }
};
