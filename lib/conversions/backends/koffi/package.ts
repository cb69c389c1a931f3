/**
 * The npm package for calling native functions: the binary for Lambda's platform, instead of the main package, which
 * selects one of twenty platforms and has an install script.
 */
export const koffiPackage = '@koromix/koffi-linux-x64';
