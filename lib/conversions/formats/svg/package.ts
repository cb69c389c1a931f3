/**
 * The resvg binary for Lambda's platform. Not the package that selects a platform: its twelve optional dependencies are not
 * available in every registry.
 */
export const resvgPackage = '@resvg/resvg-js-linux-x64-gnu';
