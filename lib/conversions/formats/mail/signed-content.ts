import { nameTable } from '../../base/name-table.ts';

// The message in a signature (Cryptographic Message Syntax, RFC 5652): nested elements of a tag, a length and a content (X.690).

const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const OCTETS = 0x04;
const OCTETS_IN_PIECES = 0x24;
const OBJECT = 0x06;
const EXPLICIT = 0xa0;
const INDEFINITE = 0x80;

// Elements whose length is not stated end with an empty one, so skipping them goes through what they contain.
const MAX_NESTING = 20;
const MAX_LENGTH_BYTES = 4;

const types: Readonly<Record<string, 'signed' | 'encrypted' | 'compressed'>> = nameTable({
  '2a864886f70d010702': 'signed',
  '2a864886f70d010703': 'encrypted',
  '2a864886f70d0109100117': 'encrypted',
  '2a864886f70d0109100109': 'compressed',
});

interface Element {
  readonly tag: number;
  readonly start: number;
  /** Undefined if only its last element states where it ends. */
  readonly end: number | undefined;
}

/** The element at a position; undefined if there is none. */
function elementAt(file: Buffer, at: number): Element | undefined {
  const [tag, first] = [file[at], file[at + 1]];
  if (tag === undefined || first === undefined) return undefined;
  if (first === INDEFINITE) return { tag, start: at + 2, end: undefined };
  if (first < INDEFINITE) return { tag, start: at + 2, end: Math.min(file.length, at + 2 + first) };
  const count = first & 0x7f;
  const start = at + 2 + count;
  if (count > MAX_LENGTH_BYTES || start > file.length) return undefined;
  return { tag, start, end: Math.min(file.length, start + file.readUIntBE(at + 2, count)) };
}

/** Where an element ends; undefined if it cannot be told. */
function endOf(file: Buffer, { start, end }: Element, depth = 0): number | undefined {
  if (end !== undefined) return end;
  let at = start;
  while (depth < MAX_NESTING) {
    const element = elementAt(file, at);
    if (element === undefined) return undefined;
    if (element.tag === 0) return element.end;
    const next = endOf(file, element, depth + 1);
    if (next === undefined) return undefined;
    at = next;
  }
  return undefined;
}

/** The bytes of an octet string, which may come in pieces. */
function octetsOf(file: Buffer, element: Element, depth = 0): Buffer[] {
  if (element.tag === OCTETS && element.end !== undefined) return [file.subarray(element.start, element.end)];
  if (element.tag !== OCTETS_IN_PIECES || depth >= MAX_NESTING) return [];
  const pieces: Buffer[] = [];
  let at = element.start;
  while (at < (element.end ?? file.length)) {
    const piece = elementAt(file, at);
    if (piece === undefined || piece.tag === 0) break;
    for (const bytes of octetsOf(file, piece, depth + 1)) pieces.push(bytes);
    const next = endOf(file, piece);
    if (next === undefined) break;
    at = next;
  }
  return pieces;
}

/** What a file of S/MIME is, and the message in it if it is readable. */
interface SecuredContent {
  readonly kind: 'signed' | 'encrypted' | 'compressed' | 'unknown';
  readonly content: Uint8Array | undefined;
}

/** Opens a file of S/MIME (RFC 8551). The signature is not verified. */
export function openSecured(bytes: Uint8Array): SecuredContent {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  /** Enters the element at the position, or skips it, if it has the tag. */
  const enter = (tag: number): Element | undefined => {
    const element = elementAt(file, at);
    if (element?.tag !== tag) return undefined;
    at = element.start;
    return element;
  };
  const skip = (tag: number): boolean => {
    const element = elementAt(file, at);
    const end = element?.tag === tag ? endOf(file, element) : undefined;
    if (end !== undefined) at = end;
    return end !== undefined;
  };
  enter(SEQUENCE);
  const name = enter(OBJECT);
  const kind = types[file.toString('hex', name?.start ?? 0, name?.end ?? 0)] ?? 'unknown';
  if (kind !== 'signed' || name?.end === undefined) return { kind, content: undefined };
  at = name.end;
  const isThere =
    enter(EXPLICIT) !== undefined &&
    enter(SEQUENCE) !== undefined &&
    skip(INTEGER) &&
    skip(SET) &&
    enter(SEQUENCE) !== undefined &&
    skip(OBJECT) &&
    enter(EXPLICIT) !== undefined;
  const element = isThere ? elementAt(file, at) : undefined;
  const pieces = element === undefined ? [] : octetsOf(file, element);
  return { kind, content: pieces.length === 0 ? undefined : Buffer.concat(pieces) };
}
