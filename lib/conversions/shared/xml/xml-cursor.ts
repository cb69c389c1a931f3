import { ConversionError } from '../../../errors.ts';
import { nameTable } from '../../base/name-table.ts';

/** Where a cursor stands: behind everything, an opening tag, a closing tag, or one that is both. */
export const XML_END = 0;
export const XML_OPEN = 1;
export const XML_CLOSE = 2;
export const XML_EMPTY = 3;

/**
 * Goes from tag to tag through XML of millions of elements without making an object for any. Names are those given when
 * the cursor was made and are known by their index; prefixes don't count.
 */
export interface XmlCursor {
  /** Moves to the next tag and tells its kind. */
  readonly next: () => number;
  /** Index of the tag's name; -1 for one that was not given. */
  readonly name: () => number;
  /** An attribute's value; undefined where the tag has none. */
  readonly attribute: (name: number) => string | undefined;
  /** An attribute of digits alone; -1 for any other and for none. */
  readonly integer: (name: number) => number;
  /** The letters an attribute begins with as a column from 0, as in `AB12`; -1 for none. */
  readonly column: (name: number) => number;
  /** Text between this tag and the next one. */
  readonly text: () => string;
  /** The same as a number; NaN for what is none. */
  readonly number: () => number;
  /** Of the elements that are open here. */
  readonly depth: () => number;
  /** From an opening tag to the closing one of the same element. */
  readonly skip: () => void;
}

const LT = 0x3c;
const GT = 0x3e;
const SLASH = 0x2f;
const BANG = 0x21;
const QUESTION = 0x3f;
const COLON = 0x3a;
const EQUALS = 0x3d;
const SPACE = 0x20;
const DOT = 0x2e;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
// More than any element of a spreadsheet has; what is beyond is not seen.
const MAX_ATTRIBUTES = 128;
// Integers up to 2^53 and powers of ten up to 22 are exact, so one division rounds rightly (IEEE 754).
const EXACT_DIGITS = 15;
const powersOfTen = Array.from({ length: EXACT_DIGITS + 1 }, (_, exponent) => 10 ** exponent);

const entities: Readonly<Record<string, string>> = nameTable({
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
});

function entity(whole: string, name: string): string {
  if (!name.startsWith('#')) return entities[name] ?? whole;
  const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD';
}

/** Entities of XML itself; those of a DTD are left as they stand, and line ends are as XML 1.0, 2.11 has them. */
function unescapeXml(text: string): string {
  const lines = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
  return lines.includes('&') ? lines.replaceAll(/&(#x[\da-f]{1,6}|#\d{1,7}|\w{1,8});/gi, entity) : lines;
}

const isSpace = (code: number): boolean => code <= SPACE;

function toUtf8(part: Uint8Array): Buffer {
  const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  const mark = bytes.length >= 2 ? bytes.readUInt16BE(0) : 0;
  if (mark === 0xfffe) return Buffer.from(new TextDecoder('utf-16le').decode(bytes));
  if (mark === 0xfeff) return Buffer.from(new TextDecoder('utf-16be').decode(bytes));
  return bytes;
}

// Of the few names a cursor is asked for no two are alike in this; a stranger's name that is gives a wrong cell, no harm.
function hashName(name: string): number {
  let hash = 0;
  for (let at = 0; at < name.length; at += 1) hash = (Math.imul(hash, 31) + name.charCodeAt(at)) | 0;
  return hash;
}

/**
 * A cursor before the first tag of a part of XML, in UTF-8 or marked UTF-16.
 *
 * What is not well-formed is read as far as it makes sense, never past the end. Throws ConversionError
 * `corrupt_document` at a DTD: ECMA-376 part 2, 6.2.5 forbids it, and OpenDocument needs none.
 */
export function xmlCursor(part: Uint8Array, names: readonly string[]): XmlCursor {
  const bytes = toUtf8(part);
  const length = bytes.length;
  const indexes = new Map(names.map((name, index) => [hashName(name), index]));
  const hashes = Int32Array.from(names, hashName);
  const attributeHashes = new Int32Array(MAX_ATTRIBUTES);
  const starts = new Int32Array(MAX_ATTRIBUTES);
  const ends = new Int32Array(MAX_ATTRIBUTES);
  let attributes = 0;
  let at = 0;
  let hash = 0;
  let depth = 0;

  const byteAt = (index: number): number => bytes[index] ?? GT;
  const after = (mark: string): number => {
    const found = bytes.indexOf(mark, at);
    return found < 0 ? length : found + mark.length;
  };
  const isCdata = (): boolean => bytes.toString('latin1', at, at + 9) === '<![CDATA[';

  function skipDeclaration(): void {
    if (bytes.toString('latin1', at, at + 4) === '<!--') at = after('-->');
    else if (isCdata()) at = after(']]>');
    else {
      const message =
        'The document has a DTD in it, which no office program writes. Save the document again.';
      throw new ConversionError('corrupt_document', message);
    }
  }

  /** Past a name, whose part behind the prefix is hashed. */
  function readName(from: number): number {
    hash = 0;
    let index = from;
    for (; index < length; index += 1) {
      const code = byteAt(index);
      if (code === COLON) hash = 0;
      else if (isSpace(code) || code === GT || code === SLASH || code === EQUALS) break;
      else hash = (Math.imul(hash, 31) + code) | 0;
    }
    return index;
  }

  function skipSpace(from: number): number {
    let index = from;
    while (index < length && isSpace(byteAt(index))) index += 1;
    return index;
  }

  /** From behind an attribute's name to behind its value, which is noted. */
  function readValue(from: number): number {
    const index = skipSpace(from);
    if (byteAt(index) !== EQUALS) return Math.max(index, from);
    const open = skipSpace(index + 1);
    const quote = byteAt(open);
    let end = open + 1;
    while (end < length && byteAt(end) !== quote) end += 1;
    if (attributes < MAX_ATTRIBUTES) {
      attributeHashes[attributes] = hash;
      starts[attributes] = open + 1;
      ends[attributes] = end;
      attributes += 1;
    }
    return end + 1;
  }

  function openTag(): number {
    let index = readName(at + 1);
    const own = hash;
    attributes = 0;
    let kind = XML_OPEN;
    while (index < length) {
      const code = byteAt(index);
      if (code === GT) break;
      if (code === SLASH) kind = XML_EMPTY;
      if (code === SLASH || isSpace(code)) index += 1;
      else {
        const behind = readName(index);
        index = readValue(behind === index ? index + 1 : behind);
      }
    }
    hash = own;
    at = index + 1;
    if (index >= length) return XML_END;
    if (kind === XML_OPEN) depth += 1;
    return kind;
  }

  function next(): number {
    for (;;) {
      while (at < length && bytes[at] !== LT) at += 1;
      if (at >= length) return XML_END;
      const code = byteAt(at + 1);
      if (code === BANG) skipDeclaration();
      else if (code === QUESTION) at = after('?>');
      else if (code === SLASH) {
        at = readName(at + 2);
        while (at < length && bytes[at] !== GT) at += 1;
        at += 1;
        depth -= 1;
        return XML_CLOSE;
      } else return openTag();
    }
  }

  function find(name: number): number {
    const wanted = hashes[name];
    for (let index = 0; index < attributes; index += 1) if (attributeHashes[index] === wanted) return index;
    return -1;
  }

  function attribute(name: number): string | undefined {
    const index = find(name);
    return index < 0 ? undefined : unescapeXml(bytes.toString('utf8', starts[index], ends[index]));
  }

  function integer(name: number): number {
    const index = find(name);
    if (index < 0) return -1;
    const end = ends[index] ?? 0;
    let value = 0;
    let position = starts[index] ?? 0;
    if (position === end) return -1;
    for (; position < end; position += 1) {
      const code = byteAt(position);
      if (code < ZERO || code > NINE || value > 0xfffffff) return -1;
      value = value * 10 + code - ZERO;
    }
    return value;
  }

  function column(name: number): number {
    const index = find(name);
    if (index < 0) return -1;
    let value = 0;
    for (let position = starts[index] ?? 0; position < (ends[index] ?? 0); position += 1) {
      // Letters of both cases differ in this bit.
      const letter = (byteAt(position) & ~0x20) - 0x40;
      if (letter < 1 || letter > 26 || value > 0xfffff) break;
      value = value * 26 + letter;
    }
    return value - 1;
  }

  function text(): string {
    let whole = '';
    for (;;) {
      const start = at;
      let seen = 0;
      for (; at < length && bytes[at] !== LT; at += 1) seen |= byteAt(at);
      if (at > start) {
        // ASCII is read in half the time as what it is.
        whole += unescapeXml(bytes.toString(seen < 0x80 ? 'latin1' : 'utf8', start, at));
      }
      if (at >= length || byteAt(at + 1) !== BANG) return whole;
      if (isCdata()) {
        const from = at + 9;
        at = after(']]>');
        whole += bytes.toString('utf8', from, Math.max(from, at - 3));
      } else skipDeclaration();
    }
  }

  function number(): number {
    const start = at;
    let index = at;
    const negative = byteAt(index) === MINUS;
    if (negative) index += 1;
    let digits = 0;
    let decimals = -1;
    let value = 0;
    for (; index < length; index += 1) {
      const code = byteAt(index);
      if (code >= ZERO && code <= NINE) {
        value = value * 10 + code - ZERO;
        digits += 1;
        if (decimals >= 0) decimals += 1;
      } else if (code === DOT && decimals < 0) decimals = 0;
      else break;
    }
    if (byteAt(index) === LT && digits > 0 && digits <= EXACT_DIGITS) {
      at = index;
      const magnitude = decimals > 0 ? value / (powersOfTen[decimals] ?? 1) : value;
      return negative ? -magnitude : magnitude;
    }
    at = start;
    const written = text().trim();
    return written === '' ? Number.NaN : Number(written);
  }

  function skip(): void {
    const outside = depth - 1;
    while (depth > outside && next() !== XML_END);
  }

  const name = (): number => indexes.get(hash) ?? -1;
  return { next, name, attribute, integer, column, text, number, depth: () => depth, skip };
}
