import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { expect, it } from 'vitest';
import {
  codeFileName,
  moduleWithCode,
  optimizedCode,
} from '../../../../lib/conversions/backends/libreoffice/compiled-code.ts';
import { optimizeLate } from '../../../../lib/conversions/base/late-optimization.ts';
import { webAssembly } from '../../../../lib/conversions/base/web-assembly.ts';

/** Returns a module whose functions `f` and `g` return a number below 64. V8 shares the code of modules that are equal. */
const moduleOf = (value: number): Uint8Array =>
  Uint8Array.from(
    [
      [0, 97, 115, 109, 1, 0, 0, 0],
      [1, 5, 1, 96, 0, 1, 127],
      [3, 3, 2, 0, 0],
      [7, 9, 2, 1, 102, 0, 0, 1, 103, 0, 1],
      [10, 11, 2, 4, 0, 65, value, 11, 4, 0, 65, value, 11],
    ].flat(),
  );

const call = (module: object | undefined, name: 'f' | 'g'): unknown => {
  const called = new webAssembly.Instance(module ?? expect.fail('no module'), {}).exports[name];
  return typeof called === 'function' ? called() : undefined;
};

/** Returns the code of `f`. */
const makeCode = (value: number): Promise<Uint8Array> =>
  optimizedCode(async () => {
    const module = new webAssembly.Module(moduleOf(value));
    call(module, 'f');
    return module;
  });

it('restores the code of functions that were called, and compiles the others', async () => {
  const { buffer } = await makeCode(1);
  const module = moduleWithCode(moduleOf(2), buffer);
  expect([call(module, 'f'), call(module, 'g')]).toEqual([1, 2]);
});

it('does not use code that another V8 or other flags wrote', async () => {
  const code = await makeCode(5);
  // The second word of the header is the hash of the version (wasm-serialization.cc).
  const other = code.slice();
  new DataView(other.buffer).setUint32(4, 1, true);
  expect(moduleWithCode(moduleOf(6), other.buffer)).toBeUndefined();
  setFlagsFromString('--no-wasm-dynamic-tiering');
  try {
    expect(moduleWithCode(moduleOf(7), code.buffer)).toBeUndefined();
  } finally {
    setFlagsFromString('--wasm-dynamic-tiering');
  }
  expect(call(moduleWithCode(moduleOf(8), code.buffer), 'f')).toBe(5);
});

it('reads code in an engine process only if it was written with the flag of one', async () => {
  const usual = await makeCode(10);
  optimizeLate();
  try {
    const { buffer } = await makeCode(11);
    expect(moduleWithCode(moduleOf(12), usual.buffer)).toBeUndefined();
    expect(call(moduleWithCode(moduleOf(13), buffer), 'f')).toBe(11);
  } finally {
    setFlagsFromString('--invocation-count-for-turbofan=3000');
  }
});

it('leaves scripts without access to internal functions', async () => {
  await makeCode(9);
  expect(() => runInThisContext('%SerializeWasmModule({})')).toThrow(SyntaxError);
});

it('names code by the version and settings of V8', () => {
  const { v8 } = process.versions;
  const own = codeFileName();
  Object.defineProperty(process.versions, 'v8', { value: `${v8}1` });
  try {
    expect(codeFileName()).not.toBe(own);
  } finally {
    Object.defineProperty(process.versions, 'v8', { value: v8 });
  }
  expect(codeFileName()).toBe(own);
});
