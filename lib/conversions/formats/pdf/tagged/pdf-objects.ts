import { lastNotAbove } from '../../../base/binary-search.ts';
import { filtersIn, MAX_READ } from '../stream-filters.ts';

// Reads the objects of a PDF that something refers to (ISO 32000-1, 7.3 and 7.5), each when it is needed: the structure of a long
// document is a small part of its file.

/** A reference to an indirect object. */
export class PdfReference {
  readonly number: number;

  constructor(number: number) {
    this.number = number;
  }
}

/** A name, without its slash. */
export class PdfName {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

export type PdfDictionary = ReadonlyMap<string, PdfValue>;

/** An object. Strings are their bytes, a stream is its dictionary, and anything damaged is null. */
export type PdfValue =
  | number
  | boolean
  | null
  | Buffer
  | PdfName
  | PdfReference
  | PdfDictionary
  | readonly PdfValue[];

// Maximum nesting of arrays and dictionaries in an object.
const MAX_NESTING = 64;
// Maximum decompressed size of a stream of objects or cross-references.
const MAX_STREAM_BYTES = 64 * 1024 * 1024;
// Maximum decompressed size of all of them, which stay in memory.
const MAX_STREAMS_BYTES = 256 * 1024 * 1024;
// Maximum number of an object (Annex C.2 of ISO 32000-1), and maximum sections of a cross-reference table: one for each revision.
const MAX_OBJECTS = 8_388_607;
const MAX_SECTIONS = 1000;
// Bytes at the end of a file that contain the position of the last cross-reference section.
const TRAILER_BYTES = 2048;

const SPACE = 1;
const DELIMITER = 2;
const kinds = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) kinds[code] = SPACE;
for (const sign of '()<>[]{}/%') kinds[sign.charCodeAt(0)] = DELIMITER;

const [PERCENT, OPEN, CLOSE, LESS, GREATER, LEFT, RIGHT, SLASH, BACKSLASH, HASH] = Buffer.from('%()<>[]/\\#');
const escapes: ReadonlyMap<number, number> = new Map(
  Object.entries({ n: 10, r: 13, t: 9, b: 8, f: 12 }).map(([sign, code]) => [sign.charCodeAt(0), code]),
);

/** A token that ends an array or a dictionary, or a keyword. */
type Token = { readonly keyword: string } | { readonly value: PdfValue };

/** Returns true for a dictionary. */
export const isDictionary = (value: PdfValue | undefined): value is PdfDictionary => value instanceof Map;

/** Reads objects one after another. */
class ObjectParser {
  readonly #bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  #skipSpace(): void {
    const bytes = this.#bytes;
    for (; this.at < bytes.length; this.at += 1) {
      const code = bytes[this.at] ?? 0;
      if (code === PERCENT) {
        while (this.at < bytes.length && bytes[this.at] !== 10 && bytes[this.at] !== 13) this.at += 1;
      } else if (kinds[code] !== SPACE) return;
    }
  }

  #word(): string {
    const start = this.at;
    while (this.at < this.#bytes.length && kinds[this.#bytes[this.at] ?? 0] === 0) this.at += 1;
    return this.#bytes.toString('latin1', start, this.at);
  }

  #name(): PdfName {
    this.at += 1;
    const start = this.at;
    const word = this.#word();
    if (!this.#bytes.subarray(start, this.at).includes(HASH ?? 0)) return new PdfName(word);
    const bytes = word.replaceAll(/#([\dA-F]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    return new PdfName(Buffer.from(bytes, 'latin1').toString());
  }

  #literal(): Buffer {
    const bytes = this.#bytes;
    const codes: number[] = [];
    let depth = 0;
    for (this.at += 1; this.at < bytes.length; this.at += 1) {
      let code = bytes[this.at] ?? 0;
      if (code === CLOSE && depth === 0) break;
      if (code === OPEN) depth += 1;
      if (code === CLOSE) depth -= 1;
      if (code === BACKSLASH) {
        this.at += 1;
        code = bytes[this.at] ?? 0;
        const octal = /^[0-7]{1,3}/.exec(bytes.toString('latin1', this.at, this.at + 3))?.[0];
        if (octal !== undefined) {
          code = Number.parseInt(octal, 8) & 255;
          this.at += octal.length - 1;
        } else if (code === 13 || code === 10) {
          if (code === 13 && bytes[this.at + 1] === 10) this.at += 1;
          continue;
        } else code = escapes.get(code) ?? code;
      }
      codes.push(code);
    }
    this.at += 1;
    return Buffer.from(codes);
  }

  #hexadecimal(): Buffer {
    const end = this.#bytes.indexOf('>', this.at);
    const digits = this.#bytes
      .toString('latin1', this.at + 1, end < 0 ? undefined : end)
      .replaceAll(/[^\dA-F]/gi, '');
    this.at = end < 0 ? this.#bytes.length : end + 1;
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
  }

  /** Reads a number, or a reference if another number and `R` follow it. */
  #number(word: string): PdfValue {
    const value = Number(word);
    if (!Number.isFinite(value)) return null;
    const { at } = this;
    const bytes = this.#bytes;
    // Most references: a space, one digit, a space and R.
    let next = at;
    while (kinds[bytes[next] ?? 1] === SPACE && next < bytes.length) next += 1;
    const start = next;
    while ((bytes[next] ?? 0) >= 0x30 && (bytes[next] ?? 0) <= 0x39) next += 1;
    if (next === start || next === bytes.length) return value;
    while (kinds[bytes[next] ?? 1] === SPACE && next < bytes.length) next += 1;
    if (bytes[next] !== 0x52 || kinds[bytes[next + 1] ?? 0] === 0) return value;
    this.at = next + 1;
    return new PdfReference(value);
  }

  #array(nesting: number): readonly PdfValue[] {
    this.at += 1;
    const items: PdfValue[] = [];
    for (;;) {
      const token = this.token(nesting + 1);
      if ('value' in token) items.push(token.value);
      else if (token.keyword === ']' || token.keyword === '') return items;
    }
  }

  #dictionary(nesting: number): PdfDictionary {
    this.at += 2;
    const entries = new Map<string, PdfValue>();
    let key: string | undefined;
    for (;;) {
      const token = this.token(nesting + 1);
      if (!('value' in token)) {
        if (token.keyword === '>>' || token.keyword === '') return entries;
        if (token.keyword === 'endobj' || token.keyword === 'stream') return entries;
        continue;
      }
      if (key !== undefined) {
        entries.set(key, token.value);
        key = undefined;
      } else if (token.value instanceof PdfName) key = token.value.name;
    }
  }

  /** Reads the next token. The keyword is empty at the end of the bytes, and in an object that is nested too deeply. */
  token(nesting = 0): Token {
    this.#skipSpace();
    const code = this.#bytes[this.at];
    if (code === undefined || nesting > MAX_NESTING) return { keyword: '' };
    const isDouble = this.#bytes[this.at + 1] === code;
    if (code === SLASH) return { value: this.#name() };
    if (code === OPEN) return { value: this.#literal() };
    if (code === LEFT) return { value: this.#array(nesting) };
    if (code === LESS) return { value: isDouble ? this.#dictionary(nesting) : this.#hexadecimal() };
    if (code === RIGHT || code === GREATER || kinds[code] === DELIMITER) {
      const length = code === GREATER && isDouble ? 2 : 1;
      this.at += length;
      return { keyword: code === RIGHT ? ']' : length === 2 ? '>>' : '?' };
    }
    const word = this.#word();
    const first = word.charCodeAt(0);
    if ((first >= 0x30 && first <= 0x39) || first === 0x2b || first === 0x2d || first === 0x2e)
      return { value: this.#number(word) };
    if (word === 'true' || word === 'false') return { value: word === 'true' };
    return word === 'null' ? { value: null } : { keyword: word };
  }

  value(): PdfValue {
    const token = this.token();
    return 'value' in token ? token.value : null;
  }
}

/** Undoes the PNG predictors of a cross-reference or object stream (7.4.4.4). */
function withoutPredictor(bytes: Buffer, parameters: PdfDictionary | undefined): Buffer | undefined {
  const predictor = parameters?.get('Predictor') ?? 1;
  const columns = parameters?.get('Columns') ?? 1;
  if (typeof predictor !== 'number' || predictor < 2) return bytes;
  if (predictor < 10 || typeof columns !== 'number' || columns < 1 || columns > 1000) return undefined;
  const rows = Math.floor(bytes.length / (columns + 1));
  const result = Buffer.alloc(rows * columns);
  for (let row = 0; row < rows; row += 1) {
    const kind = bytes[row * (columns + 1)] ?? 0;
    for (let column = 0; column < columns; column += 1) {
      const at = row * columns + column;
      const left = column > 0 ? (result[at - 1] ?? 0) : 0;
      const up = row > 0 ? (result[at - columns] ?? 0) : 0;
      const corner = row > 0 && column > 0 ? (result[at - columns - 1] ?? 0) : 0;
      const estimate = left + up - corner;
      const [a, b, c] = [left, up, corner].map((each) => Math.abs(estimate - each)) as [
        number,
        number,
        number,
      ];
      const nearest = a <= b && a <= c ? left : b <= c ? up : corner;
      const predicted = [0, left, up, (left + up) >> 1, nearest][kind] ?? 0;
      result[at] = (bytes[at + row + 1] ?? 0) + predicted;
    }
  }
  return result;
}

/** Where an object is: at a position in the file, or at an index of an object stream. */
type Entry = number | { readonly stream: number; readonly index: number };

/** The decoded bytes of an object stream and the positions of its objects. */
interface ObjectStream {
  readonly content: Buffer;
  readonly offsets: readonly number[];
}

const noObjects: ObjectStream = { content: Buffer.alloc(0), offsets: [] };

/** The objects of a file. */
export interface PdfObjects {
  readonly trailer: PdfDictionary;
  /** Like `resolve`, for an object that is read once: it is not kept. */
  readonly read: (value: PdfValue | undefined) => PdfValue;
  /** Returns the object that a value refers to, or the value itself. */
  readonly resolve: (value: PdfValue | undefined) => PdfValue;
  /** Returns an entry of a dictionary, its reference resolved; null for anything else. */
  readonly get: (dictionary: PdfValue | undefined, key: string) => PdfValue;
}

/**
 * Opens the objects of a file by its cross-reference table. Undefined if the table is damaged or the file is encrypted. Linear in
 * the size of the file, whatever it refers to: objects beyond a multiple of it are null.
 */
export function readPdfObjects(input: Uint8Array): PdfObjects | undefined {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  const base = Math.max(0, bytes.subarray(0, TRAILER_BYTES).indexOf('%PDF-'));
  const entries = new Map<number, Entry>();
  const objects = new Map<number, PdfValue>();
  const streams = new Map<number, ObjectStream>();
  let unread = bytes.length * MAX_READ;
  let decoded = 0;
  let ends: number[] | undefined;

  /** Returns where a stream without its right length ends. The file is searched once, however many of them it has. */
  function endFrom(from: number): number | undefined {
    const found = ends ?? [];
    if (ends === undefined)
      for (let at = bytes.indexOf('endstream'); at >= 0; at = bytes.indexOf('endstream', at + 9))
        found.push(at);
    ends = found;
    return found[lastNotAbove(found.length, (index) => found[index] ?? 0, from - 1) + 1];
  }

  function objectAt(
    position: number,
    number: number | undefined,
  ): { value: PdfValue; parser: ObjectParser } | undefined {
    const parser = new ObjectParser(bytes, base + position);
    const [found, generation, keyword] = [parser.token(), parser.token(), parser.token()];
    if (!('value' in found) || !('value' in generation) || 'value' in keyword) return undefined;
    if (keyword.keyword !== 'obj' || (number !== undefined && found.value !== number)) return undefined;
    const value = parser.value();
    unread -= parser.at - position;
    return { value, parser };
  }

  /** Returns the decoded bytes of the stream whose dictionary a parser has just read. */
  function contentOf(dictionary: PdfDictionary, parser: ObjectParser): Buffer | undefined {
    const token = parser.token();
    if ('value' in token || token.keyword !== 'stream') return undefined;
    const from = parser.at + (bytes[parser.at] === 13 ? 2 : 1);
    const length = resolve(dictionary.get('Length'));
    const stated = typeof length === 'number' && length >= 0 ? from + length : -1;
    const isRight = stated > 0 && bytes.subarray(stated, stated + 20).includes('endstream');
    const end = isRight ? stated : endFrom(from);
    if (end === undefined) return undefined;
    const names = [resolve(dictionary.get('Filter'))].flat().flatMap((each) => {
      const name = resolve(each as PdfValue);
      return name instanceof PdfName ? [`/${name.name}`] : [];
    });
    let content: Buffer | 'too_long' | undefined = bytes.subarray(from, end);
    for (const { decode } of filtersIn(names.join(' ')))
      if (Buffer.isBuffer(content)) content = decode(content, MAX_STREAM_BYTES);
    if (!Buffer.isBuffer(content)) return undefined;
    decoded += content.length;
    if (decoded > MAX_STREAMS_BYTES) return undefined;
    unread += content.length * MAX_READ;
    const parameters = [resolve(dictionary.get('DecodeParms'))]
      .flat()
      .map((each) => resolve(each as PdfValue));
    return withoutPredictor(content, parameters.find(isDictionary));
  }

  function objectStream(number: number): ObjectStream {
    const known = streams.get(number);
    if (known !== undefined) return known;
    // An object stream is never in another one. Its length could be.
    streams.set(number, noObjects);
    const place = entries.get(number);
    const found = typeof place === 'number' ? objectAt(place, number) : undefined;
    if (found === undefined || !isDictionary(found.value)) return noObjects;
    const [count, first] = [resolve(found.value.get('N')), resolve(found.value.get('First'))];
    const content = contentOf(found.value, found.parser);
    if (content === undefined || typeof count !== 'number' || typeof first !== 'number') return noObjects;
    const header = new ObjectParser(content, 0);
    const offsets: number[] = [];
    while (offsets.length < count && header.at < Math.min(first, content.length)) {
      header.value();
      const offset = header.value();
      offsets.push(typeof offset === 'number' ? first + offset : content.length);
    }
    unread -= header.at;
    const stream = { content, offsets };
    streams.set(number, stream);
    return stream;
  }

  function load(number: number): PdfValue {
    const place = entries.get(number);
    if (place === undefined || unread < 0) return null;
    if (typeof place === 'number') return objectAt(place, number)?.value ?? null;
    const { content, offsets } = objectStream(place.stream);
    const from = offsets[place.index] ?? content.length;
    const parser = new ObjectParser(content, from);
    const value = parser.value();
    unread -= parser.at - from;
    return value;
  }

  function read(value: PdfValue | undefined): PdfValue {
    if (!(value instanceof PdfReference)) return value ?? null;
    const object = load(value.number);
    // An object is never a reference to another one.
    return object instanceof PdfReference ? null : object;
  }

  function resolve(value: PdfValue | undefined): PdfValue {
    if (!(value instanceof PdfReference)) return value ?? null;
    const known = objects.get(value.number);
    if (known !== undefined) return known;
    objects.set(value.number, null);
    const object = read(value);
    objects.set(value.number, object);
    return object;
  }

  function readTable(parser: ObjectParser): PdfDictionary | undefined {
    for (;;) {
      const first = parser.token();
      if (!('value' in first)) {
        const trailer = first.keyword === 'trailer' ? parser.value() : undefined;
        return isDictionary(trailer) ? trailer : undefined;
      }
      const count = parser.value();
      if (typeof first.value !== 'number' || typeof count !== 'number') return undefined;
      for (let at = 0; at < count; at += 1) {
        const [position, , kind] = [parser.value(), parser.value(), parser.token()];
        if ('value' in kind || typeof position !== 'number') return undefined;
        const number = first.value + at;
        if (number > MAX_OBJECTS) return undefined;
        if (kind.keyword === 'n' && !entries.has(number)) entries.set(number, position);
      }
    }
  }

  function readStream(position: number): PdfDictionary | undefined {
    const found = objectAt(position, undefined);
    if (found === undefined || !isDictionary(found.value)) return undefined;
    const { value: dictionary, parser } = found;
    const content = contentOf(dictionary, parser);
    const widths = dictionary.get('W');
    const size = dictionary.get('Size');
    if (content === undefined || !Array.isArray(widths) || typeof size !== 'number') return undefined;
    const [one, two, three] = widths.map((each: PdfValue) =>
      typeof each === 'number' ? each : 0,
    ) as number[];
    const lengths = [one ?? 0, two ?? 0, three ?? 0];
    const row = lengths.reduce((sum, each) => sum + each, 0);
    if (row < 1 || lengths.some((each) => each < 0 || each > 8)) return undefined;
    const index = dictionary.get('Index');
    const ranges = Array.isArray(index) ? (index as PdfValue[]) : [0, size];
    let at = 0;
    const read = (length: number, otherwise: number): number => {
      let value = length === 0 ? otherwise : 0;
      for (const end = at + length; at < end; at += 1) value = value * 256 + (content[at] ?? 0);
      return value;
    };
    for (let range = 0; range + 1 < ranges.length; range += 2) {
      const [first, count] = [ranges[range], ranges[range + 1]];
      if (typeof first !== 'number' || typeof count !== 'number') return undefined;
      for (let number = first; number < first + count && at + row <= content.length; number += 1) {
        const [kind, field, last] = [
          read(lengths[0] ?? 0, 1),
          read(lengths[1] ?? 0, 0),
          read(lengths[2] ?? 0, 0),
        ];
        if (number > MAX_OBJECTS || entries.has(number)) continue;
        if (kind === 1) entries.set(number, field);
        if (kind === 2) entries.set(number, { stream: field, index: last });
      }
    }
    return dictionary;
  }

  const end = bytes.lastIndexOf('startxref');
  const start = end < 0 ? null : new ObjectParser(bytes, end + 'startxref'.length).value();
  const seen = new Set<number>();
  const open: PdfValue[] = [start];
  let trailer: PdfDictionary | undefined;
  for (let position = open.shift(); position !== undefined; position = open.shift()) {
    if (typeof position !== 'number' || seen.has(position) || seen.size > MAX_SECTIONS) continue;
    seen.add(position);
    const parser = new ObjectParser(bytes, base + position);
    const token = parser.token();
    const isTable = 'keyword' in token && token.keyword === 'xref';
    const section = isTable ? readTable(parser) : readStream(position);
    if (section === undefined) return undefined;
    trailer ??= section;
    open.push(section.get('XRefStm') ?? null, section.get('Prev') ?? null);
  }
  if (trailer === undefined || trailer.has('Encrypt')) return undefined;
  const get: PdfObjects['get'] = (dictionary, key) => {
    const value = resolve(dictionary);
    return isDictionary(value) ? resolve(value.get(key)) : null;
  };
  return { trailer, read, resolve, get };
}
