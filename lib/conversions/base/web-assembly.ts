/** An instance of a WebAssembly module. */
export interface WasmInstance {
  readonly exports: Readonly<Record<string, unknown>>;
}

/** A memory of a WebAssembly module. */
export interface WasmMemory {
  readonly buffer: ArrayBufferLike;
  /** Adds pages of 64 KB. */
  readonly grow: (pages: number) => number;
}

/** A table of WebAssembly functions. */
export interface WasmTable {
  readonly get: (index: number) => (...values: unknown[]) => unknown;
  readonly set: (index: number, call: unknown) => void;
}

/** Imports by module and name. */
export type WasmImports = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The part of the WebAssembly JavaScript Interface that is used here; TypeScript declares it for browsers only. */
interface WebAssemblyInterface {
  readonly instantiate: (
    bytes: Uint8Array,
    imports: WasmImports,
  ) => Promise<{ readonly instance: WasmInstance; readonly module: object }>;
  readonly Memory: new (size: {
    readonly initial: number;
    readonly maximum?: number;
    readonly shared?: boolean;
  }) => WasmMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: WasmImports) => WasmInstance;
}

declare const WebAssembly: WebAssemblyInterface;

/** The global `WebAssembly`. */
export const webAssembly = WebAssembly;
