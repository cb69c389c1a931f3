/** npm package of the IronCalc spreadsheet engine, compiled to WebAssembly. */
export const ironCalcPackage = '@ironcalc/wasm';
