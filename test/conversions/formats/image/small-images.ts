import { gzipSync } from 'node:zlib';

// Small images of formats that no engine writes.

/** Options of {@link bmpOf}: a bitmap of Windows. */
interface Bitmap {
  readonly width: number;
  /** Negative if rows go from the top down. */
  readonly height: number;
  readonly bits: number;
  readonly compression?: number;
  /** Red, green and blue of each colour. */
  readonly palette?: readonly (readonly [number, number, number])[];
  readonly masks?: readonly number[];
  /** The rows as they are in the file. */
  readonly rows: readonly number[];
}

/** A device-independent bitmap: header, masks, palette and rows. */
export function bitmapOf({ width, height, bits, compression = 0, palette = [], masks = [], rows }: Bitmap) {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(width, 4);
  header.writeInt32LE(height, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(bits, 14);
  header.writeUInt32LE(compression, 16);
  header.writeUInt32LE(palette.length, 32);
  const fields = Buffer.alloc(masks.length * 4);
  for (const [at, mask] of masks.entries()) fields.writeUInt32LE(mask >>> 0, at * 4);
  const colours = palette.flatMap(([red, green, blue]) => [blue, green, red, 0]);
  const start = header.length + fields.length + colours.length;
  return { start, bytes: Buffer.concat([header, fields, Buffer.from(colours), Buffer.from(rows)]) };
}

/** A BMP file. */
export function bmpOf(bitmap: Bitmap): Buffer {
  const { start, bytes } = bitmapOf(bitmap);
  const header = Buffer.alloc(14);
  header.write('BM', 'latin1');
  header.writeUInt32LE(14 + bytes.length, 2);
  header.writeUInt32LE(14 + start, 10);
  return Buffer.concat([header, bytes]);
}

/** An icon with some pictures of the given sides. */
export function icoOf(pictures: readonly { readonly side: number; readonly bytes: Buffer }[]): Buffer {
  const header = Buffer.alloc(6 + 16 * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let start = header.length;
  pictures.forEach(({ side, bytes }, at) => {
    const entry = 6 + 16 * at;
    header.writeUInt8(side % 256, entry);
    header.writeUInt8(side % 256, entry + 1);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(bytes.length, entry + 8);
    header.writeUInt32LE(start, entry + 12);
    start += bytes.length;
  });
  return Buffer.concat([header, ...pictures.map(({ bytes }) => bytes)]);
}

/** Red above blue, 2 by 2 pixels. */
export const bmp: Buffer = bmpOf({
  width: 2,
  height: 2,
  bits: 24,
  rows: [255, 0, 0, 255, 0, 0, 0, 0, 0, 0, 255, 0, 0, 255, 0, 0],
});

/** A gradient from red to blue, 6 by 4 pixels. */
export const jp2: Buffer = Buffer.from(
  'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAABAAAAAYAAw8HAAAAAAAPY29scgEAAAAAABAAAADLanAyY/9P/1EALwAAAAAABgAAAAQAAAAAAAAAAAAAAAYAAAAEAAAAAAAAAAAAAw8BAQ8BAQ8BAf9SAAwAAAABAQIEBAAB/1wACkCAiIiQiIiQ/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS4w/5AACgAAAAAATQAB/5PP/DAMCT9Pz/wwCAHf3/iQIAJFXT+Ap/4kBAJfp/4kBAkXgKP/BgSACzwjy7O7u7u/o/8GBIAMFxXl2d3d3d//2Q==',
  'base64',
);

/** The same as a codestream without a file around it. */
export const j2k: Buffer = Buffer.from(
  '/0//UQAvAAAAAAAGAAAABAAAAAAAAAAAAAAABgAAAAQAAAAAAAAAAAADDwEBDwEBDwEB/1IADAAAAAEBAgQEAAH/XAAKQICIiJCIiJD/ZAAlAAFDcmVhdGVkIGJ5IE9wZW5KUEVHIHZlcnNpb24gMi41LjD/kAAKAAAAAABNAAH/k8/8MAwJP0/P/DAIAd/f+JAgAkVdP4Cn/iQEAl+n/iQECReAo/8GBIALPCPLs7u7u7+j/wYEgAwXFeXZ3d3d3//Z',
  'base64',
);

/** A red square, 20 by 20 pixels. */
export const svgz: Buffer = gzipSync(
  '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="20" height="20" fill="red"/></svg>',
);
