import { createHash } from 'node:crypto';
import type { ObjectStore } from './objects.ts';

/** The content of an upload, wherever its bytes are. */
export type Content = {
  readonly sizeBytes: number;
  /** In lowercase hexadecimal. */
  readonly sha256: string;
  /** The media type that was sent with the file, if any. */
  readonly mediaType?: string | undefined;
  /** Passes all bytes to `use`. They may be released once it has ended. */
  inspect<Result>(use: (bytes: Uint8Array) => Promise<Result>): Promise<Result>;
  /** Stores the bytes under a key. */
  store(objects: ObjectStore, key: string, mimeType: string): Promise<void>;
};

/** Receives a file in pieces. */
export type Receive = (chunks: AsyncIterable<Buffer>) => Promise<Content>;

/** The content of bytes in memory. */
export const contentOf = (bytes: Uint8Array): Content => {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    sizeBytes: bytes.length,
    sha256,
    inspect: (use) => use(bytes),
    store: (objects, key, mimeType) => objects.put(key, bytes, { mimeType, sha256 }),
  };
};
