import { ConversionError } from '../../errors.ts';
import { corruptOle } from './corrupt-file.ts';
import { fileSectors, miniSectors, readChain, type Sectors, sectorsOf } from './sector-chains.ts';

/** Returns a stream of an OLE compound file ([MS-CFB]) by name; undefined if there is none. */
export type CompoundFile = (name: string) => Buffer | undefined;

// [MS-CFB] 2.2: header size and offsets.
const HEADER_BYTES = 512;
const SIGNATURE = 'd0cf11e0a1b11ae1';
const DIRECTORY = 48;
const MINI_TABLE = 60;
/** Shorter streams are in the mini stream. */
const MINI_STREAM_CUTOFF = 4096;

// [MS-CFB] 2.6.1: directory entry size and offsets.
const ENTRY_BYTES = 128;
const NAME_BYTES = 64;
const TYPE = 66;
const LEFT = 68;
const RIGHT = 72;
const CHILD = 76;
const START = 116;
const SIZE = 120;
const TYPE_STORAGE = 1;
const TYPE_STREAM = 2;

/** The OLE file has a password. */
export const encryptedOle = (): ConversionError =>
  new ConversionError(
    'encrypted_document',
    'The document is password-protected. Remove the password and upload it again.',
  );

/** Normalizes a name: names are case-insensitive, [MS-CFB] 2.6.4. */
const keyOf = (name: string): string => name.toUpperCase();

/** The name of a directory entry in capitals. */
const nameOf = (entry: Buffer): string =>
  keyOf(entry.toString('utf16le', 0, Math.max(0, Math.min(entry.readUInt16LE(NAME_BYTES), NAME_BYTES) - 2)));

/** A storage of a compound file: streams, and storages in it. */
export interface Storage {
  /** Returns a stream by its name; undefined if there is none. */
  readonly stream: CompoundFile;
  /** The storages directly below, by their names in capitals. */
  readonly storages: () => ReadonlyMap<string, Storage>;
}

/** Returns the entries directly below another, by their names in capitals; deeper ones may have the same names. */
function entriesBelow(directory: Buffer, parent: Buffer): ReadonlyMap<string, Buffer> {
  const entries = new Map<string, Buffer>();
  const seen = new Uint8Array(Math.floor(directory.length / ENTRY_BYTES));
  const open = [parent.readUInt32LE(CHILD)];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    // The root is below no other.
    if (index === 0 || index >= seen.length || seen[index] === 1) continue;
    seen[index] = 1;
    const entry = directory.subarray(index * ENTRY_BYTES, (index + 1) * ENTRY_BYTES);
    open.push(entry.readUInt32LE(LEFT), entry.readUInt32LE(RIGHT));
    const name = nameOf(entry);
    if (!entries.has(name)) entries.set(name, entry);
  }
  return entries;
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const isCompound = (file: Buffer): boolean =>
  file.length >= HEADER_BYTES && file.toString('hex', 0, 8) === SIGNATURE;

/** The directory of a file as far as it is readable. */
function readableDirectory(file: Buffer): Buffer {
  const parts: Buffer[] = [];
  try {
    for (const part of sectorsOf(fileSectors(file), file.readUInt32LE(DIRECTORY))) parts.push(part);
  } catch {
    // Damaged or truncated.
  }
  return Buffer.concat(parts);
}

/**
 * Whether the file is an OLE compound file, and its streams and storages in capitals: those directly below the root, or all if the
 * root of a damaged file has none.
 */
export function compoundNames(bytes: Uint8Array): ReadonlySet<string> | undefined {
  const file = bufferOf(bytes);
  if (!isCompound(file)) return undefined;
  const directory = readableDirectory(file);
  if (directory.length < ENTRY_BYTES) return new Set();
  const below = entriesBelow(directory, directory.subarray(0, ENTRY_BYTES));
  if (below.size > 0) return new Set(below.keys());
  const all = Array.from({ length: Math.floor(directory.length / ENTRY_BYTES) }, (_, index) =>
    nameOf(directory.subarray(index * ENTRY_BYTES, (index + 1) * ENTRY_BYTES)),
  );
  return new Set(all);
}

const isOfType = (entry: Buffer, type: number): boolean => entry.readUInt8(TYPE) === type;

/**
 * Opens the root storage of a compound file. Streams are read on request and never longer than the file. Throws
 * ConversionError `corrupt_document` if it is not a compound file or is damaged; reading a stream may throw it too.
 */
export function openStorage(bytes: Uint8Array): Storage {
  const file = bufferOf(bytes);
  if (!isCompound(file)) throw corruptOle();
  const sectors = fileSectors(file);
  const directory = readChain(sectors, file.readUInt32LE(DIRECTORY));
  if (directory.length < ENTRY_BYTES) throw corruptOle();
  let mini: Sectors | undefined;
  const openMini = (): Sectors =>
    miniSectors(
      readChain(sectors, directory.readUInt32LE(START)),
      readChain(sectors, file.readUInt32LE(MINI_TABLE)),
    );
  const storageOf = (parent: Buffer): Storage => {
    const entries = entriesBelow(directory, parent);
    return {
      stream: (name) => {
        const entry = entries.get(keyOf(name));
        if (entry === undefined || !isOfType(entry, TYPE_STREAM)) return undefined;
        const length = entry.readUInt32LE(SIZE);
        if (length < MINI_STREAM_CUTOFF) mini ??= openMini();
        return readChain(
          length < MINI_STREAM_CUTOFF ? (mini ?? sectors) : sectors,
          entry.readUInt32LE(START),
          length,
        );
      },
      storages: () =>
        new Map(
          [...entries]
            .filter(([, entry]) => isOfType(entry, TYPE_STORAGE))
            .map(([name, entry]) => [name, storageOf(entry)]),
        ),
    };
  };
  return storageOf(directory.subarray(0, ENTRY_BYTES));
}

/** Opens the streams directly below the root of a compound file. Throws as {@link openStorage}. */
export const openCompound = (bytes: Uint8Array): CompoundFile => openStorage(bytes).stream;

/** Runs `read` and reports out-of-range offsets as damage to the file. */
export function readChecked<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw corruptOle(error);
    throw error;
  }
}
