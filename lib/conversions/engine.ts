import type * as z from 'zod';
import type { ConversionError } from '../errors.ts';
import type { ExtractFormat, Format } from './formats.ts';

/** What a document is turned into: another format, or something extracted from it. */
export type Target =
  | { readonly operation: 'convert'; readonly to: Format }
  | { readonly operation: 'extract'; readonly to: ExtractFormat };

/** Whether a job converts or extracts. */
export type Operation = Target['operation'];

/** One thing an engine can do. */
export type Edge = { readonly from: Format } & Target;

/** How far a job is. */
export interface Progress {
  readonly done: number;
  /** Null where the whole is not known beforehand. */
  readonly total: number | null;
  readonly unit: 'pages' | 'lines';
}

/** What an engine is asked for. `options` holds parsed options of the engine's own schema. */
export type EngineRequest = Edge & {
  readonly options: Readonly<Record<string, unknown>>;
  /** The client's name for the file, used for titles only; it is never opened. */
  readonly filename?: string | undefined;
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

/** An engine's result: the bytes of the target format and what is to be reported. */
export interface EngineOutput {
  readonly bytes: Uint8Array;
  readonly report: EngineReport;
}

/** A ceiling an engine keeps, with its unit; exceeding it is `too_complex`. */
export interface EngineLimits {
  readonly maxPages?: number;
  readonly maxCharacters?: number;
}

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
  /** npm package whose version is reported. */
  readonly package: string;
  readonly edges: readonly Edge[];
  /** Strict: an option that is not in it is refused by name. */
  readonly options: z.ZodObject;
  readonly limits: EngineLimits;
  readonly convert: (input: Uint8Array, request: EngineRequest) => Promise<EngineOutput>;
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
  readonly outcome: 'used' | 'refused' | 'failed' | 'crashed' | 'timed_out' | 'out_of_memory';
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
