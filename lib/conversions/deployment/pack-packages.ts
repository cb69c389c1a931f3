import { join } from 'node:path';
import { packBrowser } from '../backends/chromium/pack-browser.ts';
import { chromiumPackage } from '../backends/chromium/package.ts';
import { IMAGE_FOLDER } from '../backends/libreoffice/image.ts';
import { packImage } from '../backends/libreoffice/pack-image.ts';
import { wasmOfficePackage } from '../backends/libreoffice/package.ts';
import type { Packing } from '../base/compressed-file.ts';
import type { EnginePackage } from './packages.ts';

/**
 * Adds the compressed parts of packages to a worker's `node_modules`. `cacheFolder` keeps those that take seconds to
 * compress.
 */
export function packPackages(
  packages: readonly EnginePackage[],
  nodeModules: string,
  cacheFolder: string,
  packing: Packing,
): void {
  const has = (wanted: string): boolean => packages.some(({ name }) => name === wanted);
  if (has(chromiumPackage)) packBrowser(join(nodeModules, chromiumPackage), cacheFolder, packing);
  if (has(wasmOfficePackage))
    packImage(join(nodeModules, wasmOfficePackage, IMAGE_FOLDER), cacheFolder, packing);
}
