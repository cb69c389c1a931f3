import { pageSpaceOf } from '../../backends/pdfium/page-space.ts';
import type { PdfiumDocument } from '../../backends/pdfium/pdfium-document.ts';
import { BGR } from '../../backends/pdfium/render-page.ts';
import { loadSharp } from '../../backends/sharp/load-sharp.ts';
import { contentHash } from '../../base/content-hash.ts';
import type { Box } from '../../shared/geometry/box.ts';
import type { DamagedImage } from '../../shared/images/damaged-images.ts';
import { imageFilter, isUndecodable, SMALLEST } from './damaged-images.ts';
import { markReader } from './text-runs/artifacts.ts';
import { objectReader, objectsOnPage, objectTypes, shownBox } from './text-runs/page-objects.ts';

/** An image on a page of a PDF. Pictures with the same content have the same key. */
export interface PagePicture extends Box {
  /** From 1. */
  readonly page: number;
  readonly key: string;
  readonly widthPixels: number;
  readonly heightPixels: number;
  /** JPEG or PNG, of the first picture with its key; undefined for the others, and if it could not be read. */
  readonly bytes: Uint8Array | undefined;
  /** Whether it covers most of its page, as a scan does. */
  readonly isPage: boolean;
  /** Set for the first damaged picture with its key. */
  readonly damage?: DamagedImage | undefined;
  /** See {@link PlacedImage.mark}. */
  readonly mark?: number | undefined;
}

type LoosePicture = Omit<PagePicture, 'bytes'> & {
  readonly bytes: Promise<Uint8Array | undefined> | undefined;
};

/** The images of a page. */
export interface PagePictures {
  readonly pictures: readonly PagePicture[];
  /** Number of images beyond the limit of a page. */
  readonly beyondLimit: number;
}

/** The keys of the images that were read before. */
export type KnownPictures = Set<string>;

/** What is known of a document's images. */
export interface KnownImages {
  readonly known: KnownPictures;
  /** Whether the stored bytes of an image may have a mask. */
  readonly isMasked: (raw: Uint8Array) => boolean;
  /** Whether images have the marks by which the file tags them. */
  readonly needsMarks?: boolean;
  /** Whether the result only names images: a white pixel takes the place of those that would have to be encoded. */
  readonly namesImages?: boolean | undefined;
}

/** A white pixel. */
export const BLANK_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg==',
  'base64',
);

// Maximum pixels of a decoded image: A4 at 600 dpi has 35 million, for which PDFium needs 140 MB.
const MAX_DECODED_PIXELS = 40_000_000;
/** Maximum images read from a page; thousands of small ones are a drawing. */
export const MAX_ON_PAGE = 200;
// Maximum stored bytes of an image.
const MAX_RAW_BYTES = 32 * 1024 * 1024;
// Minimum share of the page that the image of a whole page covers.
const SCAN = 0.8;
// The marker EOI (ITU-T T.81, B.1.1.3), and maximum bytes after its start.
const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);
const MAX_PADDING = 4096;
// FPDFBitmap_GetFormat (public/fpdfview.h).
const GREY = 1;
const OPAQUE = 255;

/** Returns the bytes that a function (object, buffer, bytes) writes of an image. Undefined if there are too many. */
function bytesOf({ fn, readBytes }: PdfiumDocument, name: string, object: number): Uint8Array | undefined {
  const get = fn(name);
  return readBytes(MAX_RAW_BYTES, (buffer, bytes) => get(object, buffer, bytes));
}

/** Returns true for a JPEG that, without a mask, can be used as it is: one that is not in CMYK. */
function isPlainJpeg(document: PdfiumDocument, object: number, raw: Uint8Array): boolean {
  const { fn } = document;
  if (fn('FPDFImageObj_GetImageFilterCount')(object) !== 1) return false;
  return (
    imageFilter(document, object) === 'DCTDecode' &&
    raw[0] === 0xff &&
    raw[1] === 0xd8 &&
    componentsOf(raw) !== 4
  );
}

/** Returns the number of a JPEG's components from its frame header (ITU-T T.81, B.2.2). 0 without a header. */
function componentsOf(jpeg: Uint8Array): number {
  for (let at = 2; at + 9 < jpeg.length; ) {
    if (jpeg[at] !== 0xff) return 0;
    const marker = jpeg[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) return jpeg[at + 9] ?? 0;
    at += 2 + (((jpeg[at + 2] ?? 0) << 8) | (jpeg[at + 3] ?? 0));
  }
  return 0;
}

/** Returns true if a JPEG has an end (EOI), possibly followed by a little padding. */
const hasEnd = (jpeg: Uint8Array): boolean =>
  Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength).lastIndexOf(END_OF_IMAGE) >=
  jpeg.length - MAX_PADDING;

interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3 | 4;
}

/** Decodes an image with its mask, upright and scaled to a size. */
function decode(
  { handle, fn, bytesAt }: PdfiumDocument,
  page: number,
  object: number,
  [width, height]: readonly [number, number],
): Pixels | undefined {
  fn('FPDFImageObj_SetMatrix')(object, width, 0, 0, height, 0, 0);
  const bitmap = fn('FPDFImageObj_GetRenderedBitmap')(handle, page, object);
  if (bitmap === 0) return undefined;
  const [wide, high] = [fn('FPDFBitmap_GetWidth')(bitmap), fn('FPDFBitmap_GetHeight')(bitmap)];
  const stride = fn('FPDFBitmap_GetStride')(bitmap);
  const format = fn('FPDFBitmap_GetFormat')(bitmap);
  const source = bytesAt(fn('FPDFBitmap_GetBuffer')(bitmap), stride * high);
  const bytes = format === GREY ? 1 : format === BGR ? 3 : 4;
  const data = new Uint8Array(wide * high * bytes);
  for (let row = 0; row < high; row += 1)
    data.set(source.subarray(row * stride, row * stride + wide * bytes), row * wide * bytes);
  fn('FPDFBitmap_Destroy')(bitmap);
  if (bytes > 1)
    for (let at = 0; at < data.length; at += bytes) {
      const blue = data[at] ?? 0;
      data[at] = data[at + 2] ?? 0;
      data[at + 2] = blue;
    }
  return { data, width: wide, height: high, channels: bytes };
}

/** Returns true without transparent pixels. */
const isOpaque = ({ data, channels }: Pixels): boolean => {
  for (let at = 3; channels === 4 && at < data.length; at += channels) if (data[at] !== OPAQUE) return false;
  return true;
};

// Maximum samples of a pixel: four inks.
const MAX_SAMPLES = 4;
// Pixels of a side of the image by which masks are compared.
const THUMBNAIL = 32;
// Minimum share of translucent pixels among the visible ones of a gradient or shadow.
const SHADED = 0.5;

/** Returns true if the stored pixels of an image have one colour, so that only its mask has a shape. */
function isOneColour(document: PdfiumDocument, object: number): boolean {
  const { buffer } = bytesOf(document, 'FPDFImageObj_GetImageDataDecoded', object) ?? new Uint8Array();
  const samples = Buffer.from(buffer);
  const isRepeated = (count: number): boolean => samples.subarray(count).equals(samples.subarray(0, -count));
  return samples.length > MAX_SAMPLES && (isRepeated(1) || isRepeated(3) || isRepeated(MAX_SAMPLES));
}

/** Returns true if an image of one colour is a gradient or shadow, not a shape. */
function isShade({ data, channels }: Pixels): boolean {
  let shown = 0;
  let shaded = 0;
  for (let at = 3; channels === 4 && at < data.length; at += channels) {
    const alpha = data[at] ?? 0;
    if (alpha > 0) shown += 1;
    if (alpha > 0 && alpha < OPAQUE) shaded += 1;
  }
  return shaded > shown * SHADED;
}

/** Returns the key of an image's content. Undefined for a gradient or shadow. */
function keyOf(
  document: PdfiumDocument,
  page: number,
  object: number,
  size: readonly [number, number],
  raw: Uint8Array,
  known: KnownPictures,
): string | undefined {
  const key = `${contentHash(raw)} ${size.join(' ')}`;
  // The keys of images of one colour are longer.
  if (known.has(key) || !isOneColour(document, object)) return key;
  const pixels = decode(document, page, object, [THUMBNAIL, THUMBNAIL]);
  if (pixels === undefined) return key;
  return isShade(pixels) ? undefined : `${key} ${contentHash(pixels.data)}`;
}

async function pngOf(pixels: Pixels): Promise<Uint8Array> {
  const { data, width, height, channels } = pixels;
  const sharp = await loadSharp();
  const image = sharp(data, { raw: { width, height, channels } });
  return await (isOpaque(pixels) && channels === 4 ? image.removeAlpha() : image).png().toBuffer();
}

function readPicture(
  document: PdfiumDocument,
  page: number,
  object: number,
  size: readonly [number, number],
  raw: Uint8Array,
  { isMasked, namesImages = false }: KnownImages,
): Promise<Uint8Array | undefined> | undefined {
  const jpeg = isPlainJpeg(document, object, raw) ? Promise.resolve(raw) : undefined;
  if (jpeg !== undefined && !isMasked(raw)) return jpeg;
  if (size[0] * size[1] > MAX_DECODED_PIXELS) return jpeg;
  const isNamed = namesImages && jpeg === undefined;
  const pixels = decode(document, page, object, isNamed ? [1, 1] : size);
  if (pixels === undefined || (jpeg !== undefined && isOpaque(pixels))) return jpeg;
  if (namesImages) return Promise.resolve(BLANK_PNG);
  return pngOf(pixels).catch(() => undefined);
}

const isLargeEnough = ({ fn, scratch, results }: PdfiumDocument, object: number): boolean =>
  fn('FPDFImageObj_GetImagePixelSize')(object, scratch, scratch + 4) !== 0 &&
  Math.min(results().getUint32(0, true), results().getUint32(4, true)) >= SMALLEST;

/**
 * Reads the images on a loaded page, at most 200: JPEG without a mask as it is stored, anything else as PNG. Moves the
 * images, so that the page cannot be drawn afterwards.
 */
export async function picturesOfPage(
  document: PdfiumDocument,
  page: number,
  number: number,
  images: KnownImages,
): Promise<PagePictures> {
  const { fn, scratch, results } = document;
  const { known, needsMarks = false } = images;
  const space = pageSpaceOf(document, page);
  const pictures: LoosePicture[] = [];
  const { boxOf } = objectReader(document);
  const markOf = needsMarks ? markReader(document) : undefined;
  const found = [...objectsOnPage(document, page)]
    .filter(({ type }) => type === objectTypes.image)
    .map((each, at) => ({ ...each, place: { page: number, number: at + 1 } }))
    .filter(({ object }) => isLargeEnough(document, object));
  for (const each of found.slice(0, MAX_ON_PAGE)) {
    const { object, place } = each;
    const box = boxOf(each);
    if (box === undefined) continue;
    fn('FPDFImageObj_GetImagePixelSize')(object, scratch, scratch + 4);
    const size = [results().getUint32(0, true), results().getUint32(4, true)] as const;
    const [widthPixels, heightPixels] = size;
    const raw = bytesOf(document, 'FPDFImageObj_GetImageDataRaw', object);
    if (raw === undefined) continue;
    const key = keyOf(document, page, object, size, raw, known);
    if (key === undefined) continue;
    const isNew = !known.has(key);
    known.add(key);
    // One image at a time is decoded, while the one before it is encoded.
    await pictures.at(-1)?.bytes;
    const isLost = isNew && isUndecodable(document, page, object, imageFilter(document, object));
    const isCut = isNew && isPlainJpeg(document, object, raw) && !hasEnd(raw);
    const damage = isLost || isCut ? { ...place, isCut: !isLost } : undefined;
    const bytes = isNew && !isLost ? readPicture(document, page, object, size, raw, images) : undefined;
    const shown = shownBox(box, space);
    const isPage = shown.width * shown.height > space.width * space.height * SCAN;
    const mark = markOf?.(each);
    pictures.push({ ...shown, page: number, key, widthPixels, heightPixels, bytes, isPage, damage, mark });
  }
  return {
    pictures: await Promise.all(
      pictures.map(async (picture) => ({ ...picture, bytes: await picture.bytes })),
    ),
    beyondLimit: Math.max(0, found.length - MAX_ON_PAGE),
  };
}
