/** npm package of HarfBuzz compiled to WebAssembly. */
export const harfbuzzPackage = 'harfbuzzjs';
