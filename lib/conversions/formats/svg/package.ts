import { nativePackages } from '../../base/native-packages.ts';

/**
 * The resvg binary for one platform. Not the package that selects a platform: its twelve optional dependencies are not
 * available in every registry.
 */
export const resvgPackage = nativePackages.resvg;
