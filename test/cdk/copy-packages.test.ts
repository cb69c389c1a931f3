import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { copyPackages } from '../../cdk/copy-packages.ts';
import { readLock } from '../../cdk/fetch-arm64.ts';
import { packagesOf } from '../../lib/conversions/deployment/packages.ts';
import { workerNames } from '../../lib/workers.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docforge-packages-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const copy = (name: string, installed: string | undefined, locked: string | undefined): void => {
  const from = join(folder, 'from');
  if (installed !== undefined) {
    mkdirSync(join(from, name), { recursive: true });
    writeFileSync(join(from, name, 'package.json'), JSON.stringify({ version: installed }));
  }
  copyPackages([{ name }], [join(folder, 'nowhere'), from], join(folder, 'to'), () =>
    locked === undefined ? undefined : { version: locked },
  );
};

it('copies a package in the version of the lock file', () => {
  copy('one', '1.2.3', '1.2.3');

  expect(readdirSync(join(folder, 'to', 'one'))).toEqual(['package.json']);
});

it('finds the version of a package in a folder of the project', () => {
  expect(readLock()('docforge-tessdata-eng')?.version).toBe('4.1.0');
});

it.each([
  [
    'outdated for arm64',
    'one-linux-arm64-gnu',
    '1.2.2',
    '1.2.3',
    'one-linux-arm64-gnu is installed in version 1.2.2, but package-lock.json has 1.2.3; run: npm run fetch:arm64',
  ],
  [
    'outdated',
    'one',
    '1.2.2',
    '1.2.3',
    'one is installed in version 1.2.2, but package-lock.json has 1.2.3; run: npm ci --os=linux --cpu=x64 --libc=glibc',
  ],
  [
    'unknown to the lock file',
    'one',
    '1.2.2',
    undefined,
    'one is installed in version 1.2.2, but package-lock.json has none; run: npm ci --os=linux --cpu=x64 --libc=glibc',
  ],
  [
    'missing',
    'one-linux-arm64',
    undefined,
    '1.2.3',
    'one-linux-arm64 is not installed; run: npm run fetch:arm64',
  ],
])(
  'refuses a package that is %s, with the command that installs it',
  (_title, name, installed, locked, message) => {
    expect(() => copy(name, installed, locked)).toThrow(message);
  },
);

it.each(['x64', 'arm64'] as const)('finds every package for %s in the lock file', (architecture) => {
  const lockOf = readLock();
  const names = workerNames.flatMap((worker) => packagesOf(worker, architecture).map(({ name }) => name));

  expect(names.filter((name) => lockOf(name) === undefined)).toEqual([]);
});
