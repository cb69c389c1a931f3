import { corruptImage, tooManyPixels } from '../../../backends/sharp/image-errors.ts';
import { MAX_IMAGE_PIXELS } from '../../../backends/sharp/limits.ts';

// Device-independent bitmaps of Windows, in BMP files and in icons ([MS-WMF] 2.2.2.9, BITMAPINFOHEADER and its successors).

/** Pixels from the top left: red, green, blue and alpha, a byte each. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Where the parts of a bitmap are in its file. */
interface Layout {
  readonly width: number;
  readonly height: number;
  /** Whether rows go from the top down. */
  readonly isTopDown: boolean;
  readonly bits: number;
  readonly compression: number;
  readonly palette: readonly (readonly [red: number, green: number, blue: number])[];
  /** Bits of red, green, blue and alpha in a pixel of 16 or 32 bits. */
  readonly masks: readonly number[];
}

// Compression ([MS-WMF] 2.1.1.7).
const RLE8 = 1;
const RLE4 = 2;
const BITFIELDS = 3;
const ALPHA_BITFIELDS = 6;

// Sizes of headers: BITMAPCOREHEADER, BITMAPINFOHEADER, and those that contain masks.
const CORE_HEADER = 12;
const INFO_HEADER = 40;
const MASKS_AT = 40;
const ALPHA_MASK_HEADER = 56;

const DEPTHS = [1, 2, 4, 8, 16, 24, 32];
const OPAQUE = 255;

const defaultMasks = (bits: number): readonly number[] =>
  bits === 16 ? [0x7c00, 0x3e0, 0x1f, 0] : [0xff0000, 0xff00, 0xff, 0];

/** Reads the header at `at`, and the palette after it; icons have twice the height, for a mask. */
function readLayout(view: DataView, at: number, isIcon: boolean): { layout: Layout; end: number } {
  const size = view.getUint32(at, true);
  const isCore = size === CORE_HEADER;
  if (!isCore && size < INFO_HEADER) throw corruptImage();
  const width = isCore ? view.getUint16(at + 4, true) : view.getInt32(at + 4, true);
  const signedHeight = isCore ? view.getInt16(at + 6, true) : view.getInt32(at + 8, true);
  const bits = view.getUint16(at + (isCore ? 10 : 14), true);
  const compression = isCore ? 0 : view.getUint32(at + 16, true);
  const height = isIcon ? Math.floor(Math.abs(signedHeight) / 2) : Math.abs(signedHeight);
  if (width <= 0 || height <= 0 || !DEPTHS.includes(bits)) throw corruptImage();
  if (width * height > MAX_IMAGE_PIXELS) throw tooManyPixels(width, height, MAX_IMAGE_PIXELS);
  const hasMasks = compression === BITFIELDS || compression === ALPHA_BITFIELDS;
  const masks = hasMasks
    ? [0, 4, 8, 12].map((mask) =>
        mask < 12 || size >= ALPHA_MASK_HEADER || compression === ALPHA_BITFIELDS
          ? view.getUint32(at + MASKS_AT + mask, true)
          : 0,
      )
    : defaultMasks(bits);
  let end = at + size;
  if (hasMasks && size === INFO_HEADER) end += compression === ALPHA_BITFIELDS ? 16 : 12;
  const declared = isCore ? 0 : view.getUint32(at + 32, true);
  const most = bits <= 8 ? 2 ** bits : 0;
  const colours = most === 0 ? 0 : Math.min(most, declared === 0 ? most : declared);
  const entry = isCore ? 3 : 4;
  const palette = Array.from({ length: colours }, (_, index) => {
    const colour = end + index * entry;
    return [view.getUint8(colour + 2), view.getUint8(colour + 1), view.getUint8(colour)] as const;
  });
  end += colours * entry;
  return { layout: { width, height, isTopDown: signedHeight < 0, bits, compression, palette, masks }, end };
}

/** Reads a channel of a pixel by its mask, from 0 to 255. */
function channelReader(mask: number): (pixel: number) => number {
  if (mask === 0) return () => 0;
  const shift = 31 - Math.clz32(mask & -mask);
  const most = mask >>> shift;
  return (pixel) => Math.round((((pixel & mask) >>> shift) * OPAQUE) / most);
}

/** Expands run lengths to an index of the palette for each pixel ([MS-WMF] 3.1.6). Rows go from the bottom up. */
function expandRuns(bytes: Uint8Array, { width, height, compression }: Layout): Uint8Array {
  const indexes = new Uint8Array(width * height);
  const isNibbles = compression === RLE4;
  let [x, y, at] = [0, 0, 0];
  const put = (index: number): void => {
    if (x < width && y < height) indexes[y * width + x] = index;
    x += 1;
  };
  const nibble = (byte: number, pixel: number): number => (pixel % 2 === 0 ? byte >> 4 : byte & 15);
  while (at + 1 < bytes.length && y < height) {
    const [count = 0, value = 0] = [bytes[at], bytes[at + 1]];
    at += 2;
    if (count > 0)
      for (let pixel = 0; pixel < count; pixel += 1) put(isNibbles ? nibble(value, pixel) : value);
    else if (value === 0) [x, y] = [0, y + 1];
    else if (value === 1) break;
    else if (value === 2) {
      x += bytes[at] ?? 0;
      y += bytes[at + 1] ?? 0;
      at += 2;
    } else {
      for (let pixel = 0; pixel < value; pixel += 1) {
        const byte = bytes[at + (isNibbles ? pixel >> 1 : pixel)] ?? 0;
        put(isNibbles ? nibble(byte, pixel) : byte);
      }
      const size = isNibbles ? Math.ceil(value / 2) : value;
      at += size + (size % 2);
    }
  }
  return indexes;
}

/** Bytes of a row, which ends at a multiple of four. */
const strideOf = (width: number, bits: number): number => Math.ceil((width * bits) / 32) * 4;

function paletteReader(bytes: Uint8Array, layout: Layout): (x: number, y: number) => number {
  const { width, height, bits, compression } = layout;
  if (compression === RLE8 || compression === RLE4) {
    const indexes = expandRuns(bytes, layout);
    return (x, y) => indexes[(height - 1 - y) * width + x] ?? 0;
  }
  const stride = strideOf(width, bits);
  const perByte = 8 / bits;
  const mask = 2 ** bits - 1;
  return (x, y) => {
    const row = layout.isTopDown ? y : height - 1 - y;
    const byte = bytes[row * stride + Math.floor(x / perByte)] ?? 0;
    return (byte >> (8 - bits * ((x % perByte) + 1))) & mask;
  };
}

type Put = (x: number, y: number, red: number, green: number, blue: number, alpha: number) => void;

function readPalettePixels(bytes: Uint8Array, layout: Layout, put: Put): void {
  const indexAt = paletteReader(bytes, layout);
  for (let y = 0; y < layout.height; y += 1)
    for (let x = 0; x < layout.width; x += 1) {
      const [red = 0, green = 0, blue = 0] = layout.palette[indexAt(x, y)] ?? [];
      put(x, y, red, green, blue, OPAQUE);
    }
}

function readDirectPixels(bytes: Uint8Array, layout: Layout, put: Put): void {
  const { width, height, bits, isTopDown, masks } = layout;
  const stride = strideOf(width, bits);
  const size = bits / 8;
  const [red, green, blue, alpha] = masks.map(channelReader);
  const hasAlpha = (masks[3] ?? 0) !== 0;
  for (let y = 0; y < height; y += 1) {
    const row = (isTopDown ? y : height - 1 - y) * stride;
    for (let x = 0; x < width; x += 1) {
      let pixel = 0;
      for (let byte = size - 1; byte >= 0; byte -= 1)
        pixel = ((pixel << 8) | (bytes[row + x * size + byte] ?? 0)) >>> 0;
      put(
        x,
        y,
        red?.(pixel) ?? 0,
        green?.(pixel) ?? 0,
        blue?.(pixel) ?? 0,
        hasAlpha ? (alpha?.(pixel) ?? OPAQUE) : OPAQUE,
      );
    }
  }
}

/**
 * Decodes a bitmap. `header` is where its header is, and `start` where its pixels are; by default after the palette. Throws
 * ConversionError `corrupt_document` or `too_complex`.
 */
function decode(bytes: Uint8Array, header: number, start: number | undefined, isIcon: boolean) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { layout, end } = readLayout(view, header, isIcon);
  const { width, height, bits, compression } = layout;
  const content = bytes.subarray(start ?? end);
  const isRuns = compression === RLE8 || compression === RLE4;
  if (isRuns && bits !== (compression === RLE8 ? 8 : 4)) throw corruptImage();
  if (![0, RLE8, RLE4, BITFIELDS, ALPHA_BITFIELDS].includes(compression)) throw corruptImage();
  const needed = isRuns ? 2 : strideOf(width, bits) * height;
  if (content.length < needed) throw corruptImage();
  // Icons of 32 bits have alpha without a mask that says so.
  const masked =
    isIcon && bits === 32 ? { ...layout, masks: [...layout.masks.slice(0, 3), 0xff000000] } : layout;
  const data = new Uint8Array(width * height * 4);
  let seen = 0;
  const put: Put = (x, y, red, green, blue, alpha) => {
    const at = (y * width + x) * 4;
    data[at] = red;
    data[at + 1] = green;
    data[at + 2] = blue;
    data[at + 3] = alpha;
    seen |= alpha;
  };
  if (bits <= 8) readPalettePixels(content, masked, put);
  else readDirectPixels(content, masked, put);
  // Many programs leave the alpha of all pixels 0.
  if (seen === 0) for (let at = 3; at < data.length; at += 4) data[at] = OPAQUE;
  return { pixels: { width, height, data }, bits, mask: content.subarray(needed) };
}

const asCorrupt = <T>(read: () => T): T => {
  try {
    return read();
  } catch (error) {
    // Beyond the end of the file.
    if (error instanceof RangeError) throw corruptImage(error);
    throw error;
  }
};

const FILE_HEADER = 14;

/** Decodes a BMP file. */
export const decodeBmp = (bytes: Uint8Array): Pixels =>
  asCorrupt(() => {
    const start = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(10, true);
    return decode(bytes, FILE_HEADER, start, false).pixels;
  });

/** Decodes a bitmap of an icon, without a file header and with a mask of what is transparent. */
export const decodeIconBitmap = (bytes: Uint8Array): Pixels =>
  asCorrupt(() => {
    const { pixels, bits, mask } = decode(bytes, 0, undefined, true);
    if (bits === 32) return pixels;
    const { width, height, data } = pixels;
    const stride = strideOf(width, 1);
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        const byte = mask[(height - 1 - y) * stride + (x >> 3)] ?? 0;
        if ((byte & (128 >> (x & 7))) !== 0) data[(y * width + x) * 4 + 3] = 0;
      }
    return pixels;
  });
