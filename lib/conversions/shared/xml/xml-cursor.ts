import { findAttribute } from './attribute-table.ts';
import { scanColumn, scanDecimal, scanInteger } from './scan-numbers.ts';
import { XML_END } from './tag-kinds.ts';
import { createScanner, hashName, nextTag, readText } from './xml-scanner.ts';
import { decodeEntities, toUtf8 } from './xml-text.ts';

/**
 * A forward-only cursor over the tags of an XML part. It reads millions of elements without creating an object for any.
 * Names are passed as indexes into the list that the cursor was created with; namespace prefixes are ignored.
 */
export interface XmlCursor {
  /** Moves to the next tag and returns its kind: `XML_OPEN`, `XML_CLOSE`, `XML_EMPTY`, or `XML_END` after the last. */
  readonly next: () => number;
  /** Index of the tag's name; -1 if it is not in the list. */
  readonly name: () => number;
  /** An attribute's value; undefined if the tag does not have it. */
  readonly attribute: (name: number) => string | undefined;
  /** An attribute of decimal digits; -1 if it is missing or contains anything else. */
  readonly integer: (name: number) => number;
  /** Column, from 0, of a cell reference such as `AB12` in an attribute; -1 if there is none. */
  readonly column: (name: number) => number;
  /** Text between this tag and the next. Moves to the next tag. */
  readonly text: () => string;
  /** {@link XmlCursor.text} as a number; NaN if it is not one. */
  readonly number: () => number;
  /** Number of open elements. */
  readonly depth: () => number;
  /** Moves from a start tag to the end tag of the same element. */
  readonly skip: () => void;
}

/**
 * Creates a cursor before the first tag of an XML part in UTF-8, or UTF-16 with a byte order mark.
 *
 * Reads malformed XML as far as possible, never past the end. Throws ConversionError `corrupt_document` for a DTD:
 * ECMA-376 part 2, 6.2.5 forbids it, and OpenDocument needs none.
 */
export function xmlCursor(part: Uint8Array, names: readonly string[]): XmlCursor {
  const bytes = toUtf8(part);
  const scanner = createScanner(bytes);
  const { attributes } = scanner;
  const indexes = new Map(names.map((name, index) => [hashName(name), index]));
  const hashes = Int32Array.from(names, hashName);

  const find = (name: number): number => findAttribute(attributes, hashes[name]);
  const startOf = (index: number): number => attributes.starts[index] ?? 0;
  const endOf = (index: number): number => attributes.ends[index] ?? 0;
  const next = (): number => nextTag(scanner);
  const text = (): string => readText(scanner, decodeEntities);

  return {
    next,
    text,
    name: () => indexes.get(scanner.hash) ?? -1,
    attribute: (name) => {
      const index = find(name);
      if (index < 0) return undefined;
      return decodeEntities(bytes.toString('utf8', startOf(index), endOf(index)));
    },
    integer: (name) => {
      const index = find(name);
      return index < 0 ? -1 : scanInteger(bytes, startOf(index), endOf(index));
    },
    column: (name) => {
      const index = find(name);
      return index < 0 ? -1 : scanColumn(bytes, startOf(index), endOf(index));
    },
    number: () => {
      const scanned = scanDecimal(bytes, scanner.at);
      if (!Number.isNaN(scanned)) return scanned;
      const written = text().trim();
      return written === '' ? Number.NaN : Number(written);
    },
    depth: () => scanner.depth,
    skip: () => {
      const outside = scanner.depth - 1;
      while (scanner.depth > outside && next() !== XML_END);
    },
  };
}
