import { requirePackage } from '../../base/package-assets.ts';
import { allFontPaths } from '../fonts/fonts.ts';
import { metricFontPaths } from '../fonts/metric-fonts.ts';
import { streamSafe } from '../fonts/stream-safe.ts';
import { compactPdf } from './compact-pdf.ts';
import { typstPackage } from './package.ts';

/** Errors and warnings of a compilation. */
interface Diagnostics {
  readonly shortDiagnostics: readonly unknown[];
}

/** The part of the compiler's interface that is used here (typst.ts 0.7.0, `index-napi.d.ts`). */
interface TypstCompiler {
  readonly compile: (job: {
    readonly mainFileContent: string;
    /** Available to the template as `sys.inputs`. */
    readonly inputs: Readonly<Record<string, string>>;
  }) => {
    /** Null if compilation failed. */
    readonly result: TypstDocument | null;
    readonly takeDiagnostics: () => Diagnostics | null;
  };
  readonly pdf: (document: TypstDocument, options?: { readonly pdfStandard?: string }) => Buffer;
  /** Adds a virtual file at an absolute path in the workspace. */
  readonly mapShadow: (path: string, content: Buffer) => void;
  /** Removes all virtual files. */
  readonly resetShadow: () => void;
  /** Evicts cache entries that were not used in this many compilations. */
  readonly evictCache: (maxAge: number) => void;
}

/** A compiled document. */
interface TypstDocument {
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

// Does not exist, so a template can only read virtual files and nothing of the machine.
const WORKSPACE = '/nonexistent/document';

let compiler: TypstCompiler | undefined;

/**
 * Returns this process's compiler with all fonts, whose glyphs are loaded on first use. Throws if its package is not
 * installed, as on other platforms.
 */
export function typstCompiler(): TypstCompiler {
  compiler ??= requirePackage<TypstBinding>(typstPackage).NodeCompiler.create({
    workspace: WORKSPACE,
    fontArgs: [{ fontPaths: [...allFontPaths(), ...metricFontPaths()] }],
  });
  return compiler;
}

/** A file that a template may read. */
export interface VirtualFile {
  /** File name without a folder. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A template failed to compile because of an error in it or in a file. */
export class TypstError extends Error {
  constructor(diagnostics: readonly unknown[], options: ErrorOptions = {}) {
    super(`Typst: ${JSON.stringify(diagnostics).slice(0, 2000)}`, options);
    this.name = 'TypstError';
  }
}

/** A PDF and its number of pages. */
interface TypesetPdf {
  readonly bytes: Buffer;
  readonly pages: number;
}

/**
 * Typesets a template with data, a JSON text in `sys.inputs.data`. Throws {@link TypstError} if the template does not
 * compile; errors of the PDF export name the violated standard.
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
