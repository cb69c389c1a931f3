import { extname } from 'node:path';
import { nameTable } from '../../base/name-table.ts';
import { canonicalFormat, type Format, officeVariants } from '../../formats.ts';

// [MS-CFB] 2.2: the header of an OLE compound file.
const SIGNATURE = 'd0cf11e0a1b11ae1';
const END_OF_CHAIN = 0xfffffffa;
const ENTRY_BYTES = 128;

// [MS-DOC] 2.1.1, [MS-XLS] 2.1.2 and [MS-PPT] 2.1.1: the stream that identifies the format. `Book` is Excel 5.
const streams: Readonly<Record<string, Format>> = nameTable({
  WordDocument: 'doc',
  Workbook: 'xls',
  Book: 'xls',
  'PowerPoint Document': 'ppt',
});

// [MS-OFFCRYPTO] 2.3: the stream that contains an encrypted docx, xlsx or pptx.
const ENCRYPTED_PACKAGE = 'EncryptedPackage';
const packaged: readonly (Format | undefined)[] = ['docx', 'xlsx', 'pptx'];
const variants = nameTable(officeVariants);

/** Returns an encrypted package's format by its name, because its bytes do not reveal the contents. */
function encryptedFormat(name: string): Format {
  const extension = extname(name).slice(1).toLowerCase() || name;
  const named = variants[extension] ?? canonicalFormat(extension);
  return named !== undefined && packaged.includes(named) ? named : 'docx';
}

/** Yields the names in a directory sector, [MS-CFB] 2.6.1. */
function* namesIn(sector: Buffer): Generator<string> {
  for (let at = 0; at + ENTRY_BYTES <= sector.length; at += ENTRY_BYTES) {
    const nameBytes = sector.readUInt16LE(at + 64);
    const type = sector.readUInt8(at + 66);
    if (type === 0 || nameBytes < 2 || nameBytes > 64) continue;
    yield sector.toString('utf16le', at, at + nameBytes - 2);
  }
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

/**
 * Detects an OLE compound file's format by the names in its directory. Undefined if the format is not supported, such
 * as an installer or an email; `'none'` if the file is not a compound file. `name`, a file name or a format,
 * distinguishes encrypted docx, xlsx and pptx; the default is docx.
 */
export function detectCompoundFile(bytes: Uint8Array, name = ''): Format | undefined | 'none' {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < 512 || file.toString('hex', 0, 8) !== SIGNATURE) return 'none';
  const names = new Set<string>();
  for (const sector of directorySectors(file)) for (const entry of namesIn(sector)) names.add(entry);
  if (names.has(ENCRYPTED_PACKAGE)) return encryptedFormat(name);
  return Object.entries(streams).find(([stream]) => names.has(stream))?.[1];
}
