import type { PDFContext, PDFDict, PDFDocument, PDFObject, PDFStream } from '@cantoo/pdf-lib';
import { corruptPdf } from '../../../backends/pdfium/pdf-errors.ts';
import { EngineRefusal } from '../../../engine/engine.ts';

/** The library, passed on because it is loaded with the first document that needs it. */
type PdfLib = typeof import('@cantoo/pdf-lib');

/** The objects of an open PDF (ISO 32000-1, 7.3), by the names that they have in the file. */
export interface PdfFile {
  readonly lib: PdfLib;
  readonly document: PDFDocument;
  readonly context: PDFContext;
  readonly catalog: PDFDict;
  /** An entry of a dictionary, its reference resolved. */
  readonly get: (dict: PDFDict | undefined, key: string) => PDFObject | undefined;
  readonly dictOf: (value: PDFObject | undefined) => PDFDict | undefined;
  readonly streamOf: (value: PDFObject | undefined) => PDFStream | undefined;
  /** The elements of an array, their references resolved; none of anything else. */
  readonly itemsOf: (value: PDFObject | undefined) => PDFObject[];
  readonly nameOf: (value: PDFObject | undefined) => string | undefined;
  readonly numberOf: (value: PDFObject | undefined) => number | undefined;
  /** The reference to an object of the file, or the object itself if it has none. */
  readonly refTo: (object: PDFObject) => PDFObject;
  readonly set: (dict: PDFDict, key: string, value: PDFObject) => void;
  /** Removes entries and returns how many of them there were. */
  readonly remove: (dict: PDFDict | undefined, ...keys: readonly string[]) => number;
  /** The entries of a dictionary by name, their references resolved. */
  readonly entriesOf: (dict: PDFDict | undefined) => [string, PDFObject][];
  /** Every dictionary of the file: those of streams, and those inside other objects. */
  readonly dictionaries: () => Generator<PDFDict>;
  /** The decoded bytes of a stream, or undefined for a filter of images. */
  readonly decode: (stream: PDFStream) => Uint8Array | undefined;
}

/** Opens a PDF that qpdf has written: it is not encrypted and has a page tree without loops. */
export async function openPdf(bytes: Uint8Array): Promise<PdfFile> {
  const lib = await import('@cantoo/pdf-lib');
  const { PDFArray, PDFDict, PDFName, PDFNumber, PDFRawStream, PDFStream, decodePDFRawStream } = lib;
  const document = await lib.PDFDocument.load(bytes, {
    updateMetadata: false,
    throwOnInvalidObject: false,
  }).catch((error: unknown) => {
    // An exhausted stack is reported as what it is; anything else is an object that the library does not understand.
    throw error instanceof RangeError ? error : new EngineRefusal(corruptPdf(error));
  });
  const { context, catalog } = document;
  const references = new Map<PDFObject, PDFObject>(
    context.enumerateIndirectObjects().map(([reference, object]) => [object, reference]),
  );
  const resolve = (value: PDFObject | undefined): PDFObject | undefined => context.lookup(value);
  const get: PdfFile['get'] = (dict, key) => resolve(dict?.get(PDFName.of(key)));
  return {
    lib,
    document,
    context,
    catalog,
    get,
    dictOf: (value) =>
      value instanceof PDFDict ? value : value instanceof PDFStream ? value.dict : undefined,
    streamOf: (value) => (value instanceof PDFStream ? value : undefined),
    itemsOf: (value) =>
      value instanceof PDFArray ? value.asArray().flatMap((item) => resolve(item) ?? []) : [],
    nameOf: (value) => (value instanceof PDFName ? value.decodeText() : undefined),
    numberOf: (value) => (value instanceof PDFNumber ? value.asNumber() : undefined),
    refTo: (object) => references.get(object) ?? object,
    set: (dict, key, value) => dict.set(PDFName.of(key), value),
    remove: (dict, ...keys) => keys.filter((key) => dict?.delete(PDFName.of(key))).length,
    entriesOf: (dict) =>
      (dict?.entries() ?? []).flatMap(([key, value]): [string, PDFObject][] => {
        const resolved = resolve(value);
        return resolved === undefined ? [] : [[key.decodeText(), resolved]];
      }),
    dictionaries: function* () {
      const open: PDFObject[] = context.enumerateIndirectObjects().map(([, object]) => object);
      for (let object = open.pop(); object !== undefined; object = open.pop()) {
        const dict = object instanceof PDFStream ? object.dict : object;
        if (dict instanceof PDFArray) for (const item of dict.asArray()) open.push(item);
        if (!(dict instanceof PDFDict)) continue;
        yield dict;
        for (const value of dict.values()) open.push(value);
      }
    },
    decode: (stream) => {
      try {
        return stream instanceof PDFRawStream ? decodePDFRawStream(stream).decode() : stream.getContents();
      } catch {
        return undefined;
      }
    },
  };
}

/** Writes a PDF with plain objects, for qpdf to read. */
export const savePdf = async ({ document }: PdfFile): Promise<Uint8Array> =>
  await document.save({ useObjectStreams: false, updateFieldAppearances: false, addDefaultPage: false });
