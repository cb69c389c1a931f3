import { nativePackages } from '../../base/native-packages.ts';

/**
 * The npm package for calling native functions: the binary for one platform, instead of the main package, which
 * selects one of twenty platforms and has an install script.
 */
export const koffiPackage = nativePackages.koffi;
