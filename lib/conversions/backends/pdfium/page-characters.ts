import type { PdfiumDocument } from './pdfium-document.ts';

/**
 * The characters of a page in PDFium's order, each at its index; boxes are in page space (ISO 32000-1, 8.3.2.3). Valid until the
 * next page is read.
 */
export interface PageCharacters {
  /** The number of characters; the arrays may be longer. */
  readonly count: number;
  /** Code points. */
  readonly codes: Uint32Array;
  /** Handles of the text objects; 0 for a character that PDFium inferred. */
  readonly objects: Float64Array;
  readonly lefts: Float32Array;
  readonly tops: Float32Array;
  readonly rights: Float32Array;
  readonly bottoms: Float32Array;
  /** Font sizes, before the matrix of the text. */
  readonly sizes: Float32Array;
  /** Text rendering modes (ISO 32000-1, table 106). */
  readonly modes: Int8Array;
  /** The index of each in PDFium's order. Undefined if they are in it. */
  readonly indexes?: readonly number[] | undefined;
}

// A record of FPDFText_GetCharInfoBatch, which liteparse's build of PDFium has: handle of the text object, box of the glyph as four
// doubles, loose box (left, top, right, bottom) and font size as floats, code point, code, type and rendering mode.
const RECORD_BYTES = 80;
const WORDS = RECORD_BYTES / 4;
const [LEFT, TOP, RIGHT, BOTTOM, SIZE, CODE, CHAR_CODE, MODE] = [10, 11, 12, 13, 14, 15, 16, 18] as const;
const HIGH_HALF = 2 ** 32;
// Maximum code point; PDFium passes on what broken fonts state.
const MAX_CODE = 0x10ffff;

type Properties = Omit<PageCharacters, 'count' | 'indexes'>;

const emptyProperties = (count: number): Properties => ({
  codes: new Uint32Array(count),
  objects: new Float64Array(count),
  lefts: new Float32Array(count),
  tops: new Float32Array(count),
  rights: new Float32Array(count),
  bottoms: new Float32Array(count),
  sizes: new Float32Array(count),
  modes: new Int8Array(count),
});

// Enough for most pages. Arrays for each page would be most of what is allocated for a long document.
const USUAL = 16_384;
const usual = emptyProperties(USUAL);

/** Reads many characters with each call. */
function readInBulk(
  { fn, scratch, results }: PdfiumDocument,
  textPage: number,
  { count, ...properties }: PageCharacters,
): void {
  const { codes, objects, lefts, tops, rights, bottoms, sizes, modes } = properties;
  const readBatch = fn('FPDFText_GetCharInfoBatch');
  const { buffer, byteOffset, byteLength } = results();
  const most = Math.floor(byteLength / RECORD_BYTES);
  const floats = new Float32Array(buffer, byteOffset, most * WORDS);
  const words = new Uint32Array(buffer, byteOffset, most * WORDS);
  for (let first = 0; first < count; first += most) {
    const read = readBatch(textPage, first, Math.min(most, count - first), scratch);
    for (let at = 0, record = 0; at < read; at += 1, record += WORDS) {
      const char = first + at;
      codes[char] = Math.min(words[record + CODE] ?? 0, MAX_CODE);
      objects[char] = (words[record] ?? 0) + (words[record + 1] ?? 0) * HIGH_HALF;
      lefts[char] = floats[record + LEFT] ?? 0;
      tops[char] = floats[record + TOP] ?? 0;
      rights[char] = floats[record + RIGHT] ?? 0;
      bottoms[char] = floats[record + BOTTOM] ?? 0;
      sizes[char] = floats[record + SIZE] ?? 0;
      modes[char] = words[record + MODE] ?? 0;
    }
  }
}

/** Returns a function that returns the code of a character in its font (ISO 32000-1, 9.6.6). Only liteparse's build has one. */
export function charCodeReader({ fn, scratch, results }: PdfiumDocument, textPage: number) {
  const readBatch = fn('FPDFText_GetCharInfoBatch');
  return (char: number): number =>
    readBatch(textPage, char, 1, scratch) === 1 ? results().getUint32(CHAR_CODE * 4, true) : 0;
}

/** Reads each property with a call of its own, which takes ten times as long natively. */
function readSingly(
  { fn, scratch, results }: PdfiumDocument,
  textPage: number,
  { count, ...properties }: PageCharacters,
): void {
  const { codes, objects, lefts, tops, rights, bottoms, sizes, modes } = properties;
  const getCode = fn('FPDFText_GetUnicode');
  const getObject = fn('FPDFText_GetTextObject');
  const getBox = fn('FPDFText_GetLooseCharBox');
  const getSize = fn('FPDFText_GetFontSize');
  const getMode = fn('FPDFTextObj_GetTextRenderMode');
  for (let char = 0; char < count; char += 1) {
    const object = getObject(textPage, char);
    const isSame = char > 0 && objects[char - 1] === object;
    codes[char] = Math.min(getCode(textPage, char), MAX_CODE);
    objects[char] = object;
    getBox(textPage, char, scratch);
    const box = results();
    lefts[char] = box.getFloat32(0, true);
    tops[char] = box.getFloat32(4, true);
    rights[char] = box.getFloat32(8, true);
    bottoms[char] = box.getFloat32(12, true);
    sizes[char] = isSame ? (sizes[char - 1] ?? 0) : getSize(textPage, char);
    modes[char] = isSame ? (modes[char - 1] ?? 0) : object === 0 ? -1 : getMode(object);
  }
}

/** Reads the characters of an open page. */
export function readCharacters(document: PdfiumDocument, textPage: number): PageCharacters {
  const count = Math.max(0, document.fn('FPDFText_CountChars')(textPage));
  const characters = { count, ...(count <= USUAL ? usual : emptyProperties(count)) };
  const read = document.readsInBulk ? readInBulk : readSingly;
  read(document, textPage, characters);
  return characters;
}
