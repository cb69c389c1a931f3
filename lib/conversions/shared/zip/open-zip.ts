import { inflateRawSync } from 'node:zlib';
import { ConversionError } from '../../../errors.ts';
import { readDirectory, type ZipEntry } from './zip-directory.ts';

/** What an archive may cost. */
export interface ZipLimits {
  readonly maxEntries: number;
  /** Of one entry. */
  readonly maxEntryBytes: number;
  /** Of everything that is read out of the archive, an entry that is read twice counted twice. */
  readonly maxUnpackedBytes: number;
  /** Unpacked to packed; only of entries that unpack to more than 16 MB. */
  readonly maxRatio: number;
}

const MB = 1024 * 1024;

// Deflate reaches 1032 to 1. XML that repeats itself all over stays below 100, and small entries do no harm.
const RATIO_FROM_BYTES = 16 * MB;

/** Limits of every archive that is a document: an entry holds a part of XML or a picture. */
export const zipLimits: ZipLimits = {
  maxEntries: 10_000,
  maxEntryBytes: 256 * MB,
  maxUnpackedBytes: 512 * MB,
  maxRatio: 250,
};

/** An archive in memory, of which nothing is unpacked until it is asked for. */
export interface ZipArchive {
  /** Names of the files in it, in the archive's order: with `/` between folders, none that leads out of the archive. */
  readonly names: readonly string[];
  /**
   * Unpacks one file; undefined where there is none. A name in other letter cases is found too, as ECMA-376 part 2, 6.2.2.3
   * asks. Throws ConversionError `too_complex` beyond a limit, `encrypted_document` for one with a password,
   * `corrupt_document` for one that does not unpack.
   */
  readonly read: (name: string) => Uint8Array | undefined;
  /** Bytes a file has by the archive's word, which nobody has checked; undefined where there is none. */
  readonly declaredBytes: (name: string) => number | undefined;
}

const corruptEntry = (cause?: unknown): ConversionError =>
  new ConversionError('corrupt_document', 'A part of the document is damaged. Save the document again.', {
    cause,
  });

const tooLarge = (what: string): ConversionError =>
  new ConversionError(
    'too_complex',
    `The document unpacks to ${what}. Split the document or make it smaller.`,
  );

function inflate(packed: Uint8Array, maxBytes: number, refusal: () => ConversionError): Uint8Array {
  try {
    return inflateRawSync(packed, { maxOutputLength: maxBytes });
  } catch (error) {
    if (error instanceof RangeError) throw refusal();
    throw corruptEntry(error);
  }
}

/** How many bytes an entry may still unpack to, and what is said beyond. */
function allowance(entry: ZipEntry, spent: number, limits: ZipLimits): [number, () => ConversionError] {
  const left = limits.maxUnpackedBytes - spent;
  const byRatio = Math.max(RATIO_FROM_BYTES, entry.packedBytes * limits.maxRatio);
  const least = Math.min(left, byRatio, limits.maxEntryBytes);
  return [
    least,
    () => {
      if (least === left) return tooLarge(`more than ${limits.maxUnpackedBytes / MB} MB`);
      if (least === byRatio) return tooLarge(`more than ${limits.maxRatio} times its size`);
      return tooLarge(`a part of more than ${limits.maxEntryBytes / MB} MB`);
    },
  ];
}

/**
 * Opens a zip archive (APPNOTE 6.3.10), such as a document of Office, OpenDocument or EPUB, by its central directory.
 *
 * Throws ConversionError `corrupt_document` for what is no archive, or only the beginning of one; `too_complex` for one of
 * too many files.
 */
export function openZip(bytes: Uint8Array, limits: ZipLimits = zipLimits): ZipArchive {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = readDirectory(file, limits.maxEntries);
  const byLowerCase = new Map([...entries].map(([name, entry]) => [name.toLowerCase(), entry]));
  const find = (name: string): ZipEntry | undefined =>
    entries.get(name) ?? byLowerCase.get(name.toLowerCase());
  let spent = 0;

  function read(name: string): Uint8Array | undefined {
    const entry = find(name);
    if (entry === undefined) return undefined;
    if (entry.isEncrypted)
      throw new ConversionError('encrypted_document', 'The document is protected by a password. Remove it.');
    const packed = entry.packed();
    if (packed === undefined) throw corruptEntry();
    const [maxBytes, refusal] = allowance(entry, spent, limits);
    if (entry.method === 'stored') {
      if (packed.length > maxBytes) throw refusal();
      spent += packed.length;
      return packed;
    }
    if (entry.method !== 'deflated') throw corruptEntry();
    // zlib takes no limit of 0.
    if (maxBytes <= 0) throw refusal();
    const unpacked = inflate(packed, maxBytes, refusal);
    spent += unpacked.length;
    return unpacked;
  }

  return { names: [...entries.keys()], read, declaredBytes: (name) => find(name)?.unpackedBytes };
}
