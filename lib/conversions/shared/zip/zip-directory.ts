import { ConversionError } from '../../errors.ts';

/** An archive entry as described by the central directory. */
export interface ZipEntry {
  readonly method: 'stored' | 'deflated' | 'other';
  readonly isEncrypted: boolean;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  /** Returns its compressed bytes; undefined if they are missing. */
  readonly packed: () => Uint8Array | undefined;
}

// Signatures and sizes: APPNOTE 6.3.10, 4.3.7 (local header), 4.3.12 (directory), 4.3.14 to 4.3.16 (end records).
const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_BYTES = 22;
const END64 = 0x06064b50;
const END64_LOCATOR = 0x07064b50;
const MAX_COMMENT_BYTES = 0xffff;
const IN_ZIP64 = 0xffffffff;

const noArchive = (): ConversionError =>
  new ConversionError(
    'corrupt_document',
    'The document is truncated: the ZIP central directory is missing. Upload the complete file.',
  );

function findEnd(file: Buffer): number {
  const first = Math.max(0, file.length - END_BYTES - MAX_COMMENT_BYTES);
  for (let at = file.length - END_BYTES; at >= first; at -= 1) {
    if (file.readUInt32LE(at) === END) return at;
  }
  throw noArchive();
}

const readLong = (file: Buffer, at: number): number => {
  const value = file.readBigUInt64LE(at);
  return value > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(value);
};

/** Returns the directory's offset and number of entries. */
function locateDirectory(file: Buffer): { at: number; count: number } {
  const end = findEnd(file);
  const count = file.readUInt16LE(end + 10);
  const at = file.readUInt32LE(end + 16);
  const locator = end - 20;
  if ((count === 0xffff || at === IN_ZIP64) && locator >= 0 && file.readUInt32LE(locator) === END64_LOCATOR) {
    const end64 = readLong(file, locator + 8);
    if (end64 + 56 <= file.length && file.readUInt32LE(end64) === END64) {
      return { at: readLong(file, end64 + 48), count: readLong(file, end64 + 32) };
    }
  }
  // If bytes precede the archive, offsets are shifted; the directory is directly before the end record.
  const expected = end - file.readUInt32LE(end + 12);
  const isShifted = !(at + 4 <= file.length && file.readUInt32LE(at) === CENTRAL) && count > 0;
  return { at: isShifted ? expected : at, count };
}

/** Replaces the fields that exceed 32 bits by their ZIP64 values, APPNOTE 4.5.3. */
function zip64Fields(extra: Buffer, fields: readonly number[]): number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let from = at + 4;
    return fields.map((field) => {
      if (field !== IN_ZIP64 || from + 8 > extra.length) return field;
      from += 8;
      return readLong(extra, from - 8);
    });
  }
  return [...fields];
}

/** Normalizes a name to use `/`; undefined for folders and for names that would escape the archive. */
function safeName(raw: string): string | undefined {
  const name = raw.replaceAll('\\', '/').replace(/^\/+/, '');
  if (name === '' || name.endsWith('/') || name.includes('\0')) return undefined;
  return name.split('/').includes('..') ? undefined : name;
}

const methodOf = (code: number): ZipEntry['method'] =>
  code === 0 ? 'stored' : code === 8 ? 'deflated' : 'other';

function packedBytes(file: Buffer, at: number, length: number, shift: number): Uint8Array | undefined {
  const header = at + shift;
  if (header < 0 || header + 30 > file.length || file.readUInt32LE(header) !== LOCAL) return undefined;
  const from = header + 30 + file.readUInt16LE(header + 26) + file.readUInt16LE(header + 28);
  return from + length <= file.length ? file.subarray(from, from + length) : undefined;
}

/** Returns the name under which an entry is read; undefined to skip it. */
export type EntryNaming = (raw: string) => string | undefined;

/**
 * Reads the archive's entries by name; the first of duplicates wins. Throws ConversionError `corrupt_document` if the
 * directory is missing or truncated, and `too_complex` for more than `maxEntries`.
 */
export function readDirectory(
  file: Buffer,
  maxEntries: number,
  nameOf: EntryNaming = safeName,
): Map<string, ZipEntry> {
  if (file.length < END_BYTES) throw noArchive();
  const { at: start, count } = locateDirectory(file);
  if (count > maxEntries) {
    throw new ConversionError(
      'too_complex',
      `The document is an archive of ${count} files; the limit is ${maxEntries}. Split it.`,
    );
  }
  const declaredStart = file.readUInt32LE(findEnd(file) + 16);
  const shift = declaredStart === IN_ZIP64 ? 0 : start - declaredStart;
  const entries = new Map<string, ZipEntry>();
  let at = start;
  for (let index = 0; index < count; index += 1) {
    if (at < 0 || at + 46 > file.length || file.readUInt32LE(at) !== CENTRAL) throw noArchive();
    const nameEnd = at + 46 + file.readUInt16LE(at + 28);
    const extraEnd = nameEnd + file.readUInt16LE(at + 30);
    const next = extraEnd + file.readUInt16LE(at + 32);
    if (next > file.length) throw noArchive();
    const name = nameOf(file.toString('utf8', at + 46, nameEnd));
    const [unpacked = 0, packed = 0, place = 0] = zip64Fields(file.subarray(nameEnd, extraEnd), [
      file.readUInt32LE(at + 24),
      file.readUInt32LE(at + 20),
      file.readUInt32LE(at + 42),
    ]);
    if (name !== undefined && !entries.has(name)) {
      entries.set(name, {
        method: methodOf(file.readUInt16LE(at + 10)),
        isEncrypted: (file.readUInt16LE(at + 8) & 1) === 1,
        packedBytes: packed,
        unpackedBytes: unpacked,
        packed: () => packedBytes(file, place, packed, shift),
      });
    }
    at = next;
  }
  return entries;
}
