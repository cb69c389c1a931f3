import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { brotliDecompressSync, createBrotliDecompress } from 'node:zlib';
import { sharedFolder } from '../../base/child-environment.ts';
import { isPackageInstalled, packageFile, packageVersion } from '../../base/package-assets.ts';
import { scratchFolder } from '../../base/scratch-folder.ts';
import { chromiumPackage } from './package.ts';

const shared = sharedFolder();

/** An unpacked browser. */
export interface UnpackedBrowser {
  readonly executable: string;
  /** Folder of libraries that Lambda and minimal systems lack: NSS, NSPR, expat. */
  readonly libraries: string;
}

const TAR_BLOCK = 512;

/** Yields the regular files of a tar archive (POSIX.1-1988 ustar) by base name. */
function* filesOfTar(tar: Buffer): Generator<readonly [name: string, bytes: Buffer]> {
  for (let at = 0; at + TAR_BLOCK <= tar.length; ) {
    const text = (from: number, length: number): string =>
      tar.toString('latin1', at + from, at + from + length).replace(/\0.*$/s, '');
    const size = Number.parseInt(text(124, 12), 8);
    const name = text(0, 100).split('/').at(-1);
    if (Number.isNaN(size) || name === undefined) return;
    const start = at + TAR_BLOCK;
    // '0' or empty: a regular file.
    if (['', '0'].includes(text(156, 1)) && name !== '') yield [name, tar.subarray(start, start + size)];
    at = start + Math.ceil(size / TAR_BLOCK) * TAR_BLOCK;
  }
}

async function unpackInto(folder: string): Promise<void> {
  const libraries = join(folder, 'lib');
  mkdirSync(libraries, { recursive: true, mode: 0o700 });
  const packed = readFileSync(packageFile(chromiumPackage, 'bin', 'al2023.tar.br'));
  for (const [name, bytes] of filesOfTar(brotliDecompressSync(packed)))
    writeFileSync(join(libraries, name), bytes);
  const executable = join(folder, 'chromium');
  await pipeline(
    createReadStream(packageFile(chromiumPackage, 'bin', 'chromium.br'), { highWaterMark: 2 ** 22 }),
    createBrotliDecompress({ chunkSize: 2 ** 21 }),
    createWriteStream(executable),
  );
  chmodSync(executable, 0o700);
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/**
 * Removes a folder, or leaves it to the next process if something still writes into it: a killed browser has helper
 * processes, which end a little later.
 */
function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 20 });
  } catch {
    // `removeAbandoned` removes it later.
  }
}

/** Removes leftovers of processes that were killed. */
function removeAbandoned(folder: string, prefix: string): void {
  for (const name of readdirSync(folder)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN;
    if (pid > 0 && !isAlive(pid)) removeFolder(join(folder, name));
  }
}

/** Returns the folder of the unpacked browser, shared by all processes of a user. */
export const browserFolder = (): string =>
  join(shared, `chromium-${browserVersion()}-${process.getuid?.() ?? 0}`);

const browserVersion = (): string =>
  isPackageInstalled(chromiumPackage) ? packageVersion(chromiumPackage) : 'none';

async function unpack(): Promise<UnpackedBrowser> {
  const folder = browserFolder();
  if (!existsSync(folder)) {
    const partPrefix = `${basename(folder)}-part-`;
    removeAbandoned(shared, partPrefix);
    const part = join(shared, `${partPrefix}${process.pid}`);
    await unpackInto(part);
    try {
      // Rename atomically: another process may be about to run it.
      renameSync(part, folder);
    } catch (error) {
      removeFolder(part);
      if (!existsSync(folder)) throw error;
    }
  }
  return { executable: join(folder, 'chromium'), libraries: join(folder, 'lib') };
}

let unpacked: Promise<UnpackedBrowser> | undefined;

/** Unpacks the browser (213 MB) unless a process on this machine already has; takes 1.5 s. */
export function unpackBrowser(): Promise<UnpackedBrowser> {
  unpacked ??= unpack();
  // Allow a retry, for example after the disk was full.
  unpacked.catch(() => {
    unpacked = undefined;
  });
  return unpacked;
}

const PROFILE_PREFIX = 'chromium-profile-';

/** Creates the browser's profile folder for this process and removes those of killed processes. */
export function makeBrowserFolder(): string {
  removeAbandoned(scratchFolder, PROFILE_PREFIX);
  const folder = join(scratchFolder, `${PROFILE_PREFIX}${process.pid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  process.once('exit', () => removeFolder(folder));
  return folder;
}
