/** A function of pdfium's C interface (public/fpdf*.h); handles and addresses are numbers. */
export type PdfiumFunction = (...args: number[]) => number;

/** Bytes for results of pdfium's functions: for a thousand characters. */
export const SCRATCH_BYTES = 80 * 1024;

/** Writes a result to a buffer if it is large enough, and returns the result's bytes. */
type ReadInto = (buffer: number, bytes: number) => number;

/** An open document, by the native build of pdfium or by that in WebAssembly. */
export interface PdfiumDocument {
  readonly handle: number;
  /** Whether the words of right-to-left lines are in reading order instead of left-to-right page order. */
  readonly ordersRightToLeft: boolean;
  /** Whether it has the function that returns many characters at once. */
  readonly readsInBulk: boolean;
  readonly pages: number;
  /** Returns the handle of the document's form, which is read when it is first asked for. 0 if it cannot be read. */
  readonly form: () => number;
  /** Returns a function of the C interface by name. Throws TypeError if there is none. */
  readonly fn: (name: string) => PdfiumFunction;
  /** Address of a buffer for results; each call overwrites it. */
  readonly scratch: number;
  /** Returns a view of the bytes at `scratch`. */
  readonly results: () => DataView;
  /** Copies bytes from pdfium's memory, such as the pixels of a bitmap. */
  readonly bytesAt: (address: number, bytes: number) => Uint8Array;
  /** Copies the bytes that a function writes. Undefined if there are none, or more than `limit`. */
  readonly readBytes: (limit: number, read: ReadInto) => Uint8Array | undefined;
}

/** Passes an open document to `read`. */
export type UsePdfium = <T>(read: (document: PdfiumDocument) => T | Promise<T>) => Promise<T>;

// Bytes of FPDF_FORMFILLINFO (public/fpdf_formfill.h): its version and callbacks, of which none are needed.
const FORM_BYTES = 1024;
const FORM_VERSIONS = [1, 2];

/**
 * Reads the form of an open document. 0 if PDFium cannot.
 *
 * @param place returns memory that stays until the form is closed
 */
export function openForm(
  fn: PdfiumDocument['fn'],
  document: number,
  place: (bytes: number) => { readonly address: number; readonly data: () => Uint8Array },
): number {
  const { address, data } = place(FORM_BYTES);
  for (const version of FORM_VERSIONS) {
    data().fill(0, 0, FORM_BYTES)[0] = version;
    const form = fn('FPDFDOC_InitFormFillEnvironment')(document, address);
    if (form !== 0) return form;
  }
  return 0;
}

const MAX_TEXT_BYTES = 64 * 1024;

// Short texts, such as the types of tags, of which a page can have thousands, are read into this part of the buffer for results:
// the first part may contain arguments.
const SHORT_BYTES = 256;
const SHORT_AT = SCRATCH_BYTES - SHORT_BYTES;

const decoders = { 'utf-16le': new TextDecoder('utf-16le'), 'utf-8': new TextDecoder('utf-8') };

/** Reads zero-terminated text of at most 64 KiB; empty if it is longer. */
export function readText(
  { scratch, results, readBytes }: PdfiumDocument,
  encoding: keyof typeof decoders,
  read: ReadInto,
): string {
  const bytes = read(scratch + SHORT_AT, SHORT_BYTES);
  if (bytes <= 0) return '';
  const { buffer, byteOffset } = results();
  const text =
    bytes <= SHORT_BYTES
      ? new Uint8Array(buffer, byteOffset + SHORT_AT, bytes)
      : readBytes(MAX_TEXT_BYTES, read);
  return decoders[encoding].decode(text).replaceAll('\0', '');
}
