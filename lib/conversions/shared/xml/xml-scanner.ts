import { ConversionError } from '../../errors.ts';
import { type AttributeTable, addAttribute, createAttributeTable } from './attribute-table.ts';
import { XML_CLOSE, XML_EMPTY, XML_END, XML_OPEN } from './tag-kinds.ts';

const LT = 0x3c;
const GT = 0x3e;
const SLASH = 0x2f;
const BANG = 0x21;
const QUESTION = 0x3f;
const COLON = 0x3a;
const EQUALS = 0x3d;
const SPACE = 0x20;

const DOCTYPE_START = '<!DOCTYPE';
const CDATA_START = '<![CDATA[';
const CDATA_END = ']]>';
const COMMENT_START = '<!--';
const COMMENT_END = '-->';

/** The position in an XML part and the tag before it. Module functions change it in place: no token allocates. */
interface XmlScanner {
  readonly bytes: Buffer;
  /** Index of the next byte to read. */
  at: number;
  /** Hash of the current tag's local name. */
  hash: number;
  /** Number of open elements. */
  depth: number;
  readonly attributes: AttributeTable;
}

/** A scanner before the first tag of UTF-8 `bytes`. */
export const createScanner = (bytes: Buffer): XmlScanner => ({
  bytes,
  at: 0,
  hash: 0,
  depth: 0,
  attributes: createAttributeTable(),
});

const isSpace = (code: number): boolean => code <= SPACE;

/**
 * Hash of a name as {@link readName} computes it. The names of one format do not collide. A foreign name that does
 * collide yields a wrong cell, nothing worse.
 */
export function hashName(name: string): number {
  let hash = 0;
  for (let at = 0; at < name.length; at += 1) hash = (Math.imul(hash, 31) + name.charCodeAt(at)) | 0;
  return hash;
}

/** Returns the index after a name and stores the hash of its local part. */
function readName(scanner: XmlScanner, from: number): number {
  const { bytes } = scanner;
  const { length } = bytes;
  let hash = 0;
  let index = from;
  for (; index < length; index += 1) {
    const code = bytes[index] ?? GT;
    if (code === COLON) hash = 0;
    else if (isSpace(code) || code === GT || code === SLASH || code === EQUALS) break;
    else hash = (Math.imul(hash, 31) + code) | 0;
  }
  scanner.hash = hash;
  return index;
}

function skipSpace(bytes: Buffer, from: number): number {
  let index = from;
  while (index < bytes.length && isSpace(bytes[index] ?? GT)) index += 1;
  return index;
}

/** Stores the value that follows an attribute's name. Returns the index after it. */
function readValue({ bytes, hash, attributes }: XmlScanner, from: number): number {
  const index = skipSpace(bytes, from);
  if (bytes[index] !== EQUALS) return index;
  const open = skipSpace(bytes, index + 1);
  const quote = bytes[open] ?? GT;
  let end = open + 1;
  while (end < bytes.length && bytes[end] !== quote) end += 1;
  addAttribute(attributes, hash, open + 1, end);
  return end + 1;
}

function readStartTag(scanner: XmlScanner): number {
  const { bytes, attributes } = scanner;
  let index = readName(scanner, scanner.at + 1);
  const tagHash = scanner.hash;
  attributes.count = 0;
  let kind = XML_OPEN;
  while (index < bytes.length) {
    const code = bytes[index] ?? GT;
    if (code === GT) break;
    if (code === SLASH) kind = XML_EMPTY;
    if (code === SLASH || isSpace(code)) index += 1;
    else {
      const afterName = readName(scanner, index);
      index = readValue(scanner, afterName === index ? index + 1 : afterName);
    }
  }
  scanner.hash = tagHash;
  scanner.at = index + 1;
  if (index >= bytes.length) return XML_END;
  if (kind === XML_OPEN) scanner.depth += 1;
  return kind;
}

function readEndTag(scanner: XmlScanner): number {
  const { bytes } = scanner;
  let index = readName(scanner, scanner.at + 2);
  while (index < bytes.length && bytes[index] !== GT) index += 1;
  scanner.at = index + 1;
  scanner.depth -= 1;
  return XML_CLOSE;
}

/** Moves to the byte after the next `mark`, or to the end. */
function skipPast(scanner: XmlScanner, mark: string): void {
  const found = scanner.bytes.indexOf(mark, scanner.at);
  scanner.at = found < 0 ? scanner.bytes.length : found + mark.length;
}

const startsWith = ({ bytes, at }: XmlScanner, mark: string): boolean =>
  bytes.toString('latin1', at, at + mark.length) === mark;

/** Whether the declaration that starts here only names a document type: it has no definitions in brackets. */
function isBareDoctype({ bytes, at }: XmlScanner): boolean {
  const end = bytes.indexOf('>', at);
  return end >= 0 && !bytes.subarray(at, end).includes('[');
}

/**
 * Skips a comment, a CDATA section or a document type declaration without definitions. Throws ConversionError `corrupt_document` for
 * a definition.
 */
function skipDeclaration(scanner: XmlScanner): void {
  if (startsWith(scanner, COMMENT_START)) skipPast(scanner, COMMENT_END);
  else if (startsWith(scanner, CDATA_START)) skipPast(scanner, CDATA_END);
  else if (startsWith(scanner, DOCTYPE_START) && isBareDoctype(scanner)) skipPast(scanner, '>');
  else {
    throw new ConversionError(
      'corrupt_document',
      'The document contains a DTD, which office formats do not allow. Save the document again.',
    );
  }
}

/** Moves to the next tag and returns its kind, one of tag-kinds.ts. */
export function nextTag(scanner: XmlScanner): number {
  const { bytes } = scanner;
  const { length } = bytes;
  for (;;) {
    let { at } = scanner;
    while (at < length && bytes[at] !== LT) at += 1;
    scanner.at = at;
    if (at >= length) return XML_END;
    const code = bytes[at + 1];
    if (code === SLASH) return readEndTag(scanner);
    if (code === BANG) skipDeclaration(scanner);
    else if (code === QUESTION) skipPast(scanner, '?>');
    else return readStartTag(scanner);
  }
}

/** Reads the text up to the next tag. `decode` resolves entities outside CDATA sections. */
export function readText(scanner: XmlScanner, decode: (text: string) => string): string {
  const { bytes } = scanner;
  const { length } = bytes;
  let whole = '';
  for (;;) {
    const start = scanner.at;
    let end = start;
    let seen = 0;
    for (; end < length && bytes[end] !== LT; end += 1) seen |= bytes[end] ?? 0;
    scanner.at = end;
    // Decoding ASCII as Latin-1 takes half the time.
    if (end > start) whole += decode(bytes.toString(seen < 0x80 ? 'latin1' : 'utf8', start, end));
    if (end >= length || bytes[end + 1] !== BANG) return whole;
    if (startsWith(scanner, CDATA_START)) {
      const from = end + CDATA_START.length;
      skipPast(scanner, CDATA_END);
      whole += bytes.toString('utf8', from, Math.max(from, scanner.at - CDATA_END.length));
    } else skipDeclaration(scanner);
  }
}
