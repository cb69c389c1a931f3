import type { Inline, TreeImage } from './document-tree.ts';

/** Width and height, in whatever unit. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

function jpegSize(view: DataView): Size | undefined {
  // ITU-T T.81, B.1.1: segments until a start of frame, which tells the size.
  for (let at = 2; at + 9 < view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + Math.max(2, view.getUint16(at + 2));
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
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

function svgSize(bytes: Uint8Array): Size | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(4096, bytes.byteLength)).toString();
  const tag = /<svg[^>]{0,2000}/.exec(head)?.[0] ?? '';
  const length = (name: string): number =>
    Number(new RegExp(`\\s${name}\\s*=\\s*["']([\\d.]{1,8})(?:px)?["']`).exec(tag)?.[1] ?? 0);
  const box = /viewBox\s*=\s*["'][-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]{1,8})[\s,]+([\d.]{1,8})/.exec(tag);
  const size = { width: length('width') || Number(box?.[1]), height: length('height') || Number(box?.[2]) };
  return size.width > 0 && size.height > 0 ? size : undefined;
}

/** The size of a picture in its own pixels, by its bytes; undefined where they don't tell. */
export function pixelSize({ bytes, mimeType, widthPixels, heightPixels }: TreeImage): Size | undefined {
  if (widthPixels !== undefined && heightPixels !== undefined)
    return { width: widthPixels, height: heightPixels };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < 24) return undefined;
  switch (mimeType) {
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
}

const POINTS_PER_PIXEL = 0.75;
// What nothing is known about is as large as a thumb.
const UNKNOWN: Size = { width: 72, height: 72 };

/** The size of a picture on a page, in points: as the document says, else its own; never larger than `room`. */
export function placedSize(placed: Extract<Inline, { kind: 'image' }>, image: TreeImage, room: Size): Size {
  const own = pixelSize(image);
  const isKnown = own !== undefined && own.width > 0 && own.height > 0;
  const natural = isKnown
    ? { width: own.width * POINTS_PER_PIXEL, height: own.height * POINTS_PER_PIXEL }
    : UNKNOWN;
  const { widthPoints, heightPoints } = placed;
  const ratio = natural.height / natural.width;
  const width = widthPoints ?? (heightPoints === undefined ? natural.width : heightPoints / ratio);
  const height = heightPoints ?? width * ratio;
  const scale = Math.min(1, room.width / width, room.height / height);
  return { width: Math.max(1, width * scale), height: Math.max(1, height * scale) };
}
