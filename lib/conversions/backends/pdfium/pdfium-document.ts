/** A function of pdfium's C interface (public/fpdf*.h); handles and addresses are numbers. */
export type PdfiumFunction = (...args: number[]) => number;

/** Bytes for results of pdfium's functions. */
export const SCRATCH_BYTES = 256;

/** An open document, for what pdfium returns as numbers. */
export interface PdfiumReader {
  readonly handle: number;
  readonly pages: number;
  /** Returns a function of the C interface by name. Throws TypeError if there is none. */
  readonly fn: (name: string) => PdfiumFunction;
  /** Address of 256 bytes for results; each call overwrites them. */
  readonly scratch: number;
  /** Returns a view of the bytes at `scratch`. */
  readonly results: () => DataView;
}

/** A document opened with pdfium in WebAssembly, whose memory is accessible. */
export interface PdfiumDocument extends PdfiumReader {
  /** Returns a view of the current memory; memory that grows is replaced. */
  readonly view: () => DataView;
  /**
   * Reads text with a function of the form (buffer, bytes) -> bytes: zero-terminated UTF-16 or UTF-8 of at most 64 KiB,
   * empty if it is longer.
   */
  readonly readText: (
    encoding: 'utf-16le' | 'utf-8',
    read: (buffer: number, bytes: number) => number,
  ) => string;
}
