// sharp reports the resolution across only. Faxes have twice that down (TIFF, 204 x 98), so their pixels are not square.

// TIFF 6.0: entries of 12 bytes; the tags of both resolutions, which are fractions of two 32-bit numbers.
const ENTRY_BYTES = 12;
const X_RESOLUTION = 282;
const Y_RESOLUTION = 283;
const MAX_ENTRIES = 500;
// PNG 3, 5.2: a signature, then chunks with length, type, data and checksum.
const SIGNATURE_BYTES = 8;
const CHUNK_BYTES = 12;
// JFIF 1.02: the marker, its length, the identifier, version, unit and both densities.
const JFIF = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
const JFIF_DENSITY = 14;
// Greater ratios are input errors.
const MAX_RATIO = 4;

interface Resolutions {
  readonly across: number;
  readonly down: number;
}

function ofTiff(bytes: Buffer, frame: number): Resolutions | undefined {
  const isLittle = bytes.toString('latin1', 0, 2) === 'II';
  const short = (at: number): number => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const long = (at: number): number => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  let directory = long(4);
  for (let skipped = 0; skipped < frame; skipped += 1)
    directory = long(directory + 2 + short(directory) * ENTRY_BYTES);
  const found = new Map<number, number>();
  for (let entry = 0; entry < Math.min(short(directory), MAX_ENTRIES); entry += 1) {
    const at = directory + 2 + entry * ENTRY_BYTES;
    const tag = short(at);
    if (tag !== X_RESOLUTION && tag !== Y_RESOLUTION) continue;
    const value = long(at + 8);
    found.set(tag, long(value) / long(value + 4));
  }
  return { across: found.get(X_RESOLUTION) ?? Number.NaN, down: found.get(Y_RESOLUTION) ?? Number.NaN };
}

function ofPng(bytes: Buffer): Resolutions | undefined {
  let at = SIGNATURE_BYTES;
  while (at + CHUNK_BYTES <= bytes.length) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (type === 'IDAT') return undefined;
    if (type === 'pHYs') return { across: bytes.readUInt32BE(at + 8), down: bytes.readUInt32BE(at + 12) };
    at += CHUNK_BYTES + bytes.readUInt32BE(at);
  }
  return undefined;
}

function ofJpeg(bytes: Buffer): Resolutions | undefined {
  if (!bytes.subarray(0, JFIF.length).equals(JFIF) || bytes.toString('latin1', 6, 10) !== 'JFIF')
    return undefined;
  return { across: bytes.readUInt16BE(JFIF_DENSITY), down: bytes.readUInt16BE(JFIF_DENSITY + 2) };
}

const readers = { tiff: ofTiff, png: ofPng, jpeg: ofJpeg };
const hasReader = (format: string): format is keyof typeof readers => Object.hasOwn(readers, format);

/**
 * Returns the height of a pixel of a frame, from 0, as a multiple of its width, as the file states it before it is made
 * upright; 1 if it states nothing credible.
 */
export function pixelAspect(input: Uint8Array, format: string | undefined, frame: number): number {
  if (format === undefined || !hasReader(format)) return 1;
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  try {
    const { across, down } = readers[format](bytes, frame) ?? { across: 1, down: 1 };
    const ratio = across / down;
    return ratio >= 1 / MAX_RATIO && ratio <= MAX_RATIO ? ratio : 1;
  } catch (error) {
    // A damaged header, which says nothing.
    if (error instanceof RangeError) return 1;
    throw error;
  }
}
