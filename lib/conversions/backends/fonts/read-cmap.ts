import { closeSync, openSync, readSync } from 'node:fs';

// The header, and the records of 31 tables.
const DIRECTORY_BYTES = 512;

const TABLE_RECORD = 16;
const TABLE_RECORDS = 12;

/** Reads the character map of a font file, and nothing else of it: the fonts for East Asian scripts have 5 MB. */
function readTable(path: string, tag: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const directory = Buffer.alloc(DIRECTORY_BYTES);
    readSync(file, directory, 0, DIRECTORY_BYTES, 0);
    for (let index = 0; index < directory.readUInt16BE(4); index += 1) {
      const record = TABLE_RECORDS + index * TABLE_RECORD;
      if (directory.toString('latin1', record, record + 4) !== tag) continue;
      const table = Buffer.alloc(directory.readUInt32BE(record + 12));
      readSync(file, table, 0, table.length, directory.readUInt32BE(record + 8));
      return table;
    }
  } finally {
    closeSync(file);
  }
  throw new Error(`${path} has no table ${tag}.`);
}

/** A map in ranges of up to 16 bits (format 4). */
function readSegments(map: Buffer, onCodePoint: (codePoint: number) => void): void {
  const bytes = map.readUInt16BE(6);
  const [ends, starts, deltas, offsets] = [14, 16 + bytes, 16 + bytes * 2, 16 + bytes * 3];
  for (let at = 0; at < bytes; at += 2) {
    const start = map.readUInt16BE(starts + at);
    const offset = map.readUInt16BE(offsets + at);
    for (let codePoint = start; codePoint <= map.readUInt16BE(ends + at); codePoint += 1) {
      const glyph =
        offset === 0
          ? codePoint + map.readUInt16BE(deltas + at)
          : map.readUInt16BE(offsets + at + offset + (codePoint - start) * 2);
      if ((glyph & 0xffff) !== 0) onCodePoint(codePoint);
    }
  }
}

/** A map in groups of up to 32 bits (format 12). */
function readGroups(map: Buffer, onCodePoint: (codePoint: number) => void): void {
  for (let index = 0; index < map.readUInt32BE(12); index += 1) {
    const group = 16 + index * 12;
    for (let codePoint = map.readUInt32BE(group); codePoint <= map.readUInt32BE(group + 4); codePoint += 1)
      onCodePoint(codePoint);
  }
}

/** Calls back with each code point for which a font file has a glyph (OpenType, cmap). A library for fonts takes 70 ms to load. */
export function readCmap(path: string, onCodePoint: (codePoint: number) => void): void {
  const table = readTable(path, 'cmap');
  const maps = Array.from({ length: table.readUInt16BE(2) }, (_, index) =>
    table.subarray(table.readUInt32BE(8 + index * 8)),
  );
  const inFormat = (format: number): Buffer | undefined => maps.find((map) => map.readUInt16BE(0) === format);
  const [groups, segments] = [inFormat(12), inFormat(4)];
  if (groups !== undefined) readGroups(groups, onCodePoint);
  else if (segments !== undefined) readSegments(segments, onCodePoint);
  else throw new Error(`${path} has no character map of Unicode.`);
}
