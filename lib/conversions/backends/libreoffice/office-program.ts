import type { OfficeFormat } from './filters.ts';

/** A document to convert with LibreOffice. */
export interface OfficeJob {
  readonly input: Uint8Array;
  readonly from: OfficeFormat;
  readonly to: string;
  readonly password?: string | undefined;
  /** Options of the export filter, such as `PageRange`. */
  readonly filterData: Readonly<Record<string, string | number | boolean>>;
}

/** The result of a conversion with LibreOffice. */
export interface OfficeResult {
  /** Undefined if LibreOffice wrote no file. */
  readonly bytes?: Uint8Array | undefined;
  /** `done`, or an error. */
  readonly outcome: string;
  /** Name of the import filter, if it is known. */
  readonly readBy?: string | undefined;
  /** Prompts: `password`, `broken`, or LibreOffice's own name for anything else. */
  readonly prompts: readonly string[];
}

/** A build of LibreOffice that runs in this process. */
export interface OfficeProgram {
  /** Library part of its engines' names. */
  readonly name: string;
  /** Used only where it is installed. */
  readonly isOptional?: true;
  /** Whether it can run here, with the fonts it needs. */
  readonly isAvailable: () => boolean;
  /** Whether it can read only the document: references to files and addresses cannot be followed. */
  readonly isIsolated: boolean;
  /** Whether it decrypts OpenDocument packages. */
  readonly decryptsOpenDocument: boolean;
  /** Its version, such as `24.8.8`. */
  readonly version: () => string;
  /** Whether it can render formulas. Only called if it is available. */
  readonly hasMath: () => boolean;
  /**
   * Converts one document. Blocks the thread until it is done; the parent process enforces the time limit. Throws Error
   * if LibreOffice fails to load or does not reply.
   */
  readonly run: (job: OfficeJob) => Promise<OfficeResult>;
  /** Loads LibreOffice and exports an empty document, so that its code is in memory for the first one. */
  readonly warm: () => Promise<void>;
}
