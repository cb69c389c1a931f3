/** npm package of qpdf compiled to WebAssembly. */
export const qpdfPackage = '@neslinesli93/qpdf-wasm';
