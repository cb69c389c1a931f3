import { crc32, deflateRawSync } from 'node:zlib';
import { ConversionError } from '../../errors.ts';

/** A file for an archive. */
export interface ZipFile {
  /** Path inside the archive, with `/`; UTF-8. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Stored uncompressed: already compressed data, and files that a format requires to be uncompressed. */
  readonly stored?: boolean | undefined;
}

// APPNOTE.TXT 6.3.10, 4.4: signatures, version 2.0 (deflate), and bit 11 for UTF-8 names.
const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_CENTRAL = 0x06054b50;
const VERSION = 20;
const UTF8_NAMES = 1 << 11;
const DEFLATED = 8;
// 1 January 1980, the earliest date, so that the same input always produces the same bytes.
const FIRST_DAY = (1 << 5) | 1;

/** The fields up to the name that the local and central headers share. */
function commonFields(method: number, crc: number, packed: number, size: number, name: number): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(VERSION, 0);
  fields.writeUInt16LE(UTF8_NAMES, 2);
  fields.writeUInt16LE(method, 4);
  fields.writeUInt16LE(FIRST_DAY, 8);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(packed, 14);
  fields.writeUInt32LE(size, 18);
  fields.writeUInt16LE(name, 22);
  return fields;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

// Greater numbers need ZIP64, which some programs cannot read (APPNOTE.TXT, 4.4.1.4).
const MAX_FILES = 65_534;
const MAX_OFFSET = 4_294_967_294;

function checkLimits(files: readonly ZipFile[]): void {
  if (files.length > MAX_FILES) {
    const message = `The result would be a ZIP archive of ${files.length} files; the limit is ${MAX_FILES}. Select fewer, or split the document.`;
    throw new ConversionError('too_complex', message);
  }
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  if (bytes > MAX_OFFSET) {
    const message = `The files of the result have ${bytes} bytes; the limit of a ZIP archive is ${MAX_OFFSET}. Select fewer, or split the document.`;
    throw new ConversionError('too_complex', message);
  }
}

/**
 * Creates a zip archive. The same files produce the same bytes. Throws ConversionError `too_complex` for more files or bytes
 * than the format can have.
 */
export function makeZip(files: readonly ZipFile[]): Uint8Array {
  checkLimits(files);
  const parts: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let offset = 0;
  for (const { name: fileName, bytes, stored } of files) {
    const name = Buffer.from(fileName);
    const deflated = stored === true ? undefined : deflateRawSync(bytes);
    const isSmaller = deflated !== undefined && deflated.length < bytes.length;
    const packed = isSmaller ? deflated : bytes;
    const common = commonFields(
      isSmaller ? DEFLATED : 0,
      crc32(bytes),
      packed.length,
      bytes.length,
      name.length,
    );
    const version = Buffer.from([VERSION, 0]);
    // Comment, disk and attributes are zero; then the offset of the file.
    central.push(uint32(CENTRAL_HEADER), version, common, Buffer.alloc(10), uint32(offset), name);
    parts.push(uint32(LOCAL_HEADER), common, name, packed);
    offset += 4 + common.length + name.length + packed.length;
  }
  const size = central.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END_OF_CENTRAL, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...central, end]);
}
