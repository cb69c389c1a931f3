import { createCipheriv, createHash, createHmac } from 'node:crypto';
import { CFB } from '@e965/xlsx';

// Writes what Office writes if a document is saved with a password ([MS-OFFCRYPTO] 2.3.4).

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

const hashOf = (algorithm: string, ...parts: readonly Buffer[]): Buffer =>
  createHash(algorithm).update(Buffer.concat(parts)).digest();

function encipher(algorithm: string, key: Buffer, vector: Buffer | null, bytes: Buffer): Buffer {
  const cipher = createCipheriv(algorithm, key, vector).setAutoPadding(false);
  const padding = Buffer.alloc((16 - (bytes.length % 16)) % 16);
  return Buffer.concat([cipher.update(Buffer.concat([bytes, padding])), cipher.final()]);
}

const sizeOf = (bytes: Buffer): Buffer => {
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(bytes.length));
  return size;
};

function compound(streams: Readonly<Record<string, Buffer>>): Buffer {
  const file = CFB.utils.cfb_new();
  for (const [name, bytes] of Object.entries(streams)) CFB.utils.cfb_add(file, `/${name}`, bytes);
  return Buffer.from(CFB.write(file, { type: 'buffer' }));
}

function spun(algorithm: string, salt: Buffer, password: string, spins: number): Buffer {
  let hash = hashOf(algorithm, salt, Buffer.from(password, 'utf16le'));
  for (let spin = 0; spin < spins; spin += 1) hash = hashOf(algorithm, u32(spin), hash);
  return hash;
}

/** How {@link encryptAgile} encrypts. */
export interface AgileSettings {
  readonly hash?: 'SHA1' | 'SHA256' | 'SHA384' | 'SHA512';
  readonly keyBits?: 128 | 192 | 256;
  /** What the file states; the key is made with 1,000 at most. */
  readonly spins?: number;
  /** Whether a byte is changed afterwards. */
  readonly isChanged?: boolean;
}

/** Encrypts a package as Office 2010 and later do. */
export function encryptAgile(
  content: Uint8Array,
  password: string,
  { hash: stated = 'SHA512', keyBits = 256, spins = 1000, isChanged = false }: AgileSettings = {},
): Buffer {
  const bytes = Buffer.from(content);
  const hash = stated.toLowerCase();
  const algorithm = `aes-${keyBits}-cbc`;
  const [salt, dataSalt, input] = [Buffer.alloc(16, 1), Buffer.alloc(16, 2), Buffer.alloc(16, 3)];
  const secret = Buffer.alloc(keyBits / 8, 4);
  const root = spun(hash, salt, password, Math.min(spins, 1000));
  const fitted = (value: Buffer, length: number): Buffer =>
    Buffer.concat([value, Buffer.alloc(length, 0x36)]).subarray(0, length);
  const byPassword = (block: string, value: Buffer): string =>
    encipher(
      algorithm,
      fitted(hashOf(hash, root, Buffer.from(block, 'hex')), keyBits / 8),
      salt,
      value,
    ).toString('base64');
  const bySecret = (block: Buffer, value: Buffer): Buffer =>
    encipher(algorithm, secret, fitted(hashOf(hash, dataSalt, block), 16), value);
  const segments = Array.from({ length: Math.ceil(bytes.length / 4096) }, (_, at) =>
    bySecret(u32(at), bytes.subarray(at * 4096, (at + 1) * 4096)),
  );
  const encrypted = Buffer.concat([sizeOf(bytes), ...segments]);
  const hmacKey = Buffer.alloc(hashOf(hash).length, 5);
  const hmac = createHmac(hash, hmacKey).update(encrypted).digest();
  if (isChanged) encrypted.writeUInt8((encrypted[100] ?? 0) ^ 1, 100);
  const settings = `saltSize="16" blockSize="16" keyBits="${keyBits}" hashSize="${hmac.length}" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="${stated}"`;
  const part = (block: string, value: Buffer): string =>
    bySecret(Buffer.from(block, 'hex'), value).toString('base64');
  const xml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><keyData ${settings} saltValue="${dataSalt.toString('base64')}"/><dataIntegrity encryptedHmacKey="${part('5fb2ad010cb9e1f6', hmacKey)}" encryptedHmacValue="${part('a0677f02b22c8433', hmac)}"/><keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><p:encryptedKey spinCount="${spins}" ${settings} saltValue="${salt.toString('base64')}" encryptedVerifierHashInput="${byPassword('fea7d2763b4b9e79', input)}" encryptedVerifierHashValue="${byPassword('d7aa0f6d3061344e', hashOf(hash, input))}" encryptedKeyValue="${byPassword('146e0be7abacd0d6', secret)}"/></keyEncryptor></keyEncryptors></encryption>`;
  const info = Buffer.concat([Buffer.from([4, 0, 4, 0, 0x40, 0, 0, 0]), Buffer.from(xml)]);
  return compound({ EncryptionInfo: info, EncryptedPackage: encrypted });
}

/** Encrypts a package as Office 2007 does. */
export function encryptStandard(content: Uint8Array, password: string, keyBits: 128 | 192 | 256): Buffer {
  const bytes = Buffer.from(content);
  const salt = Buffer.alloc(16, 1);
  const hash = hashOf('sha1', spun('sha1', salt, password, 50_000), u32(0));
  const derived = [0x36, 0x5c].map((filler) =>
    hashOf('sha1', Buffer.from(Array.from({ length: 64 }, (_, at) => filler ^ (hash[at] ?? 0)))),
  );
  const key = Buffer.concat(derived).subarray(0, keyBits / 8);
  const algorithm = `aes-${keyBits}-ecb`;
  const verifier = Buffer.alloc(16, 2);
  const algorithmId = 0x660e + (keyBits - 128) / 64;
  const header = Buffer.concat([
    ...[0x24, 0, algorithmId, 0x8004, keyBits, 0x18, 0, 0].map(u32),
    Buffer.from('Microsoft Enhanced RSA and AES Cryptographic Provider\0', 'utf16le'),
  ]);
  const info = Buffer.concat([
    Buffer.from([3, 0, 2, 0]),
    u32(0x24),
    u32(header.length),
    header,
    u32(16),
    salt,
    encipher(algorithm, key, null, verifier),
    u32(20),
    encipher(algorithm, key, null, hashOf('sha1', verifier)),
  ]);
  const encrypted = Buffer.concat([sizeOf(bytes), encipher(algorithm, key, null, bytes)]);
  return compound({ EncryptionInfo: info, EncryptedPackage: encrypted });
}
