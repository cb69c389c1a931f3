import { requirePackage } from '../../base/package-assets.ts';
import { koffiPackage } from './package.ts';

/** A type, an address or another koffi value; opaque to this project. */
type Handle = unknown;

/** A native function. */
type NativeFunction = (...values: readonly unknown[]) => unknown;

/** How a library is loaded (dlopen(3)). */
interface LoadOptions {
  /** Whether its own symbols come before those of the libraries that are loaded (RTLD_DEEPBIND). */
  readonly deep?: boolean;
}

interface Settings {
  readonly sync_stack_size: number;
}

/** The part of koffi's interface that is used here (koffi 3.3.4, `index.d.ts`). */
interface Koffi {
  /** Returns the settings of this process, changed by those given. */
  readonly config: (settings?: Settings) => Settings;
  /** `null` loads what is already linked, such as the C library. */
  readonly load: (
    path: string | null,
    options?: LoadOptions,
  ) => {
    readonly func: <Function = NativeFunction>(prototype: string) => Function;
  };
  readonly proto: (prototype: string) => Handle;
  readonly pointer: (type: Handle) => Handle;
  /** Returns the address of a function for native code, which may call it only on this thread. */
  readonly register: (call: (...values: number[]) => number, pointer: Handle) => bigint;
  readonly address: (bytes: Uint8Array) => bigint;
  /** Returns native memory without a copy. */
  readonly view: (address: bigint, bytes: number) => ArrayBuffer;
  readonly decode: (address: Handle, offsetOrType: Handle, type?: Handle) => unknown;
}

// The stack of a main thread, for PDFium's recursion; koffi's default is 2 MiB.
const STACK_BYTES = 8 * 1024 * 1024;

let loaded: Koffi | undefined;

/** Loads koffi. Throws if its package is not installed, as on other platforms. */
export function loadKoffi(): Koffi {
  if (loaded !== undefined) return loaded;
  const koffi = requirePackage<Koffi>(koffiPackage);
  // koffi refuses any change after the first library, which another copy of this module may have loaded.
  if (koffi.config().sync_stack_size !== STACK_BYTES) koffi.config({ sync_stack_size: STACK_BYTES });
  loaded = koffi;
  return koffi;
}
