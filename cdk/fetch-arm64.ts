import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nativePackagesFor } from '../lib/conversions/base/native-packages.ts';

const root = join(import.meta.dirname, '..');

/** Where the packages for arm64 are, whatever this machine is. */
export const arm64Folder = join(root, 'build', 'arm64');

type Locked = { readonly version: string; readonly resolved?: string; readonly link?: boolean };
type Lock = { readonly packages: Readonly<Record<string, Locked>> };

/** Returns a package's entry in the project's lock file; for a package in a folder of the project, the entry of the folder. */
export const readLock = (): ((name: string) => Locked | undefined) => {
  const { packages }: Lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return (name) => {
    const entry = packages[`node_modules/${name}`];
    return entry?.link ? packages[entry.resolved ?? ''] : entry;
  };
};

/**
 * Installs the packages with native code for arm64 into a folder of their own, in the versions and with the hashes of the project's
 * lock file.
 */
const fetchArm64 = (): number => {
  const lockOf = readLock();
  const found = Object.values(nativePackagesFor('arm64')).map((name) => {
    const entry = lockOf(name);
    if (entry === undefined) throw new Error(`${name} is not in package-lock.json`);
    return [name, entry] as const;
  });
  const manifest = {
    name: 'docforge-arm64',
    version: '0.0.0',
    // Optional, because npm refuses packages for another processor otherwise.
    optionalDependencies: Object.fromEntries(found.map(([name, { version }]) => [name, version])),
  };
  const packages = Object.fromEntries(found.map(([name, entry]) => [`node_modules/${name}`, entry]));
  const lock = { ...manifest, lockfileVersion: 3, requires: true, packages: { '': manifest, ...packages } };
  mkdirSync(arm64Folder, { recursive: true });
  writeFileSync(join(arm64Folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(arm64Folder, 'package-lock.json'), JSON.stringify(lock));
  const platform = [
    '--cpu=arm64',
    '--os=linux',
    '--libc=glibc',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ];
  return spawnSync('npm', ['ci', ...platform], { cwd: arm64Folder, stdio: 'inherit' }).status ?? 1;
};

if (import.meta.main) process.exitCode = fetchArm64();
