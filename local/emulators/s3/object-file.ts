import { type FileHandle, open } from 'node:fs/promises';
import type { ChecksumAlgorithm } from './checksums.ts';

/** The metadata of an object. */
export type ObjectMeta = {
  readonly key: string;
  readonly sizeBytes: number;
  /** Hex MD5, without quotes. */
  readonly etag: string;
  /** Milliseconds since the epoch. */
  readonly lastModified: number;
  /** Headers that a read returns, for example `content-type`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Base64. */
  readonly checksum?: { readonly algorithm: ChecksumAlgorithm; readonly value: string } | undefined;
};

/** An object that is open for reading. Its bytes are the first `meta.sizeBytes` of the file. */
export type OpenObject = { readonly meta: ObjectMeta; readonly handle: FileHandle };

/**
 * An object is one file: its bytes, its metadata as JSON, the length of that JSON, a magic number. So one rename replaces
 * bytes and metadata together, and an open file always has one version of both.
 */
const magic = Buffer.from('DocForgeObject01');
const tailBytes = 4 + magic.length;

/** Writes an object's file. Calls `describe` after the last byte. Errors of the body pass through. */
export async function writeObjectFile(
  path: string,
  body: AsyncIterable<Uint8Array>,
  describe: () => ObjectMeta,
): Promise<ObjectMeta> {
  const handle = await open(path, 'wx');
  try {
    for await (const chunk of body) await handle.writeFile(chunk);
    const meta = describe();
    const json = Buffer.from(JSON.stringify(meta));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(json.length);
    await handle.writeFile(Buffer.concat([json, length, magic]));
    return meta;
  } finally {
    await handle.close();
  }
}

/** Opens an object's file. Returns undefined if it does not exist, or a power failure cut it short. */
export async function openObjectFile(path: string): Promise<OpenObject | undefined> {
  let handle: FileHandle;
  try {
    handle = await open(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  const meta = await readMeta(handle).catch(() => undefined);
  if (meta) return { meta, handle };
  await handle.close();
  return undefined;
}

async function readMeta(handle: FileHandle): Promise<ObjectMeta | undefined> {
  const { size } = await handle.stat();
  const tail = await readAt(handle, size - tailBytes, tailBytes);
  if (!tail?.subarray(4).equals(magic)) return undefined;
  const length = tail.readUInt32BE(0);
  const json = await readAt(handle, size - tailBytes - length, length);
  return json && JSON.parse(json.toString());
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer | undefined> {
  if (position < 0) return undefined;
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return bytesRead === length ? buffer : undefined;
}
