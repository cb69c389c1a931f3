import { requirePackage } from '../../base/package-assets.ts';
import { allFontPaths } from '../fonts/fonts.ts';
import { streamSafe } from '../fonts/stream-safe.ts';
import { compactPdf } from './compact-pdf.ts';

/**
 * The npm package of the compiler: the binary for Lambda's platform itself.
 *
 * The package that picks one of eleven platforms lists some that no registry has, which makes a lock file that a clean
 * installation refuses.
 */
export const typstPackage = '@myriaddreamin/typst-ts-node-compiler-linux-x64-gnu';

/** What a compilation complains about. */
interface Diagnostics {
  readonly shortDiagnostics: readonly unknown[];
}

/** The part of the compiler's interface that is used (typst.ts 0.7.0, `index-napi.d.ts`). */
export interface TypstCompiler {
  readonly compile: (job: {
    readonly mainFileContent: string;
    /** What the document finds in `sys.inputs`. */
    readonly inputs: Readonly<Record<string, string>>;
  }) => {
    /** Null where it did not compile. */
    readonly result: TypstDocument | null;
    readonly takeDiagnostics: () => Diagnostics | null;
  };
  readonly pdf: (document: TypstDocument, options?: { readonly pdfStandard?: string }) => Buffer;
  /** Gives the document a file of its own at an absolute path of the workspace. */
  readonly mapShadow: (path: string, content: Buffer) => void;
  /** Takes all those files away. */
  readonly resetShadow: () => void;
  /** Drops what was cached for documents that are older than this many compilations. */
  readonly evictCache: (maxAge: number) => void;
}

/** A compiled document. */
export interface TypstDocument {
  readonly numOfPages: number;
}

interface TypstBinding {
  readonly NodeCompiler: {
    readonly create: (options: {
      readonly workspace: string;
      readonly fontArgs: readonly { readonly fontPaths: readonly string[] }[];
    }) => TypstCompiler;
  };
}

// No such folder: a template can read what is mapped into it, and nothing of the machine.
const WORKSPACE = '/nonexistent/document';

let compiler: TypstCompiler | undefined;

/**
 * The compiler of this process, with all fonts; a font's glyphs are loaded when a document first asks for it. Throws where
 * its package is not installed, as on another platform.
 */
export function typstCompiler(): TypstCompiler {
  compiler ??= requirePackage<TypstBinding>(typstPackage).NodeCompiler.create({
    workspace: WORKSPACE,
    fontArgs: [{ fontPaths: allFontPaths() }],
  });
  return compiler;
}

/** A file that a template may read under its name. */
export interface VirtualFile {
  /** Without a folder. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A template that did not compile: a fault of the template or of a file it was given. */
export class TypstError extends Error {
  constructor(diagnostics: readonly unknown[], options: ErrorOptions = {}) {
    super(`Typst: ${JSON.stringify(diagnostics).slice(0, 2000)}`, options);
    this.name = 'TypstError';
  }
}

/** A pdf and the number of its pages. */
export interface TypesetPdf {
  readonly bytes: Buffer;
  readonly pages: number;
}

/**
 * Sets a template with data on pages. The data is a JSON text in `sys.inputs.data`. Throws {@link TypstError} where the
 * template does not compile; what the pdf export throws names the standard that is broken.
 */
export function typesetPdf(
  template: string,
  data: string,
  {
    files = [],
    standard,
  }: { readonly files?: readonly VirtualFile[]; readonly standard?: string | undefined } = {},
): TypesetPdf {
  const typst = typstCompiler();
  try {
    for (const { name, bytes } of files) typst.mapShadow(`${WORKSPACE}/${name}`, Buffer.from(bytes));
    const compiled = typst.compile({ mainFileContent: template, inputs: { data: streamSafe(data) } });
    const document = compiled.result;
    if (document === null) throw new TypstError(compiled.takeDiagnostics()?.shortDiagnostics ?? []);
    const bytes =
      standard === undefined ? typst.pdf(document) : typst.pdf(document, { pdfStandard: standard });
    return { bytes: compactPdf(bytes), pages: document.numOfPages };
  } finally {
    typst.resetShadow();
    typst.evictCache(0);
  }
}
