import { ConversionError } from '../../errors.ts';
import type { DocumentTree, TreeImage } from '../documents/document-tree.ts';
import { pictureType } from '../documents/picture-store.ts';
import { imageExtensions } from '../documents/tree-images.ts';
import { loadSharp } from '../images/load-sharp.ts';
import { checkPictures } from '../svg/embedded-pictures.ts';
import { safeSvg } from '../svg/safe-svg.ts';
import type { VirtualFile } from '../text/typst-compiler.ts';

/** A picture that can be set. Lengths in points. */
export interface SettableImage {
  readonly file: VirtualFile;
  readonly width: number;
  readonly height: number;
}

// A pixel is one of 96 to the inch (CSS Values 4, 6.2).
const POINTS_PER_PIXEL = 0.75;
// A decoded pixel takes 4 bytes twice: 40 million are 320 MB of a worker's 3 GB, and all of a document's are kept.
const MAX_PIXELS = 40_000_000;
const MAX_PIXELS_IN_ALL = 150_000_000;

// Drawings of this size are maps, and take seconds each.
const MAX_SVG_BYTES = 8_000_000;

interface PixelSize {
  readonly width: number;
  readonly height: number;
}

const isSize = ({ width, height }: PixelSize): boolean =>
  width > 0 && height > 0 && Number.isFinite(width) && Number.isFinite(height);

/** Where the size of a JPEG stands: in its first start of a frame (ITU-T T.81, B.2.2). */
function jpegSize(view: DataView): PixelSize | undefined {
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

/** The canvas of a WebP (RFC 9649, 2.5 to 2.7). */
function webpSize(view: DataView): PixelSize | undefined {
  if (view.byteLength < 30) return undefined;
  switch (String.fromCharCode(view.getUint8(12), view.getUint8(13), view.getUint8(14), view.getUint8(15))) {
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return {
        width: (view.getUint32(24, true) & 0xffffff) + 1,
        height: ((view.getUint32(27, true) >>> 0) & 0xffffff) + 1,
      };
    default:
      return undefined;
  }
}

const SVG_LENGTH = /^\s*(\d+(?:\.\d+)?)(px|pt|mm|cm|in)?\s*$/;
const pixelsPer: Readonly<Record<string, number>> = {
  px: 1,
  pt: 4 / 3,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
};

function svgSize(bytes: Uint8Array): PixelSize | undefined {
  const root = /<svg\b[^>]*>/.exec(Buffer.from(bytes.subarray(0, 20_000)).toString('utf8'))?.[0] ?? '';
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

function pixelSize(bytes: Uint8Array, type: TreeImage['mimeType']): PixelSize | undefined {
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
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The picture as it may be set: a drawing without what lies outside of it; undefined where it is none or does too much. */
async function safeBytes(
  bytes: Uint8Array,
  type: TreeImage['mimeType'],
  warnings: Set<string>,
): Promise<Uint8Array | undefined> {
  if (type !== 'image/svg+xml') return bytes;
  if (bytes.length > MAX_SVG_BYTES) return undefined;
  try {
    const { svg, pictures, warnings: told } = await safeSvg(bytes);
    for (const warning of told) warnings.add(warning);
    if (pictures.length > 0) await checkPictures(await loadSharp(), pictures);
    return Buffer.from(svg);
  } catch (error) {
    if (error instanceof ConversionError) return undefined;
    throw error;
  }
}

/** The pictures of a document, by their index; undefined where one can't be set. */
export interface DocumentImages {
  readonly images: readonly (SettableImage | undefined)[];
  readonly warnings: readonly string[];
}

/** Reads what kind and size the pictures are of. Nothing but drawings is decoded here. */
export async function documentImages({ images }: Pick<DocumentTree, 'images'>): Promise<DocumentImages> {
  let broken = 0;
  let large = 0;
  let pixels = 0;
  const settable: (SettableImage | undefined)[] = [];
  // Many drawings have the same to tell.
  const ofDrawings = new Set<string>();
  for (const [index, image] of images.entries()) {
    const type = pictureType(image.bytes);
    const bytes = type === undefined ? undefined : await safeBytes(image.bytes, type, ofDrawings);
    const size = type === undefined || bytes === undefined ? undefined : pixelSize(bytes, type);
    if (type === undefined || bytes === undefined || size === undefined || !isSize(size)) {
      broken += 1;
      settable.push(undefined);
      continue;
    }
    const count = type === 'image/svg+xml' ? 0 : size.width * size.height;
    if (count > MAX_PIXELS || pixels + count > MAX_PIXELS_IN_ALL) {
      large += 1;
      settable.push(undefined);
      continue;
    }
    pixels += count;
    const [width, height] = [size.width * POINTS_PER_PIXEL, size.height * POINTS_PER_PIXEL];
    settable.push({ file: { name: `image-${index}.${imageExtensions[type]}`, bytes }, width, height });
  }
  const warnings = [
    ...ofDrawings,
    ...(broken > 0 ? [brokenImagesWarning(broken)] : []),
    ...(large > 0
      ? [
          `Pictures of more than ${MAX_PIXELS} pixels, or ${MAX_PIXELS_IN_ALL} in all, were left out: ${large}. Make them smaller.`,
        ]
      : []),
  ];
  return { images: settable, warnings };
}

/** What the client is told about pictures that could not be read. */
export const brokenImagesWarning = (count: number): string =>
  `Pictures that can't be read were left out, and their alternative text stands in their place: ${count}.`;
