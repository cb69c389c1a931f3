/**
 * The npm package of the Typst compiler: the binary for Lambda's platform.
 *
 * The main package depends on eleven platforms, some of which are not published, so that `npm ci` rejects the lock
 * file.
 */
export const typstPackage = '@myriaddreamin/typst-ts-node-compiler-linux-x64-gnu';
