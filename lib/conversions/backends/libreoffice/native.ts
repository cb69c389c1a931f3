import { requirePackage } from '../../base/package-assets.ts';

/**
 * The npm package of what calls native functions: the binary for Lambda's platform itself, without the package that picks one of twenty and
 * has a script at installation.
 */
export const koffiPackage = '@koromix/koffi-linux-x64';

/** A type, an address, or whatever else koffi hands out; only koffi looks inside. */
type Handle = unknown;

/** A native function. */
export type NativeFunction = (...values: readonly unknown[]) => unknown;

/** The part of koffi's interface that is used (koffi 3.3.4, `index.d.ts`). */
export interface Koffi {
  readonly config: (settings: { readonly sync_stack_size: number }) => unknown;
  /** `null`: what is linked already, such as the C library. */
  readonly load: (path: string | null) => { readonly func: (prototype: string) => NativeFunction };
  readonly proto: (prototype: string) => Handle;
  readonly address: (bytes: Uint8Array) => bigint;
  readonly decode: (address: Handle, offsetOrType: Handle, type?: Handle) => unknown;
}

// LibreOffice's layout follows nested tables by recursion; koffi's own 2 MiB are a quarter of what a program's main thread has.
const STACK_BYTES = 16 * 1024 * 1024;

let loaded: Koffi | undefined;

/** Loads koffi. Throws where its package is not installed, as on another platform. */
export function loadKoffi(): Koffi {
  if (loaded !== undefined) return loaded;
  const koffi = requirePackage<Koffi>(koffiPackage);
  // It takes no settings once a library is loaded.
  koffi.config({ sync_stack_size: STACK_BYTES });
  loaded = koffi;
  return koffi;
}
