import { pageSpaceOf } from '../../backends/pdfium/page-space.ts';
import type { PageSize } from '../../backends/pdfium/pages.ts';
import { type PdfiumDocument, readText } from '../../backends/pdfium/pdfium-document.ts';
import { CHANNELS } from '../../backends/pdfium/render-page.ts';
import { maxOf } from '../../base/arrays.ts';
import type { DamagedImage } from '../../shared/images/damaged-images.ts';
import { objectReader, objectsOnPage, objectTypes } from './text-runs/page-objects.ts';

/** Maximum images examined on a page. */
const MAX_EXAMINED = 200;
/** Minimum pixels of a side; smaller images are rules, bullets and parts of gradients. */
export const SMALLEST = 8;
// Samples in each direction, and minimum colours of a photo.
const SAMPLES = 16;
// Minimum share of samples of one colour where an image may be missing: there may be text on it.
const BLANK = 0.9;
// Position of the last row in an image, whose y axis grows upwards from 0 to 1.
const LAST_ROW = 0.005;
// PDFium leaves the rows of a JPEG that it could not decode in this grey.
const UNDECODED = 0x80_80_80;
// Offset of `bits_per_pixel` in FPDF_IMAGEOBJ_METADATA (public/fpdf_edit.h).
const DEPTH_AT = 16;

/** Returns the name of an image's last filter, which is its format. */
export function imageFilter(document: PdfiumDocument, object: number): string {
  const { fn } = document;
  const last = fn('FPDFImageObj_GetImageFilterCount')(object) - 1;
  const get = fn('FPDFImageObj_GetImageFilter');
  return last < 0 ? '' : readText(document, 'utf-8', (buffer, bytes) => get(object, last, buffer, bytes));
}

// For these, PDFium decodes the whole image to find out whether it can.
const SLOW = ['JPXDecode', 'JBIG2Decode'];

/** Returns true if PDFium cannot decode an image at all. */
export function isUndecodable(
  { fn, scratch, results }: PdfiumDocument,
  page: number,
  object: number,
  filter: string,
): boolean {
  if (filter !== 'JBIG2Decode') {
    const hasMetadata = fn('FPDFImageObj_GetImageMetadata')(object, page, scratch) !== 0;
    return hasMetadata && results().getUint32(DEPTH_AT, true) === 0;
  }
  const bitmap = fn('FPDFImageObj_GetBitmap')(object);
  if (bitmap !== 0) fn('FPDFBitmap_Destroy')(bitmap);
  return bitmap === 0;
}

/**
 * Finds the damaged images of a page that has been drawn. PDFium leaves them out without an error. Formats that would have to be
 * decoded again are examined only where most of the drawn page has one colour.
 */
export function damagedImages(
  document: PdfiumDocument,
  page: number,
  { page: pageNumber, width, height }: PageSize,
  rgb: Uint8Array,
): DamagedImage[] {
  const { fn, scratch, results } = document;
  const { matrixOf } = objectReader(document);
  const getSize = fn('FPDFImageObj_GetImagePixelSize');
  const space = pageSpaceOf(document, page);
  const damaged: DamagedImage[] = [];
  let number = 0;
  for (const { type, object, matrix } of objectsOnPage(document, page)) {
    if (type !== objectTypes.image) continue;
    number += 1;
    if (number > MAX_EXAMINED) break;
    const hasSize = getSize(object, scratch, scratch + 4) !== 0;
    if (hasSize && Math.min(results().getUint32(0, true), results().getUint32(4, true)) < SMALLEST) continue;
    const [a, b, c, d, e, f] = matrixOf(object, matrix);
    /** The drawn colours at points of a row of the image. */
    const coloursAt = (v: number): number[] =>
      Array.from({ length: SAMPLES }, (_, at) => (at + 0.5) / SAMPLES).flatMap((u) => {
        const shown = space.toShown(a * u + c * v + e, b * u + d * v + f);
        const x = Math.floor((shown.x * width) / space.width);
        const y = Math.floor((shown.y * height) / space.height);
        if (!(x >= 0 && x < width && y >= 0 && y < height)) return [];
        const pixel = (y * width + x) * CHANNELS;
        return [((rgb[pixel] ?? 0) << 16) | ((rgb[pixel + 1] ?? 0) << 8) | (rgb[pixel + 2] ?? 0)];
      });
    const counts = new Map<number, number>();
    for (let row = 0; row < SAMPLES; row += 1)
      for (const colour of coloursAt((row + 0.5) / SAMPLES))
        counts.set(colour, (counts.get(colour) ?? 0) + 1);
    const filter = imageFilter(document, object);
    const isSuspicious = !SLOW.includes(filter) || maxOf(counts.values()) >= BLANK * SAMPLES ** 2;
    const isLost = isSuspicious && isUndecodable(document, page, object, filter);
    const lastRow = coloursAt(LAST_ROW);
    const isCut =
      filter === 'DCTDecode' &&
      counts.size >= SAMPLES &&
      lastRow.length === SAMPLES &&
      lastRow.every((colour) => colour === UNDECODED);
    if (isLost || isCut) damaged.push({ page: pageNumber, number, isCut });
  }
  return damaged;
}
