import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';

/** How large files are packed: `small` for a deployment, `quick` for a machine that tries the service. */
export type Packing = 'small' | 'quick';

// 420 MB of programs become 132 MB in 13 s, or 148 MB in 3.5 s. The highest level needs minutes and saves a tenth.
const levels = { small: 9, quick: 3 } as const satisfies Record<Packing, number>;

/** Compresses bytes with Zstandard, which is read four times as fast as Brotli. */
export const compressed = (bytes: Uint8Array, packing: Packing): Buffer =>
  zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: levels[packing] } });

/** Returns the path of a large file's compressed form in a folder. It is compressed once for each name. */
export function compressedOnce(
  cacheFolder: string,
  name: string,
  packing: Packing,
  read: () => Uint8Array,
): string {
  const path = join(cacheFolder, `${name}-${levels[packing]}.zst`);
  if (!existsSync(path)) {
    mkdirSync(cacheFolder, { recursive: true });
    // Renamed, so that a build that is interrupted, or another one, never finds a part of it.
    const unfinished = `${path}.${process.pid}`;
    writeFileSync(unfinished, compressed(read(), packing));
    renameSync(unfinished, path);
  }
  return path;
}
