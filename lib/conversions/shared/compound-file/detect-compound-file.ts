import { extname } from 'node:path';
import { nameTable } from '../../base/name-table.ts';
import { canonicalFormat, type Format, officeVariants } from '../../formats.ts';

// [MS-CFB] 2.2: the header of an OLE compound file.
const SIGNATURE = 'd0cf11e0a1b11ae1';
const END_OF_CHAIN = 0xfffffffa;
const ENTRY_BYTES = 128;

// [MS-DOC] 2.1.1, [MS-XLS] 2.1.2 and [MS-PPT] 2.1.1: the stream that identifies the format. `BOOK` is Excel 5.
const streams: Readonly<Record<string, Format>> = nameTable({
  WORDDOCUMENT: 'doc',
  WORKBOOK: 'xls',
  BOOK: 'xls',
  'POWERPOINT DOCUMENT': 'ppt',
  // [MS-OXMSG] 2.4.
  '__PROPERTIES_VERSION1.0': 'msg',
});

// [MS-OFFCRYPTO] 2.3: the stream that contains an encrypted docx, xlsx, xlsb or pptx.
const ENCRYPTED_PACKAGE = 'ENCRYPTEDPACKAGE';
const packaged: readonly (Format | undefined)[] = ['docx', 'xlsx', 'xlsb', 'pptx'];
const variants = nameTable(officeVariants);

/** Returns an encrypted package's format by its name, because its bytes do not reveal the contents. */
function encryptedFormat(name: string): Format {
  const extension = extname(name).slice(1).toLowerCase() || name;
  const named = variants[extension] ?? canonicalFormat(extension);
  return named !== undefined && packaged.includes(named) ? named : 'docx';
}

/** Yields the directory's sectors in order; stops at damage. */
function* directorySectors(file: Buffer): Generator<Buffer> {
  const sectorBytes = 1 << file.readUInt16LE(30);
  if (sectorBytes !== 512 && sectorBytes !== 4096) return;
  const sectorAt = (index: number): Buffer =>
    file.subarray((index + 1) * sectorBytes, (index + 2) * sectorBytes);
  let index = file.readUInt32LE(48);
  for (let seen = 0; index < END_OF_CHAIN && seen < 4096; seen += 1) {
    const sector = sectorAt(index);
    if (sector.length < ENTRY_BYTES) return;
    yield sector;
    const perSector = sectorBytes / 4;
    const tableSlot = Math.floor(index / perSector);
    // After 109 tables (7 MB with 512-byte sectors), further tables are in a chain; directories come before them.
    if (tableSlot >= 109) return;
    const table = sectorAt(file.readUInt32LE(76 + tableSlot * 4));
    const slot = (index % perSector) * 4;
    if (slot + 4 > table.length) return;
    index = table.readUInt32LE(slot);
  }
}

/** The directory's entries, [MS-CFB] 2.6.1. */
const entriesOf = (file: Buffer): Buffer[] =>
  [...directorySectors(file)].flatMap((sector) =>
    Array.from({ length: Math.floor(sector.length / ENTRY_BYTES) }, (_, index) =>
      sector.subarray(index * ENTRY_BYTES, (index + 1) * ENTRY_BYTES),
    ),
  );

/** Names are case-insensitive, [MS-CFB] 2.6.4. */
function nameOf(entry: Buffer): string | undefined {
  const bytes = entry.readUInt16LE(64);
  const isUsed = entry.readUInt8(66) !== 0 && bytes >= 2 && bytes <= 64;
  return isUsed ? entry.toString('utf16le', 0, bytes - 2).toUpperCase() : undefined;
}

/** The entries directly below the root: embedded documents have streams of the same names. */
function rootEntries(entries: readonly Buffer[]): readonly Buffer[] {
  const seen = new Set<number>();
  const found: Buffer[] = [];
  const open = [entries[0]?.readUInt32LE(76) ?? 0];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const entry = entries[index];
    if (entry === undefined || index === 0 || seen.has(index)) continue;
    seen.add(index);
    found.push(entry);
    open.push(entry.readUInt32LE(68), entry.readUInt32LE(72));
  }
  return found;
}

/**
 * Whether the file is an OLE compound file, and its streams and storages in capitals: those directly below the root, or all if the
 * root of a damaged file has none.
 */
export function compoundNames(bytes: Uint8Array): ReadonlySet<string> | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < 512 || file.toString('hex', 0, 8) !== SIGNATURE) return undefined;
  const entries = entriesOf(file);
  const below = rootEntries(entries);
  const names = (below.length > 0 ? below : entries).map(nameOf);
  return new Set(names.filter((name) => name !== undefined));
}

/** Whether the file is an encrypted docx, xlsx, xlsb or pptx. */
export const isEncryptedPackage = (bytes: Uint8Array): boolean =>
  compoundNames(bytes)?.has(ENCRYPTED_PACKAGE) === true;

/**
 * Detects an OLE compound file's format by the names in its directory. Undefined if the format is not supported, such
 * as an installer; `'none'` if the file is not a compound file. `name`, a file name or a format,
 * distinguishes encrypted docx, xlsx, xlsb and pptx; the default is docx.
 */
export function detectCompoundFile(bytes: Uint8Array, name = ''): Format | undefined | 'none' {
  const names = compoundNames(bytes);
  if (names === undefined) return 'none';
  if (names.has(ENCRYPTED_PACKAGE)) return encryptedFormat(name);
  return Object.entries(streams).find(([stream]) => names.has(stream))?.[1];
}
