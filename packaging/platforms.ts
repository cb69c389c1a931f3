import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './build-package.ts';

/** The columns of the table. */
const platforms = [
  { label: 'Linux x64', os: 'linux', cpu: 'x64' },
  { label: 'Linux arm64', os: 'linux', cpu: 'arm64' },
  { label: 'macOS arm64', os: 'darwin', cpu: 'arm64' },
  { label: 'macOS x64', os: 'darwin', cpu: 'x64' },
  { label: 'Windows x64', os: 'win32', cpu: 'x64' },
] as const;

/** Parts of native code, by the beginning of the names of their packages. */
const nativeParts: readonly (readonly [label: string, packages: string])[] = [
  ['PDF reader (liteparse)', '@llamaindex/liteparse-'],
  ['Images (sharp)', '@img/sharp-'],
  ['PDF writer (Typst)', '@myriaddreamin/typst-ts-node-compiler-'],
  ['SVG (resvg)', '@resvg/resvg-js-'],
  ['Sandbox of the engines (koffi)', '@koromix/koffi-'],
  ['Database of `npm start` (dynoxide)', '@dynoxide/'],
  ['Bundler of `npm start` (esbuild)', '@esbuild/'],
];

type Locked = {
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
};

/** Returns the rows of the table of platforms: which have a package of each native part in the lock file. */
export const platformRows = (): readonly string[] => {
  const lock: { packages: Readonly<Record<string, Locked>> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  );
  const cells = nativeParts.map(([label, prefix]) => {
    const packages = Object.entries(lock.packages)
      .filter(([path]) => path.startsWith(`node_modules/${prefix}`))
      .map(([, each]) => each);
    const offered = platforms.map(({ os, cpu }) =>
      packages.some(
        (each) =>
          each.os?.includes(os) && each.cpu?.includes(cpu) && (each.libc ?? ['glibc']).includes('glibc'),
      ),
    );
    return [label, ...offered.map((is) => (is ? 'yes' : 'no'))];
  });
  const header = ['Part', ...platforms.map(({ label }) => label)];
  return [header, header.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |`);
};
