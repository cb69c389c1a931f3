import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The supported checksum algorithms, as the suffix of their header: `x-amz-checksum-crc32`. */
export const checksumAlgorithms = ['crc32', 'sha256'] as const;

/** A supported checksum algorithm. */
export type ChecksumAlgorithm = (typeof checksumAlgorithms)[number];

/** A running checksum. */
type Checksum = {
  readonly update: (chunk: Uint8Array) => void;
  /** The checksum as big-endian bytes. Call it once. */
  readonly digest: () => Buffer;
};

/** Starts a checksum. */
export function createChecksum(algorithm: ChecksumAlgorithm | 'md5'): Checksum {
  if (algorithm === 'crc32') return crc32Checksum();
  const hash = createHash(algorithm);
  return { update: (chunk) => void hash.update(chunk), digest: () => hash.digest() };
}

function crc32Checksum(): Checksum {
  let value = 0;
  return {
    update: (chunk) => {
      value = crc32(chunk, value);
    },
    digest: () => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      return bytes;
    },
  };
}
