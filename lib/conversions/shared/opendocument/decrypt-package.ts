import { createDecipheriv, createHash, pbkdf2Sync } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { nameTable } from '../../base/name-table.ts';
import { ConversionError } from '../../errors.ts';
import { tooManyIterations } from '../encrypted-document.ts';
import { escapeMarkup } from '../markup/escape-markup.ts';
import { childOf, elementsOf, integerOf, type XmlElement } from '../xml/element.ts';
import { openXmlParts } from '../xml/xml-parts.ts';
import { zipLimits } from '../zip/limits.ts';
import { makeZip, type ZipFile } from '../zip/make-zip.ts';
import { openZip } from '../zip/open-zip.ts';

const MANIFEST = 'META-INF/manifest.xml';
const MANIFEST_NAMESPACE = 'urn:oasis:names:tc:opendocument:xmlns:manifest:1.0';

// OpenDocument 1.3 part 2, 4.8: algorithms by the end of their names, which are URIs.
const ciphers = nameTable({ 'aes128-cbc': 16, 'aes192-cbc': 24, 'aes256-cbc': 32 });
const hashes = nameTable({
  SHA1: 'sha1',
  sha1: 'sha1',
  'SHA1/1K': 'sha1',
  'sha1-1k': 'sha1',
  sha256: 'sha256',
  'sha256-1k': 'sha256',
});
const CHECKED_BYTES = 1024;

/** Limit on the iterations for all parts: ten seconds. LibreOffice writes 100,000 for each part. */
const MAX_ITERATIONS = 30_000_000;

const unsupported = (): ConversionError =>
  new ConversionError(
    'unsupported_content',
    'The encryption of the document is not supported. Save it without a password, or as OpenDocument 1.2.',
  );

/** How a part is encrypted. */
interface Encryption {
  readonly algorithm: string;
  readonly keyBytes: number;
  readonly vector: Buffer;
  readonly salt: Buffer;
  readonly iterations: number;
  readonly startHash: string;
  readonly checksumHash: string;
  readonly checksum: Buffer;
}

const nameOf = (element: XmlElement | undefined, attribute: string): string => {
  const uri = element?.attributes[`manifest:${attribute}`] ?? '';
  return uri.slice(uri.lastIndexOf('#') + 1);
};

const bytesOf = (element: XmlElement | undefined, attribute: string): Buffer =>
  Buffer.from(element?.attributes[`manifest:${attribute}`] ?? '', 'base64');

const hashOf = (name: string): string => {
  const hash = hashes[name];
  if (hash === undefined) throw unsupported();
  return hash;
};

/** Reads `manifest:encryption-data`. Throws `unsupported_content` for other algorithms, such as Blowfish. */
function readEncryption(data: XmlElement): Encryption {
  const algorithm = childOf(data, 'manifest:algorithm');
  const derivation = childOf(data, 'manifest:key-derivation');
  const cipher = nameOf(algorithm, 'algorithm-name');
  const keyBytes = ciphers[cipher];
  const isPbkdf2 = nameOf(derivation, 'key-derivation-name').toLowerCase() === 'pbkdf2';
  if (keyBytes === undefined || !isPbkdf2) throw unsupported();
  const start = nameOf(childOf(data, 'manifest:start-key-generation'), 'start-key-generation-name');
  return {
    algorithm: cipher.replace('aes', 'aes-'),
    keyBytes,
    vector: bytesOf(algorithm, 'initialisation-vector'),
    salt: bytesOf(derivation, 'salt'),
    iterations: Math.max(1, integerOf(derivation, 'manifest:iteration-count') ?? 1),
    startHash: hashOf(start || 'SHA1'),
    checksumHash: hashOf(nameOf(data, 'checksum-type')),
    checksum: bytesOf(data, 'checksum'),
  };
}

/** Decrypts a part, which is still deflated; undefined if the password is wrong. */
function decryptPart(bytes: Uint8Array, password: string, how: Encryption): Buffer | undefined {
  const startKey = createHash(how.startHash).update(password).digest();
  const key = pbkdf2Sync(startKey, how.salt, how.iterations, how.keyBytes, 'sha1');
  try {
    const decipher = createDecipheriv(how.algorithm, key, how.vector).setAutoPadding(false);
    const padded = Buffer.concat([decipher.update(bytes), decipher.final()]);
    // XML Encryption 1.1, 5.2: only the last byte of the padding, its length, is defined.
    const deflated = padded.subarray(0, padded.length - (padded.at(-1) ?? 0));
    const digest = createHash(how.checksumHash).update(deflated.subarray(0, CHECKED_BYTES)).digest();
    return digest.equals(how.checksum) ? deflated : undefined;
  } catch {
    // Not a whole number of blocks.
    return undefined;
  }
}

function inflate(deflated: Buffer, maxBytes: number): Buffer {
  try {
    return inflateRawSync(deflated, { maxOutputLength: maxBytes });
  } catch (error) {
    if (!(error instanceof RangeError))
      throw new ConversionError('corrupt_document', 'The document is damaged. Save it again.', {
        cause: error,
      });
    const message = `The document unpacks to more than ${maxBytes} bytes, which is the limit. Split it or reduce its size.`;
    throw new ConversionError('too_complex', message);
  }
}

/** Returns a manifest without encryption. */
function plainManifest(entries: readonly XmlElement[]): Buffer {
  const rows = entries.map(({ attributes }) => {
    const path = escapeMarkup(attributes['manifest:full-path'] ?? '');
    const type = escapeMarkup(attributes['manifest:media-type'] ?? '');
    return `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${type}"/>`;
  });
  return Buffer.from(
    `<manifest:manifest xmlns:manifest="${MANIFEST_NAMESPACE}" manifest:version="1.3">${rows.join('')}</manifest:manifest>`,
  );
}

/**
 * Decrypts an OpenDocument package (OpenDocument 1.3 part 2, 4): AES in CBC mode with a key of PBKDF2. Returns the package
 * unchanged if it is not encrypted, and undefined if the password is wrong. Throws ConversionError `unsupported_content`
 * for other algorithms, `too_complex` beyond a limit, and the errors of {@link openZip}.
 */
export async function decryptOdf(input: Uint8Array, password: string): Promise<Uint8Array | undefined> {
  const archive = openZip(input);
  const { optionalPart } = await openXmlParts(archive, { [MANIFEST_NAMESPACE]: 'manifest' });
  const encrypted = new Map<string, Encryption>();
  const entries = [...elementsOf(optionalPart(MANIFEST))];
  for (const entry of entries) {
    const data = childOf(entry, 'manifest:encryption-data');
    const path = entry.attributes['manifest:full-path'];
    if (data !== undefined && path !== undefined) encrypted.set(path, readEncryption(data));
  }
  if (encrypted.size === 0) return input;
  const iterations = [...encrypted.values()].reduce((sum, each) => sum + each.iterations, 0);
  if (iterations > MAX_ITERATIONS) throw tooManyIterations(MAX_ITERATIONS);
  const files: ZipFile[] = [];
  let left = zipLimits.maxUnpackedBytes;
  for (const name of archive.names) {
    const part = archive.read(name);
    if (part === undefined || name.endsWith('/')) continue;
    const how = encrypted.get(name);
    const deflated = how === undefined ? undefined : decryptPart(part, password, how);
    if (how !== undefined && deflated === undefined) return undefined;
    const bytes = deflated === undefined ? part : inflate(deflated, Math.min(left, zipLimits.maxEntryBytes));
    left -= bytes.length;
    const plain = name === MANIFEST ? plainManifest(entries) : bytes;
    files.push({ name, bytes: plain, ...(name === 'mimetype' ? { stored: true } : {}) });
  }
  return makeZip(files);
}
