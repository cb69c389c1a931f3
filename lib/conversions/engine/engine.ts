import type * as z from 'zod';
import type { ConversionError } from '../../errors.ts';
import type { DocumentTree } from '../document/document-tree.ts';
import type { ExtractFormat, Format } from '../formats.ts';
import type { Workbook } from '../workbook/workbook.ts';

/** What a document is turned into: another format, or something extracted from it. */
export type Target =
  | { readonly operation: 'convert'; readonly to: Format }
  | { readonly operation: 'extract'; readonly to: ExtractFormat };

/** Whether a job converts or extracts. */
export type Operation = Target['operation'];

/**
 * What stands between readers and writers and never in a file: a document of text, or a workbook of values. Every reader
 * makes one, every writer takes one, so a new format needs a reader or a writer and not one for each other format.
 */
export type Hub = 'document' | 'workbook';

/** What an engine works on or makes: the bytes of a file, or a hub. */
export type Content = Uint8Array | DocumentTree | Workbook;

/** One thing an engine can do: from a file or a hub, to a target or a hub. */
export type Edge = {
  readonly from: Format | Hub;
  /**
   * What is lost on the way, in steps: an edge with 2 stands behind a way of two more steps. 0 where left out. A way of
   * fewer steps and losses is tried first.
   */
  readonly loss?: number;
  /** Whether the result may be read again on the way to something else: a newer format of the same document. */
  readonly isBridge?: true;
  /** Whether it takes the further files of a request too, and makes one result of all. */
  readonly takesSeveral?: true;
} & (Target | { readonly operation: 'read'; readonly to: Hub });

/** How far a job is. */
export interface Progress {
  readonly done: number;
  /** Null where the whole is not known beforehand. */
  readonly total: number | null;
  readonly unit: 'pages' | 'lines' | 'rows';
}

/**
 * What an engine is asked for. `options` holds those of the client's options that the engine's own schema knows,
 * without defaults: the engine parses them and so adds them.
 */
export type EngineRequest = Edge & {
  readonly options: Readonly<Record<string, unknown>>;
  /** What the whole way leads to; an engine in its middle may leave out what the target has no place for. */
  readonly target?: Target | undefined;
  /** The client's name for the file, used for titles only; it is never opened. */
  readonly filename?: string | undefined;
  /** Size of the client's file, whatever step this is. */
  readonly sourceBytes?: number | undefined;
  /** The further files of a request that names several, of the same format, in their order. */
  readonly further?: readonly Uint8Array[] | undefined;
  /** Most bytes of the result; where left out, the default of `base/result-size.ts`. */
  readonly maxResultBytes?: number | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
};

/** What an engine tells about the document. */
export interface EngineReport {
  /** Pages read or written; null where the format has none. */
  readonly pages?: number | null;
  readonly ocr_pages?: number;
  /** Fonts that stood in for others, each `wanted -> used`. */
  readonly fonts_substituted?: readonly string[];
  /** For the client: what is missing or different in the result. */
  readonly warnings?: readonly string[];
}

/** An engine's result, and what is to be reported. */
export interface EngineOutput {
  readonly content: Content;
  /** Another kind of file than the target's own, such as a zip of several. */
  readonly file?: { readonly mimeType: string; readonly extension: string } | undefined;
  readonly report: EngineReport;
}

/** A ceiling an engine keeps, with its unit; exceeding it is `too_complex`. */
export interface EngineLimits {
  readonly maxPages?: number;
  readonly maxCharacters?: number;
  readonly maxPixels?: number;
  readonly maxCells?: number;
  /** Of a file that is an archive: bytes of all that is in it. */
  readonly maxUnpackedBytes?: number;
}

/** Where engines run: what one package of code cannot hold has a worker and a queue of its own. */
export type WorkerName = 'standard' | 'browser' | 'office';

/**
 * A converter around one library.
 *
 * Everything but `convert` and `warm` is data, and importing an engine loads no library: `convert` loads it. It throws
 * ConversionError when the document is at fault, {@link EngineRefusal} when another engine should try; anything else it
 * throws is taken as a crash, and another engine tries too.
 */
export interface Engine {
  /** Name in reports: the wrapped package. */
  readonly name: string;
  /** npm package whose version is reported; left out for an engine of the project's own. */
  readonly package?: string | undefined;
  readonly edges: readonly Edge[];
  /** The worker that has it, where it is not in the standard one. */
  readonly worker?: Exclude<WorkerName, 'standard'> | undefined;
  /** Strict: an option that is not in it is refused by name. */
  readonly options: z.ZodObject;
  readonly limits: EngineLimits;
  readonly convert: (input: Content, request: EngineRequest) => Promise<EngineOutput>;
  /** Whether it can run here; where left out, whether its package is installed. */
  readonly isAvailable?: () => boolean;
  /** Its version, where it is no npm package's. */
  readonly version?: () => string;
  /** Loads the library, so that the first document does not wait for it. */
  readonly warm?: () => Promise<void>;
}

/**
 * An engine passes: the document may be fine, but not for this engine. The router asks the next one.
 *
 * `otherwise` is what the job ends with where no other engine can do better; `secondBest` a result that is better than
 * none, and is then taken instead.
 */
export class EngineRefusal extends Error {
  readonly otherwise: ConversionError;
  readonly secondBest: EngineOutput | undefined;

  constructor(otherwise: ConversionError, secondBest?: EngineOutput) {
    super(otherwise.message, { cause: otherwise });
    this.name = 'EngineRefusal';
    this.otherwise = otherwise;
    this.secondBest = secondBest;
  }
}

/** How one engine fared with a document. */
export interface Attempt {
  readonly engine: string;
  readonly outcome:
    | 'used'
    | 'refused'
    | 'failed'
    | 'crashed'
    | 'timed_out'
    | 'out_of_memory'
    | 'not_installed';
}

/** The part of a job's `report` that conversions know. */
export interface ConversionReport {
  /** Engine that made the result; several steps are joined with ` + `. */
  readonly engine: string;
  /** Its version, or versions in the same order. */
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
