/** npm package with LibreOffice compiled to WebAssembly, under the Mozilla Public License. */
export const wasmOfficePackage = '@matbee/libreoffice-converter';

/** The folder of the package with the module, its loader and its files. */
export const WASM_FOLDER = 'wasm';

/** A file of LibreOffice's file system in memory: absolute path and content. */
export type OfficeFile = readonly [path: string, bytes: Uint8Array];
