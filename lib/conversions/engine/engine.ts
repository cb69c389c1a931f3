import type * as z from 'zod';
import type { WorkerName } from '../../workers.ts';
import type { DocumentTree } from '../document/document-tree.ts';
import type { ConversionError } from '../errors.ts';
import type { ExtractFormat, Format } from '../formats.ts';
import type { Workbook } from '../workbook/workbook.ts';
import type { Recognition } from './recognition.ts';

/** The result of a job: a format to convert to, or an extract format. */
export type Target =
  | { readonly operation: 'convert'; readonly to: Format }
  | { readonly operation: 'extract'; readonly to: ExtractFormat };

/** Whether a job converts or extracts. */
export type Operation = Target['operation'];

/**
 * An in-memory model between readers and writers: a document of text, or a workbook of values. Readers produce one and
 * writers accept one, so a new format needs one reader and one writer instead of a converter for every other format.
 */
export type Hub = 'document' | 'workbook';

/** The input or output of an engine: the bytes of a file, or a hub. */
export type Content = Uint8Array | DocumentTree | Workbook;

/** One conversion of an engine: from a format or a hub, to a target or a hub. */
export type Edge = {
  readonly from: Format | Hub;
  /**
   * Cost of lost content, in steps: an edge with 2 ranks after a route with two more steps. Default: 0. Routes are tried
   * in order of their steps plus losses.
   */
  readonly loss?: number;
  /** The result may be an intermediate file of a longer route: a newer format of the same document. */
  readonly isBridge?: true;
  /** Also accepts the further files of a request and produces one result from all of them. */
  readonly takesSeveral?: true;
} & (Target | { readonly operation: 'read'; readonly to: Hub });

/** Progress of a job. */
export interface Progress {
  readonly done: number;
  /** Null if the total is unknown. */
  readonly total: number | null;
  readonly unit: 'pages' | 'lines' | 'rows';
}

/** Context that every engine receives with its input. */
export interface RequestContext {
  /** The target of the whole route. An engine in the middle may skip what the target cannot contain. */
  readonly target?: Target | undefined;
  /** The client's name for the file, used only for titles. It is never opened. */
  readonly filename?: string | undefined;
  /** The result contains at most the names of images, so a reader need not draw them. */
  readonly namesImages?: boolean | undefined;
  /** Size of the client's file, at every step. */
  readonly sourceBytes?: number | undefined;
  /** The further files of a request with several files, in order. They have the same format. */
  readonly further?: readonly Uint8Array[] | undefined;
  /** Maximum size of the result. Default: the limit in `base/result-size.ts`. */
  readonly maxResultBytes?: number | undefined;
  /** The process's part in a text recognition that several processes share; only for the client's own file. */
  readonly recognition?: Recognition | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Called after an unforeseen error, which leaves the state of an engine's libraries unknown. */
  readonly onFailure?: (() => void) | undefined;
}

/**
 * A request to an engine. `options` contains the client's options that are in the engine's schema. The engine's role parses them
 * and adds the defaults.
 */
export type EngineRequest = Edge & RequestContext & { readonly options: Readonly<Record<string, unknown>> };

/** Facts about the document for the report of the job. */
export interface EngineReport {
  /** Pages read or written; null if the format has no pages. */
  readonly pages?: number | null;
  readonly ocr_pages?: number;
  /** Substituted fonts, each `wanted -> used`. */
  readonly fonts_substituted?: readonly string[];
  /** For the client: content that is missing or different in the result. */
  readonly warnings?: readonly string[];
}

/** Media type of a result, and its file name extension without the dot. */
export interface FileType {
  readonly mimeType: string;
  readonly extension: string;
}

/** The result of an engine and its report. */
export interface EngineOutput {
  readonly content: Content;
  /** Set if the file differs from the target's own type, such as a ZIP of several files. */
  readonly file?: FileType | undefined;
  readonly report: EngineReport;
}

/** Limits that an engine enforces. Exceeding one is `too_complex`. */
interface EngineLimits {
  readonly maxPages?: number;
  readonly maxCharacters?: number;
  readonly maxPixels?: number;
  readonly maxCells?: number;
  /** Total uncompressed size of an archive, in bytes. */
  readonly maxUnpackedBytes?: number;
}

/** How a process passes from one tenant to another without ending. */
interface EngineReset {
  /**
   * Whether only JavaScript and WebAssembly handle a file of this format with these options. To be asked before the document is
   * read: native code that a document took over could answer anything.
   */
  readonly covers: (from: Format, options: EngineRequest['options']) => boolean;
  /** Removes everything that documents left. Resolves with false if the process must be replaced. */
  readonly run: () => Promise<boolean>;
}

/**
 * A conversion step built on one library. Create engines with the roles in `roles.ts`, which check the content.
 *
 * Everything except `convert`, `warm` and `reset` is data. Importing an engine loads no library; `convert` does. `convert` throws
 * ConversionError if the document is at fault, and {@link EngineRefusal} if the next engine should run. Any other error counts as
 * a crash, after which the next engine runs too.
 */
export interface Engine {
  /**
   * Unique name in reports: `<library>-<source>-reader`, `<library>-<target>-writer`, `<library>-<extract>-extractor` or,
   * for a direct conversion, `<library>-<source>-to-<target>`. The library of the project's own code is `docforge`.
   */
  readonly name: string;
  /** npm package that the engine requires and whose version is reported. Undefined for engines without a package. */
  readonly package?: string | undefined;
  readonly edges: readonly Edge[];
  /** The worker that has the engine. Default: the standard one. */
  readonly worker?: Exclude<WorkerName, 'standard'> | undefined;
  /** Strict: unknown options are refused. */
  readonly options: z.ZodObject;
  /** Options that apply only to the client's own file: in the first step of a route. */
  readonly sourceOptions?: readonly string[];
  /** The source formats of options that apply to only some of the engine's source formats. */
  readonly optionFormats?: Readonly<Record<string, readonly Format[]>>;
  /** Options that apply only to the final result: in the last step of a route. */
  readonly resultOptions?: readonly string[];
  /** Returns true if a result with these options contains no images, only their names. Default: it contains images. */
  readonly namesImages?: (options: EngineRequest['options']) => boolean;
  /** The program that opens the file. If one engine fails on a file, engines with the same program are skipped. */
  readonly program?: string;
  readonly limits: EngineLimits;
  readonly convert: (input: Content, request: EngineRequest) => Promise<EngineOutput>;
  /** Returns the engine's version if it does not come from an npm package. */
  readonly version?: () => string;
  /** Loads the library, so that the first document does not wait for it. */
  readonly warm?: () => Promise<void>;
  /** Set if the process may serve another tenant after a reset. Default: each tenant gets a process of its own. */
  readonly reset?: EngineReset;
}

/**
 * Thrown by an engine that declines a document that another engine may convert. The router runs the next one.
 *
 * If no engine does better, the job returns `fallback`, a usable result, or else fails with `otherwise`.
 */
export class EngineRefusal extends Error {
  readonly otherwise: ConversionError;
  readonly fallback: EngineOutput | undefined;

  constructor(otherwise: ConversionError, fallback?: EngineOutput) {
    super(otherwise.message, { cause: otherwise });
    this.name = 'EngineRefusal';
    this.otherwise = otherwise;
    this.fallback = fallback;
  }
}

/** The outcome of one route for a document. */
export interface Attempt {
  readonly engine: string;
  readonly outcome:
    | 'used'
    | 'refused'
    | 'failed'
    | 'crashed'
    | 'timed_out'
    | 'out_of_memory'
    | 'not_installed'
    | 'passed_over';
  /** For `passed_over`: the client's options that the route does not support, or not with these values. */
  readonly options?: readonly string[] | undefined;
}

/** The part of a job's `report` that the conversion provides. */
export interface ConversionReport {
  /** The engine that produced the result; several steps are joined with ` + `. */
  readonly engine: string;
  /** Its version, or the versions of the steps in the same order. */
  readonly version: string;
  readonly tried: readonly Attempt[];
  readonly pages: number | null;
  readonly ocr_pages: number;
  readonly fonts_substituted: readonly string[];
  readonly warnings: readonly string[];
}

/** A finished conversion. */
export interface ConversionResult {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  /** File name extension without the dot. */
  readonly extension: string;
  readonly report: ConversionReport;
}
