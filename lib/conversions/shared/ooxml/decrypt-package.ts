import { createDecipheriv, createHash, createHmac, hash } from 'node:crypto';
import { nameTable } from '../../base/name-table.ts';
import { ConversionError } from '../../errors.ts';
import { openCompound, readChecked } from '../compound-file/open-compound.ts';
import { tooManyIterations } from '../encrypted-document.ts';
import { descend, integerOf, type XmlElement } from '../xml/element.ts';
import { loadXmlReader } from '../xml/read-xml.ts';

// [MS-OFFCRYPTO]: encrypted packages of Office, whose password opens a compound file with two streams.

const ENCRYPTION = 'http://schemas.microsoft.com/office/2006/encryption';
const PASSWORD_KEYS = 'http://schemas.microsoft.com/office/2006/keyEncryptor/password';

/** Limit on the iterations for a key: a second or two. Office writes 100,000. */
const MAX_SPINS = 500_000;

const unsupported = (): ConversionError =>
  new ConversionError(
    'unsupported_content',
    'The encryption of the document is not supported. Save it without a password.',
  );

const damaged = (cause?: unknown): ConversionError =>
  new ConversionError('corrupt_document', 'The encrypted document is damaged. Save it again.', { cause });

const SIZE_BYTES = 8;
const COUNTER_BYTES = 4;

/** The decrypted package, without what fills its last block. */
function trimmed(decrypted: Buffer, encrypted: Buffer): Buffer {
  const size = encrypted.readBigUInt64LE(0);
  if (size > BigInt(decrypted.length)) throw damaged();
  return decrypted.subarray(0, Number(size));
}

/** The hash of a salt and a password, hashed again with a counter. 2.3.4.7 and 2.3.4.11. */
function spunHash(algorithm: string, salt: Buffer, password: string, spins: number): Buffer {
  const first = createHash(algorithm).update(salt).update(password, 'utf16le').digest();
  // The counter and the hash before it, in one buffer for all iterations.
  const input = Buffer.concat([Buffer.alloc(COUNTER_BYTES), first]);
  for (let spin = 0; spin < spins; spin += 1) {
    input.writeUInt32LE(spin);
    hash(algorithm, input, 'buffer').copy(input, COUNTER_BYTES);
  }
  return input.subarray(COUNTER_BYTES);
}

function decipher(algorithm: string, key: Buffer, vector: Buffer | null, bytes: Buffer): Buffer {
  const decrypting = createDecipheriv(algorithm, key, vector).setAutoPadding(false);
  return Buffer.concat([decrypting.update(bytes), decrypting.final()]);
}

// Standard encryption, 2.3.4.5 to 2.3.4.9: AES in ECB mode with keys of SHA-1.
const STANDARD_SPINS = 50_000;
const AES_KEY_BITS = [128, 192, 256];
const SHA1_BYTES = 20;
const HASH_BLOCK_BYTES = 64;
const HEADER = 12;
const HEADER_KEY_BITS = 16;
const VERIFIER_BYTES = 16;

function standardKey(password: string, salt: Buffer, keyBytes: number): Buffer {
  const spun = spunHash('sha1', salt, password, STANDARD_SPINS);
  const digest = createHash('sha1').update(spun).update(Buffer.alloc(COUNTER_BYTES)).digest();
  const expanded = [0x36, 0x5c].map((filler) => {
    const block = Buffer.alloc(HASH_BLOCK_BYTES, filler);
    for (const [at, byte] of digest.entries()) block[at] = (block[at] ?? 0) ^ byte;
    return createHash('sha1').update(block).digest();
  });
  return Buffer.concat(expanded).subarray(0, keyBytes);
}

function decryptStandard(info: Buffer, encrypted: Buffer, password: string): Buffer | undefined {
  const headerBytes = info.readUInt32LE(8);
  const keyBits = info.readUInt32LE(HEADER + HEADER_KEY_BITS);
  if (!AES_KEY_BITS.includes(keyBits)) throw unsupported();
  const verifier = info.subarray(HEADER + headerBytes);
  const saltBytes = verifier.readUInt32LE(0);
  const [salt, rest] = [verifier.subarray(4, 4 + saltBytes), verifier.subarray(4 + saltBytes)];
  const algorithm = `aes-${keyBits}-ecb`;
  const key = standardKey(password, salt, keyBits / 8);
  const open = (bytes: Buffer): Buffer => decipher(algorithm, key, null, bytes);
  const wanted = open(rest.subarray(VERIFIER_BYTES + 4, VERIFIER_BYTES + 4 + 2 * VERIFIER_BYTES));
  const hash = createHash('sha1')
    .update(open(rest.subarray(0, VERIFIER_BYTES)))
    .digest();
  if (!hash.equals(wanted.subarray(0, SHA1_BYTES))) return undefined;
  return trimmed(open(encrypted.subarray(SIZE_BYTES)), encrypted);
}

// Agile encryption, 2.3.4.10 to 2.3.4.15: AES in CBC mode with keys of any SHA.
const hashes = nameTable({ SHA1: 'sha1', SHA256: 'sha256', SHA384: 'sha384', SHA512: 'sha512' });
const SEGMENT_BYTES = 4096;
const FILLER = 0x36;
const blockKeys = {
  verifierInput: 'fea7d2763b4b9e79',
  verifierHash: 'd7aa0f6d3061344e',
  key: '146e0be7abacd0d6',
  integrityKey: '5fb2ad010cb9e1f6',
  integrityValue: 'a0677f02b22c8433',
};

/** How something is encrypted, of `keyData` or of `encryptedKey`. */
interface Cipher {
  readonly hash: string;
  readonly hashBytes: number;
  readonly algorithm: string;
  readonly keyBytes: number;
  readonly blockBytes: number;
  readonly salt: Buffer;
}

const bytesOf = (element: XmlElement | undefined, name: string): Buffer =>
  Buffer.from(element?.attributes[name] ?? '', 'base64');

function cipherOf(element: XmlElement | undefined): Cipher {
  const { attributes = {} } = element ?? {};
  const algorithm = hashes[attributes.hashAlgorithm ?? ''];
  const keyBits = integerOf(element, 'keyBits') ?? 0;
  const blockBytes = integerOf(element, 'blockSize');
  const isAes = attributes.cipherAlgorithm === 'AES' && attributes.cipherChaining === 'ChainingModeCBC';
  if (algorithm === undefined || !isAes || blockBytes !== 16 || !AES_KEY_BITS.includes(keyBits))
    throw unsupported();
  return {
    hash: algorithm,
    hashBytes: createHash(algorithm).digest().length,
    algorithm: `aes-${keyBits}-cbc`,
    keyBytes: keyBits / 8,
    blockBytes,
    salt: bytesOf(element, 'saltValue'),
  };
}

/** Bytes cut or filled to a length, 2.3.4.11 and 2.3.4.12. */
const fitted = (bytes: Buffer, length: number): Buffer =>
  Buffer.concat([bytes, Buffer.alloc(length, FILLER)]).subarray(0, length);

const hashOf = (algorithm: string, ...parts: readonly Buffer[]): Buffer =>
  hash(algorithm, Buffer.concat(parts), 'buffer');

/** The key of the package; undefined if the password is wrong. */
function agileSecret(encryptedKey: XmlElement | undefined, password: string): Buffer | undefined {
  const cipher = cipherOf(encryptedKey);
  const spins = integerOf(encryptedKey, 'spinCount') ?? 0;
  if (spins > MAX_SPINS) throw tooManyIterations(MAX_SPINS);
  const spun = spunHash(cipher.hash, cipher.salt, password, spins);
  const open = (attribute: string, blockKey: string): Buffer => {
    const key = fitted(hashOf(cipher.hash, spun, Buffer.from(blockKey, 'hex')), cipher.keyBytes);
    return decipher(
      cipher.algorithm,
      key,
      fitted(cipher.salt, cipher.blockBytes),
      bytesOf(encryptedKey, attribute),
    );
  };
  const input = open('encryptedVerifierHashInput', blockKeys.verifierInput).subarray(0, cipher.salt.length);
  const stated = open('encryptedVerifierHashValue', blockKeys.verifierHash).subarray(0, cipher.hashBytes);
  if (!hashOf(cipher.hash, input).equals(stated)) return undefined;
  return open('encryptedKeyValue', blockKeys.key).subarray(0, cipher.keyBytes);
}

async function decryptAgile(info: Buffer, encrypted: Buffer, password: string): Promise<Buffer | undefined> {
  const readXml = await loadXmlReader();
  const root = readXml(info.subarray(8), { namespaces: { [ENCRYPTION]: 'e', [PASSWORD_KEYS]: 'p' } });
  const data = descend(root, 'e:keyData');
  const cipher = cipherOf(data);
  const secret = agileSecret(descend(root, 'e:keyEncryptors', 'e:keyEncryptor', 'p:encryptedKey'), password);
  if (secret === undefined) return undefined;
  const open = (bytes: Buffer, block: Buffer): Buffer =>
    decipher(
      cipher.algorithm,
      secret,
      fitted(hashOf(cipher.hash, cipher.salt, block), cipher.blockBytes),
      bytes,
    );
  const integrity = descend(root, 'e:dataIntegrity');
  const partOf = (attribute: string, blockKey: string): Buffer =>
    open(bytesOf(integrity, attribute), Buffer.from(blockKey, 'hex')).subarray(0, cipher.hashBytes);
  const stated = partOf('encryptedHmacValue', blockKeys.integrityValue);
  const hmac = createHmac(cipher.hash, partOf('encryptedHmacKey', blockKeys.integrityKey));
  if (integrity !== undefined && !hmac.update(encrypted).digest().equals(stated)) throw damaged();
  const segments: Buffer[] = [];
  const counter = Buffer.alloc(COUNTER_BYTES);
  for (let at = SIZE_BYTES; at < encrypted.length; at += SEGMENT_BYTES) {
    counter.writeUInt32LE(segments.length);
    segments.push(open(encrypted.subarray(at, at + SEGMENT_BYTES), counter));
  }
  return trimmed(Buffer.concat(segments), encrypted);
}

/**
 * Decrypts a package that Office has encrypted with a password ([MS-OFFCRYPTO] 2.3.4): agile or standard encryption, AES.
 * Returns the package, and undefined if the password is wrong. Throws ConversionError `unsupported_content` for other
 * encryption, `too_complex` beyond a limit, and `corrupt_document` if the file is damaged or has been changed.
 */
export async function decryptOfficePackage(
  file: Uint8Array,
  password: string,
): Promise<Uint8Array | undefined> {
  const streams = openCompound(file);
  const [info, encrypted] = [streams('EncryptionInfo'), streams('EncryptedPackage')];
  if (info === undefined || encrypted === undefined) throw damaged();
  try {
    const [major, minor] = readChecked(() => [info.readUInt16LE(0), info.readUInt16LE(2)]);
    if (major === 4 && minor === 4) return await decryptAgile(info, encrypted, password);
    if (minor === 2) return decryptStandard(info, encrypted, password);
  } catch (error) {
    if (error instanceof ConversionError) throw error;
    // A key, a block or a salt of another length than the algorithms have.
    throw damaged(error);
  }
  throw unsupported();
}
