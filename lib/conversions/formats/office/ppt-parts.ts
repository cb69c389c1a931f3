import { countOf } from '../../base/count-of.ts';
import { type CompoundFile, openCompound } from '../../shared/compound-file/open-compound.ts';
import { leftOutWarning } from '../../shared/left-out-parts.ts';

// Facts about a PowerPoint 97 to 2003 presentation ([MS-PPT]) that LibreOffice does not report: encryption and dropped parts.

// 2.3.2: offset and value of the header token of an encrypted presentation.
const TOKEN_AT = 12;
const ENCRYPTED_TOKEN = 0xf3d1c4df;

/** Returns true for an encrypted presentation. LibreOffice cannot open it, even with the password. */
export function isEncryptedPowerPoint(input: Uint8Array): boolean {
  try {
    const user = openCompound(input)('Current User');
    return user !== undefined && user.length >= 20 && user.readUInt32LE(TOKEN_AT) === ENCRYPTED_TOKEN;
  } catch {
    return false;
  }
}

// 2.13.24: types of records.
const DOCUMENT = 1000;
const MACROS = 1023;
const MACROS_ATOM = 1024;
const EXTERNAL_OBJECTS = 1033;
const DOCUMENT_INFORMATION = 2000;

/** Parts that no target shows, by record type. */
const kinds: readonly (readonly [one: string, records: readonly number[]])[] = [
  ['embedded object', [4044]],
  ['linked object', [4046]],
  ['ActiveX control', [4078]],
  ['video', [4102, 4103]],
  ['audio file', [4109, 4110, 4111, 4112]],
];

/** Yields the records of a stream or container (2.3.1). Stops if it is truncated. */
function* recordsIn(bytes: Buffer): Generator<{ readonly type: number; readonly body: Buffer }> {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const end = Math.min(bytes.length, at + 8 + bytes.readUInt32LE(at + 4));
    yield { type: bytes.readUInt16LE(at + 2), body: bytes.subarray(at + 8, end) };
    at = end;
  }
}

/** Returns the content of the last record of a type; empty if there is none. Each save appends the newest version. */
function lastOf(bytes: Buffer, type: number): Buffer {
  let found: Buffer = Buffer.alloc(0);
  for (const record of recordsIn(bytes)) if (record.type === type) found = record.body;
  return found;
}

/** Returns true if a presentation has macros. VbaInfoAtom may state that the project is empty (2.4.10 and 2.4.11). */
function hasMacros(document: Buffer): boolean {
  const atom = lastOf(lastOf(lastOf(document, DOCUMENT_INFORMATION), MACROS), MACROS_ATOM);
  return atom.length >= 8 && atom.readUInt32LE(4) !== 0;
}

/** Returns warnings about content besides the slides; empty if there is none. */
export function leftOutOfPpt(file: CompoundFile): {
  readonly all: string[];
  /** For a format that keeps embedded and linked objects. */
  readonly withoutObjects: string[];
} {
  const document = lastOf(file('PowerPoint Document') ?? Buffer.alloc(0), DOCUMENT);
  const objects = [...recordsIn(lastOf(document, EXTERNAL_OBJECTS))];
  const found = kinds.flatMap(([one, records]) => {
    const count = objects.filter(({ type }) => records.includes(type)).length;
    return count === 0 ? [] : [{ one, text: countOf(count, one) }];
  });
  const macros = hasMacros(document) ? [countOf(1, 'macro part')] : [];
  const warning = (parts: typeof found): string[] =>
    leftOutWarning([...macros, ...parts.map(({ text }) => text)]);
  return { all: warning(found), withoutObjects: warning(found.filter(({ one }) => !one.endsWith('object'))) };
}
