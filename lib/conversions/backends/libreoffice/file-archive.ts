import type { OfficeFile } from './package.ts';

const LENGTH_BYTES = 4;

/** Packs files: the length of the index (32 bits, little-endian), the index (`[path, length]` as JSON), the contents. */
export function packFiles(files: Iterable<OfficeFile>): Buffer {
  const all = [...files];
  const index = Buffer.from(JSON.stringify(all.map(([path, { length }]) => [path, length])));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(index.length);
  return Buffer.concat([length, index, ...all.map(([, bytes]) => bytes)]);
}

/** Returns the files of an archive as views of it. */
export function* unpackFiles(archive: Uint8Array): Generator<OfficeFile> {
  const buffer = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const start = LENGTH_BYTES + buffer.readUInt32LE(0);
  const index: [string, number][] = JSON.parse(buffer.toString('utf8', LENGTH_BYTES, start));
  let at = start;
  for (const [path, length] of index) {
    yield [path, buffer.subarray(at, at + length)];
    at += length;
  }
}
