import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { lateOptimization } from '../../base/late-optimization.ts';

/**
 * Calls one of V8's internal functions. Node.js has no other access to the code that V8 has compiled. Scripts cannot call them
 * afterwards.
 */
function callInternal(name: string, parameters: readonly unknown[]): unknown {
  const values = parameters.map((_, index) => `values[${index}]`).join();
  setFlagsFromString('--allow-natives-syntax');
  try {
    return runInThisContext(`(values) => %${name}(${values})`)(parameters);
  } finally {
    setFlagsFromString('--no-allow-natives-syntax');
  }
}

/** What V8 was built with, which its own check of compiled code does not cover. */
const buildSettings = (): unknown[] =>
  Object.entries(process.config.variables).filter(([name]) => name.startsWith('v8_'));

/**
 * Returns the name of the file with compiled code for this V8 and the flag of engine processes. Another V8 could read it as
 * something else, so it must be exactly the same.
 */
export function codeFileName(): string {
  const key = JSON.stringify([process.versions.v8, process.arch, buildSettings(), lateOptimization]);
  return `code-${createHash('sha256').update(key).digest('hex').slice(0, 16)}.zst`;
}

/**
 * Returns the optimized code of a module: that of the functions that `work`, which loads it, calls. V8 cannot write code of its
 * other compiler, which is off meanwhile.
 */
export async function optimizedCode(work: () => Promise<object>): Promise<Uint8Array> {
  setFlagsFromString('--no-liftoff');
  const module = await work();
  // Code is read with the flags with which it was written.
  setFlagsFromString('--liftoff');
  return new Uint8Array(callInternal('SerializeWasmModule', [module]) as ArrayBuffer);
}

/**
 * Returns a module with its compiled code; V8 compiles its other functions when they are called. Returns undefined if V8 has
 * other flags, or the processor other instructions.
 */
export const moduleWithCode = (bytes: Uint8Array, code: ArrayBufferLike): object | undefined =>
  callInternal('DeserializeWasmModule', [code, bytes]) as object | undefined;
