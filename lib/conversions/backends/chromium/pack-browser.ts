import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { compressedOnce, type Packing } from '../../base/compressed-file.ts';
import { packageFile, packageVersion } from '../../base/package-assets.ts';
import { chromiumPackage, packedBrowser } from './package.ts';

/** Writes the browser for a worker's bundle, where it is unpacked at each cold start: 78 MB instead of the package's 67 MB. */
export function packBrowser(packageFolder: string, cacheFolder: string, packing: Packing): void {
  const path = compressedOnce(cacheFolder, `chromium-${packageVersion(chromiumPackage)}`, packing, () =>
    brotliDecompressSync(readFileSync(packageFile(chromiumPackage, 'bin', 'chromium.br'))),
  );
  mkdirSync(join(packageFolder, 'bin'), { recursive: true });
  copyFileSync(path, join(packageFolder, packedBrowser));
}
