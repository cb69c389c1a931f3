import { nameTable } from '../base/name-table.ts';
import type { Inline, TreeImage } from './document-tree.ts';

/** Width and height, in any unit. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Reads a JPEG's size from its first start-of-frame marker (ITU-T T.81, B.2.2). */
function jpegSize(view: DataView): Size | undefined {
  let at = 2;
  while (at + 9 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

function webpSize(view: DataView): Size | undefined {
  if (view.byteLength < 30) return undefined;
  const kind = view.getUint32(12);
  const uint24 = (at: number): number => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
  // RFC 9649: `VP8X`, `VP8L` and `VP8 `.
  if (kind === 0x56503858) return { width: uint24(24) + 1, height: uint24(27) + 1 };
  if (kind === 0x5650384c) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  if (kind !== 0x56503820) return undefined;
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

const SVG_LENGTH = /^\s*(\d+(?:\.\d+)?)(px|pt|mm|cm|in)?\s*$/;
const pixelsPer: Readonly<Record<string, number>> = nameTable({
  px: 1,
  pt: 4 / 3,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
});

function svgSize(bytes: Uint8Array): Size | undefined {
  const root = /<svg\b[^<>]*>/.exec(Buffer.from(bytes.subarray(0, 20_000)).toString('utf8'))?.[0] ?? '';
  const length = (name: string): number | undefined => {
    const value = new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(root)?.[1] ?? '';
    const [, number, unit = 'px'] = SVG_LENGTH.exec(value) ?? [];
    return number === undefined ? undefined : Number(number) * (pixelsPer[unit] ?? 1);
  };
  const box = /\sviewBox\s*=\s*["']([^"']*)["']/
    .exec(root)?.[1]
    ?.trim()
    .split(/[\s,]+/)
    .map(Number);
  const [, , boxWidth = 300, boxHeight = 150] = box ?? [];
  const ratio = boxHeight / boxWidth;
  const width = length('width');
  const height = length('height');
  if (width !== undefined) return { width, height: height ?? width * ratio };
  if (height !== undefined) return { width: height / ratio, height };
  return { width: boxWidth, height: boxHeight };
}

/** Reads an image's size in pixels as browsers display it; undefined if the bytes do not contain it. */
export function imageSize(bytes: Uint8Array, type: TreeImage['mime_type']): Size | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    switch (type) {
      case 'image/png':
        return { width: view.getUint32(16), height: view.getUint32(20) };
      case 'image/gif':
        return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
      case 'image/jpeg':
        return jpegSize(view);
      case 'image/webp':
        return webpSize(view);
      case 'image/svg+xml':
        return svgSize(bytes);
    }
  } catch (error) {
    // Truncated before the size.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const POINTS_PER_PIXEL = 0.75;
// Default for images of unknown size: one inch.
const UNKNOWN: Size = { width: 72, height: 72 };

/** Returns the size of an image on a page in points: as placed, else its own size; at most `room`. */
export function placedSize(placed: Extract<Inline, { kind: 'image' }>, image: TreeImage, room: Size): Size {
  const own = imageSize(image.bytes, image.mime_type);
  const isKnown = own !== undefined && own.width > 0 && own.height > 0;
  const natural = isKnown
    ? { width: own.width * POINTS_PER_PIXEL, height: own.height * POINTS_PER_PIXEL }
    : UNKNOWN;
  const ratio = natural.height / natural.width;
  const width = placed.width ?? (placed.height === undefined ? natural.width : placed.height / ratio);
  const height = placed.height ?? width * ratio;
  const scale = Math.min(1, room.width / width, room.height / height);
  return { width: Math.max(1, width * scale), height: Math.max(1, height * scale) };
}
