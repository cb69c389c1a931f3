import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import { packageFile, packageVersion } from '../../base/package-assets.ts';
import { packFiles } from './file-archive.ts';
import { imageParts, readPackage } from './image.ts';
import { WASM_FOLDER, wasmOfficePackage } from './package.ts';

// 147 MB become 40 MB in 6 s. The highest level needs a minute and saves 4 MB.
const LEVEL = 9;

const compressed = (bytes: Uint8Array): Buffer =>
  zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });

/** Returns the path of the compressed module, which is compressed once for each version of the package. */
function compressedModule(cacheFolder: string): string {
  const path = join(cacheFolder, `soffice-${packageVersion(wasmOfficePackage)}-${LEVEL}.wasm.zst`);
  if (!existsSync(path)) {
    mkdirSync(cacheFolder, { recursive: true });
    // Renamed, so that a build that is interrupted, or another one, never finds a part of it.
    const unfinished = `${path}.${process.pid}`;
    writeFileSync(
      unfinished,
      compressed(readFileSync(packageFile(wasmOfficePackage, WASM_FOLDER, 'soffice.wasm'))),
    );
    renameSync(unfinished, path);
  }
  return path;
}

/** Writes the image of LibreOffice for a worker's bundle: 45 MB instead of the package's 250 MB. */
export function packImage(folder: string, cacheFolder: string): void {
  const { code, files } = readPackage();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, imageParts.loader), code);
  writeFileSync(join(folder, imageParts.files), compressed(packFiles(files)));
  copyFileSync(compressedModule(cacheFolder), join(folder, imageParts.module));
}
