import { lastNotAbove } from '../../base/binary-search.ts';
import { createDocumentBudget } from '../../document/document-limits.ts';
import { EngineRefusal } from '../../engine/engine.ts';
import { ConversionError } from '../../errors.ts';
import { corruptOle } from '../../shared/compound-file/corrupt-file.ts';
import { type CompoundFile, encryptedOle } from '../../shared/compound-file/open-compound.ts';

/** A range of text in the file. [MS-DOC] 2.9.177: a piece. */
interface Piece {
  /** Character positions in the document, from 0; the end is exclusive. */
  readonly from: number;
  readonly to: number;
  /** Byte offset of its first character in the WordDocument stream. */
  readonly offset: number;
  readonly isCompressed: boolean;
}

/** Lengths of the consecutive parts of the document's text, in characters. [MS-DOC] 2.5.4. */
interface TextLengths {
  readonly body: number;
  readonly footnotes: number;
  readonly headers: number;
  readonly comments: number;
  readonly endnotes: number;
  readonly boxes: number;
}

/** A parsed Word 97 file. */
export interface DocFile {
  readonly word: Buffer;
  readonly table: Buffer;
  readonly data: Buffer | undefined;
  readonly text: string;
  readonly lengths: TextLengths;
  /** Byte offset of a character in the WordDocument stream. */
  readonly offsetOf: (position: number) => number;
  /** A structure of the table stream by its FIB entry; undefined if absent. */
  readonly structure: (fibOffset: number) => Buffer | undefined;
  /** Offset of a structure in the table stream. */
  readonly place: (fibOffset: number) => number;
}

// [MS-DOC] 2.5.2: FibBase. nFib of Word 97 is 0xC1.
const MAGIC = 0xa5ec;
const WORD_97 = 0x00c0;
const ENCRYPTED = 0x0100;
const TABLE_1 = 0x0200;

/** FIB offsets of structures. [MS-DOC] 2.5.6. */
export const fib = {
  styles: 0xa2,
  footnoteReferences: 0xaa,
  footnoteTexts: 0xb2,
  commentReferences: 0xba,
  commentTexts: 0xc2,
  sections: 0xca,
  headerTexts: 0xf2,
  characterPages: 0xfa,
  paragraphPages: 0x102,
  fonts: 0x112,
  documentProperties: 0x192,
  pieces: 0x1a2,
  commentAuthors: 0x1ba,
  endnoteReferences: 0x20a,
  endnoteTexts: 0x212,
  lists: 0x2e2,
  listOverrides: 0x2ea,
  shapes: 0x1da,
  headerShapes: 0x1e2,
  revisionAuthors: 0x232,
  commentNames: 0x1c2,
  commentStarts: 0x1ea,
  commentEnds: 0x1f2,
  commentTimes: 0x41a,
} as const;

// [MS-DOC] 2.4.1: compressed text is windows-1252 with these exceptions.
const decoder = new TextDecoder('windows-1252');

function readPieces(clx: Buffer): Piece[] {
  let at = 0;
  while (at < clx.length && clx.readUInt8(at) === 1) at += 3 + clx.readUInt16LE(at + 1);
  if (clx.readUInt8(at) !== 2) throw corruptOle();
  const bytes = clx.readUInt32LE(at + 1);
  const table = clx.subarray(at + 5, at + 5 + bytes);
  const count = Math.floor((table.length - 4) / 12);
  const pieces: Piece[] = [];
  for (let index = 0; index < count; index += 1) {
    const from = table.readUInt32LE(index * 4);
    const to = table.readUInt32LE(index * 4 + 4);
    const packed = table.readUInt32LE((count + 1) * 4 + index * 8 + 2);
    const isCompressed = (packed & 0x40000000) !== 0;
    const offset = isCompressed ? (packed & 0x3fffffff) >>> 1 : packed & 0x3fffffff;
    const before = pieces.at(-1)?.to ?? 0;
    if (to <= from || from !== before) throw corruptOle();
    pieces.push({ from, to, offset, isCompressed });
  }
  return pieces;
}

function textOf(word: Buffer, pieces: readonly Piece[]): string {
  const parts: string[] = [];
  // Pieces can reference the same range of the file any number of times.
  const budget = createDocumentBudget();
  for (const { from, to, offset, isCompressed } of pieces) {
    const length = to - from;
    budget.spend('characters', length);
    const bytes = word.subarray(offset, offset + length * (isCompressed ? 1 : 2));
    const text = isCompressed ? decoder.decode(bytes) : bytes.toString('utf16le');
    // Keep positions correct if the file is truncated.
    parts.push(text.length < length ? text.padEnd(Math.min(length, word.length), '\0') : text);
  }
  return parts.join('');
}

/**
 * Parses a Word 97 to 2003 file. Throws ConversionError `encrypted_document` or `corrupt_document`, EngineRefusal for
 * Word 95 and older, RangeError if the file is truncated.
 */
export function openDoc(file: CompoundFile): DocFile {
  const word = file('WordDocument');
  if (word === undefined || word.readUInt16LE(0) !== MAGIC) throw corruptOle();
  if (word.readUInt16LE(2) < WORD_97) {
    throw new EngineRefusal(
      new ConversionError(
        'unsupported_content',
        'The document uses the format of Word 95 or older. Open it in a newer program and save it as docx.',
      ),
    );
  }
  const flags = word.readUInt16LE(0x0a);
  if ((flags & ENCRYPTED) !== 0) throw encryptedOle();
  const table = file((flags & TABLE_1) === 0 ? '0Table' : '1Table');
  if (table === undefined) throw corruptOle();
  const structure = (at: number): Buffer | undefined => {
    const from = word.readUInt32LE(at);
    const bytes = word.readUInt32LE(at + 4);
    return bytes === 0 ? undefined : table.subarray(from, from + bytes);
  };
  const clx = structure(fib.pieces);
  if (clx === undefined) throw corruptOle();
  const pieces = readPieces(clx);
  const length = (at: number): number => Math.max(0, word.readInt32LE(at));
  return {
    word,
    table,
    data: file('Data'),
    text: textOf(word, pieces),
    lengths: {
      body: length(0x4c),
      footnotes: length(0x50),
      headers: length(0x54),
      comments: length(0x5c),
      endnotes: length(0x60),
      boxes: length(0x64),
    },
    offsetOf: (position) => {
      const piece = pieces[lastNotAbove(pieces.length, (index) => pieces[index]?.from ?? 0, position)];
      return piece === undefined ? 0 : piece.offset + (position - piece.from) * (piece.isCompressed ? 1 : 2);
    },
    structure,
    place: (at) => word.readUInt32LE(at),
  };
}

/** Whether a document lists authors of tracked changes. The first entry of the list is a placeholder ([MS-DOC] 2.9.282). */
export const hasRevisionAuthors = ({ structure }: DocFile): boolean => {
  const authors = structure(fib.revisionAuthors);
  return authors !== undefined && authors.length >= 4 && authors.readUInt16LE(2) > 1;
};
