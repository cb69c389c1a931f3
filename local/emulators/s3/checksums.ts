import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The checksum algorithms of S3, by their header's ending: `x-amz-checksum-crc32`. */
export const checksumAlgorithms = ['crc32', 'crc32c', 'crc64nvme', 'sha1', 'sha256'] as const;

/** One of S3's checksum algorithms. */
export type ChecksumAlgorithm = (typeof checksumAlgorithms)[number];

/** A running checksum. */
export type Checksum = {
  readonly update: (chunk: Uint8Array) => void;
  /** The big-endian bytes of it; call once. */
  readonly digest: () => Buffer;
};

/** Starts a checksum of the named algorithm, or MD5. */
export function createChecksum(algorithm: ChecksumAlgorithm | 'md5'): Checksum {
  switch (algorithm) {
    case 'crc32':
      return crc32Checksum((chunk, value) => crc32(chunk, value));
    case 'crc32c':
      return crc32Checksum(crc32c);
    case 'crc64nvme':
      return crc64Checksum();
    default: {
      const hash = createHash(algorithm);
      return { update: (chunk) => void hash.update(chunk), digest: () => hash.digest() };
    }
  }
}

function crc32Checksum(step: (chunk: Uint8Array, value: number) => number): Checksum {
  let value = 0;
  return {
    update: (chunk) => {
      value = step(chunk, value);
    },
    digest: () => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      return bytes;
    },
  };
}

/** Castagnoli's polynomial, reflected (RFC 3720, appendix B.4). */
const crc32cTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0x82f63b78 : 0);
  return value;
});

function crc32c(chunk: Uint8Array, start: number): number {
  let value = ~start;
  for (const byte of chunk) value = (crc32cTable[(value ^ byte) & 255] ?? 0) ^ (value >>> 8);
  return ~value >>> 0;
}

/** The NVMe polynomial, reflected (NVM Command Set 1.0, section 5.2.1.3.4), in two halves: BigInt would be slow. */
const crc64Low = new Uint32Array(256);
const crc64High = new Uint32Array(256);
for (let byte = 0; byte < 256; byte++) {
  let value = BigInt(byte);
  for (let bit = 0; bit < 8; bit++) value = (value >> 1n) ^ (value & 1n ? 0x9a6c9329ac4bc9b5n : 0n);
  crc64Low[byte] = Number(value & 0xffffffffn);
  crc64High[byte] = Number(value >> 32n);
}

function crc64Checksum(): Checksum {
  let low = 0xffffffff;
  let high = 0xffffffff;
  return {
    update: (chunk) => {
      for (const byte of chunk) {
        const index = (low ^ byte) & 255;
        low = ((low >>> 8) | (high << 24)) ^ (crc64Low[index] ?? 0);
        high = (high >>> 8) ^ (crc64High[index] ?? 0);
      }
    },
    digest: () => {
      const bytes = Buffer.alloc(8);
      bytes.writeUInt32BE(~high >>> 0, 0);
      bytes.writeUInt32BE(~low >>> 0, 4);
      return bytes;
    },
  };
}
