import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { architectureOf, isElf, neededVersions } from './elf.ts';

/** Lambda's limit of an unzipped bundle: 250 MiB. */
export const lambdaBundleBytes = 262_144_000;

/** What a bundle may use of the limit; the rest is for growth. LibreOffice's is the largest. */
export const maxBundleBytes = lambdaBundleBytes * 0.95;

/** The newest versions of the C and the C++ library on Amazon Linux 2023, where functions run. */
const runtimeVersions = { GLIBC: '2.34', GLIBCXX: '3.4.29' } as const;

/** The requirements of the native code below some folders. */
type NativeNeeds = {
  readonly files: number;
  /** The newest version of each library that one of the files needs; empty if none needs it. */
  readonly newest: Readonly<Record<keyof typeof runtimeVersions, string>>;
  /** `file needs version`, for each that the runtime does not have. */
  readonly tooNew: readonly string[];
};

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

/** The bytes of all files below a folder. */
export const bytesBelow = (folder: string): number =>
  filesBelow(folder).reduce((sum, file) => sum + statSync(file).size, 0);

/** The architectures of the native files below a folder. */
export const architecturesBelow = (folder: string): ReadonlySet<string | undefined> =>
  new Set(filesBelow(folder).filter(isElf).map(architectureOf));

/** Reads the system requirements of the native files below some folders. */
export const nativeNeeds = (...folders: readonly string[]): NativeNeeds => {
  const natives = folders.flatMap(filesBelow).filter(isElf);
  const needs = natives.flatMap((file) =>
    neededVersions(file).map((text) => {
      const [library = '', version = ''] = text.split('_');
      return { file, library, version };
    }),
  );
  const newestOf = (wanted: string): string =>
    needs.reduce(
      (newest, { library, version }) => (library === wanted && isNewer(version, newest) ? version : newest),
      '',
    );
  return {
    files: natives.length,
    newest: { GLIBC: newestOf('GLIBC'), GLIBCXX: newestOf('GLIBCXX') },
    tooNew: needs
      .filter(({ library, version }) =>
        Object.entries(runtimeVersions).some(
          ([name, newest]) => name === library && isNewer(version, newest),
        ),
      )
      .map(({ file, library, version }) => `${file} needs ${library}_${version}`),
  };
};

/** Compares dotted numbers; false for a name such as PRIVATE. */
const isNewer = (version: string, than: string): boolean => {
  const right = than.split('.').map(Number);
  for (const [index, number] of version.split('.').map(Number).entries()) {
    const difference = number - (right[index] ?? -1);
    if (difference !== 0) return difference > 0;
  }
  return false;
};
