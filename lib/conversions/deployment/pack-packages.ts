import { join } from 'node:path';
import { packBrowser } from '../backends/chromium/pack-browser.ts';
import { chromiumPackage } from '../backends/chromium/package.ts';
import { IMAGE_FOLDER } from '../backends/libreoffice/image.ts';
import { packImage } from '../backends/libreoffice/pack-image.ts';
import { wasmOfficePackage } from '../backends/libreoffice/package.ts';
import type { EnginePackage } from './packages.ts';

/**
 * Adds the compressed parts of packages to a worker's `node_modules`. `cacheFolder` keeps those that take seconds to
 * compress.
 *
 * @param hasCode whether LibreOffice starts from compiled code
 */
export function packPackages(
  packages: readonly EnginePackage[],
  nodeModules: string,
  cacheFolder: string,
  { hasCode }: { hasCode: boolean },
): void {
  const has = (wanted: string): boolean => packages.some(({ name }) => name === wanted);
  if (has(chromiumPackage)) packBrowser(join(nodeModules, chromiumPackage), cacheFolder);
  if (has(wasmOfficePackage))
    packImage(join(nodeModules, wasmOfficePackage, IMAGE_FOLDER), cacheFolder, { hasCode });
}
