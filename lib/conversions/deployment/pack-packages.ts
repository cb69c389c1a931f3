import { join } from 'node:path';
import { IMAGE_FOLDER } from '../backends/libreoffice/image.ts';
import { packImage } from '../backends/libreoffice/pack-image.ts';
import { wasmOfficePackage } from '../backends/libreoffice/package.ts';
import type { EnginePackage } from './packages.ts';

/**
 * Adds the compressed parts of packages to a worker's `node_modules`. `cacheFolder` keeps those that take seconds to
 * compress.
 */
export function packPackages(
  packages: readonly EnginePackage[],
  nodeModules: string,
  cacheFolder: string,
): void {
  if (packages.some(({ name }) => name === wasmOfficePackage))
    packImage(join(nodeModules, wasmOfficePackage, IMAGE_FOLDER), cacheFolder);
}
