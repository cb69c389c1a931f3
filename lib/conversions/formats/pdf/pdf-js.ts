import type { PDFParse } from 'pdf-parse';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { corruptPdf, encryptedPdf } from '../../backends/pdfium/pdf-errors.ts';
import { loadPackage, packageFile } from '../../base/package-assets.ts';
import { EngineRefusal } from '../../engine/engine.ts';
import { ConversionError } from '../../errors.ts';

/**
 * Loads pdf-parse without the 30 MB canvas package, from which PDF.js takes a class that it creates on load, for rendering.
 * Nothing is rendered here, so an empty class is enough. PDF.js warns that the package is missing, which engines do not print.
 */
export async function loadPdfParse(): Promise<typeof import('pdf-parse')> {
  if (!Object.hasOwn(globalThis, 'DOMMatrix')) Object.assign(globalThis, { DOMMatrix: class {} });
  return await loadPackage('pdf-parse');
}

const isPasswordError = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'PasswordException' || /password/i.test(error.message));

const isDocument = (value: unknown): value is PDFDocumentProxy =>
  typeof value === 'object' && value !== null && 'numPages' in value && 'getPage' in value;

/** The document that pdf-parse has opened. Its own results lack text positions. */
async function openedDocument(parser: PDFParse): Promise<PDFDocumentProxy> {
  await parser.getInfo();
  const document: unknown = Reflect.get(parser, 'doc');
  if (!isDocument(document)) throw new TypeError('pdf-parse does not expose its document.');
  return document;
}

/**
 * Opens a PDF with PDF.js (through pdf-parse), passes it to `use` and closes it. Throws ConversionError
 * `encrypted_document`, and EngineRefusal if PDF.js cannot read the file.
 */
export async function withPdfJs<T>(
  input: Uint8Array,
  password: string | undefined,
  use: (document: PDFDocumentProxy) => Promise<T>,
): Promise<T> {
  const { PDFParse } = await loadPdfParse();
  const assets = (folder: string): string => packageFile('pdfjs-dist', folder, '/');
  const parser = new PDFParse({
    // PDF.js takes ownership of its input bytes.
    data: Uint8Array.from(input),
    ...(password === undefined ? {} : { password }),
    cMapUrl: assets('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: assets('standard_fonts'),
    wasmUrl: assets('wasm'),
    isEvalSupported: false,
    useSystemFonts: false,
    verbosity: 0,
  });
  try {
    return await use(await openedDocument(parser));
  } catch (error) {
    if (error instanceof ConversionError || error instanceof EngineRefusal) throw error;
    if (isPasswordError(error)) throw encryptedPdf(password !== undefined, error);
    throw new EngineRefusal(corruptPdf(error));
  } finally {
    await parser.destroy().catch(() => undefined);
  }
}
