import { inflateRawSync } from 'node:zlib';
import { ConversionError } from '../../errors.ts';
import { type ZipLimits, zipLimits } from './limits.ts';
import { type EntryNaming, readDirectory, type ZipEntry } from './zip-directory.ts';

const MB = 1024 * 1024;

// Deflate reaches 1032:1. Repetitive XML stays below 100:1, and small entries are harmless.
const RATIO_FROM_BYTES = 16 * MB;

/** An archive in memory; entries are unpacked on request. */
export interface ZipArchive {
  /** File names in archive order, with `/` between folders; none escapes the archive. */
  readonly names: readonly string[];
  /**
   * Unpacks a file; undefined if there is none. Falls back to a case-insensitive match, as ECMA-376 part 2, 6.2.2.3
   * requires. Throws ConversionError `too_complex` beyond a limit, `encrypted_document` if the entry is encrypted, and
   * `corrupt_document` if it cannot be unpacked.
   */
  readonly read: (name: string) => Uint8Array | undefined;
  /** Returns the size in bytes that the archive declares, unverified; undefined if there is no such file. */
  readonly declaredBytes: (name: string) => number | undefined;
}

const corruptEntry = (cause?: unknown): ConversionError =>
  new ConversionError('corrupt_document', 'A part of the document is damaged. Save the document again.', {
    cause,
  });

const tooLarge = (what: string): ConversionError =>
  new ConversionError('too_complex', `The document unpacks to ${what}. Split it or reduce its size.`);

function inflate(packed: Uint8Array, maxBytes: number, refusal: () => ConversionError): Uint8Array {
  try {
    return inflateRawSync(packed, { maxOutputLength: maxBytes });
  } catch (error) {
    if (error instanceof RangeError) throw refusal();
    throw corruptEntry(error);
  }
}

/** Returns the bytes that an entry may unpack to, and the error beyond that. */
function allowance(entry: ZipEntry, spent: number, limits: ZipLimits): [number, () => ConversionError] {
  const left = limits.maxUnpackedBytes - spent;
  const byRatio = Math.max(RATIO_FROM_BYTES, entry.packedBytes * limits.maxRatio);
  const least = Math.min(left, byRatio, limits.maxEntryBytes);
  return [
    least,
    () => {
      if (least === left) return tooLarge(`more than ${limits.maxUnpackedBytes / MB} MB, which is the limit`);
      if (least === byRatio)
        return tooLarge(`more than ${limits.maxRatio} times its size, which is the limit`);
      return tooLarge(`a part larger than ${limits.maxEntryBytes / MB} MB, which is the limit`);
    },
  ];
}

/**
 * Opens a zip archive (APPNOTE 6.3.10), such as an Office, OpenDocument or EPUB document, by its central directory.
 *
 * Throws ConversionError `corrupt_document` if it is not an archive or is truncated, and `too_complex` if it contains
 * too many files.
 *
 * @param nameOf default: the names in the archive, without folders and those that would escape it
 * @param unpacked counts the bytes that are read; shared by archives in an archive, so that one limit applies to all
 */
export function openZip(
  bytes: Uint8Array,
  limits: ZipLimits = zipLimits,
  nameOf?: EntryNaming,
  unpacked: { bytes: number } = { bytes: 0 },
): ZipArchive {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = readDirectory(file, limits.maxEntries, nameOf);
  const byLowerCase = new Map([...entries].map(([name, entry]) => [name.toLowerCase(), entry]));
  const find = (name: string): ZipEntry | undefined =>
    entries.get(name) ?? byLowerCase.get(name.toLowerCase());

  function read(name: string): Uint8Array | undefined {
    const entry = find(name);
    if (entry === undefined) return undefined;
    if (entry.isEncrypted)
      throw new ConversionError(
        'encrypted_document',
        'The document is password-protected. Remove the password.',
      );
    const packed = entry.packed();
    if (packed === undefined) throw corruptEntry();
    const [maxBytes, refusal] = allowance(entry, unpacked.bytes, limits);
    if (entry.method === 'stored') {
      if (packed.length > maxBytes) throw refusal();
      unpacked.bytes += packed.length;
      return packed;
    }
    if (entry.method !== 'deflated') throw corruptEntry();
    // zlib does not accept a limit of 0.
    if (maxBytes <= 0) throw refusal();
    const content = inflate(packed, maxBytes, refusal);
    unpacked.bytes += content.length;
    return content;
  }

  return { names: [...entries.keys()], read, declaredBytes: (name) => find(name)?.unpackedBytes };
}
