// The types of Node.js have no WebAssembly.
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: object,
  ) => { readonly exports: Readonly<Record<string, unknown>> };
};

const I32 = 0x7f;
const FUNCTION_TYPE = 0x60;
const [TYPES, IMPORTS, EXPORTS] = [1, 2, 7];

const named = (text: string): number[] => [text.length, ...Buffer.from(text)];

/** A section, or a list in one, of fewer than 128 bytes or elements, whose number is then one byte. */
const section = (id: number, entry: readonly number[]): number[] => [id, 1 + entry.length, 1, ...entry];

/**
 * Returns a function of JavaScript as one of WebAssembly, which a table can contain: imported and exported by a module. All
 * parameters and the result are i32.
 */
export function wasmFunction(call: (...values: number[]) => number, parameters: number): unknown {
  const module = new WebAssembly.Module(
    Uint8Array.from([
      ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      ...section(TYPES, [FUNCTION_TYPE, parameters, ...Array<number>(parameters).fill(I32), 1, I32]),
      ...section(IMPORTS, [...named('a'), ...named('b'), 0, 0]),
      ...section(EXPORTS, [...named('c'), 0, 0]),
    ]),
  );
  return new WebAssembly.Instance(module, { a: { b: call } }).exports.c;
}
