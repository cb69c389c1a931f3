import { withPdfium } from '../../../backends/pdfium/pdfium-file.ts';
import { corruptImage, tooManyPixels } from '../../../backends/sharp/image-errors.ts';
import type { Pixels } from './decode-bitmap.ts';

// PDFium decodes JPEG 2000 only inside of a PDF, so one is written around the image.

// Pixels; PDFium needs some twenty bytes for each.
const MAX_PIXELS = 36_000_000;
// A codestream starts with the markers SOC and SIZ (ISO 15444-1, A.4.1 and A.5.1).
const CODESTREAM = Buffer.from([0xff, 0x4f, 0xff, 0x51]);

// Of the markers and what is read of them.
const SIZ_BYTES = 42;

// public/fpdfview.h: formats of bitmaps, and the bytes of a pixel of each.
const GREY = 1;
const BGRA = 4;
const OPAQUE = 255;
const pixelBytes: Readonly<Record<number, number>> = { 1: 1, 2: 3, 3: 4, 4: 4 };

interface Header {
  readonly width: number;
  readonly height: number;
  /** Of a codestream without a file around it; a JP2 file says it itself. */
  readonly colours: string;
}

/** Checks every codestream: any box may contain one, and only the decoder decides which one it reads. */
function readHeader(bytes: Buffer): Header {
  let header: Header | undefined;
  for (let at = bytes.indexOf(CODESTREAM); at >= 0; at = bytes.indexOf(CODESTREAM, at + 1)) {
    const found = headerAt(bytes, at);
    if (header === undefined || found.width * found.height > header.width * header.height) header = found;
  }
  if (header === undefined) throw corruptImage();
  return header;
}

function headerAt(bytes: Buffer, at: number): Header {
  if (at + SIZ_BYTES > bytes.length) throw corruptImage();
  const field = (offset: number): number => bytes.readUInt32BE(at + offset);
  const size = { width: field(8) - field(16), height: field(12) - field(20) };
  if (size.width <= 0 || size.height <= 0) throw corruptImage();
  if (size.width * size.height > MAX_PIXELS) throw tooManyPixels(size.width, size.height, MAX_PIXELS);
  const space = bytes.readUInt16BE(at + 40) < 3 ? 'DeviceGray' : 'DeviceRGB';
  return { ...size, colours: at === 0 ? `/ColorSpace/${space}` : '' };
}

function wrap(image: Buffer, { width, height, colours }: Header): Buffer {
  const head = `%PDF-1.7
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Resources<</XObject<</I 5 0 R>>>>/Contents 4 0 R>>endobj
4 0 obj<</Length 28>>stream
q 100 0 0 100 0 0 cm /I Do Q
endstream endobj
5 0 obj<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/Filter/JPXDecode${colours}/Length ${image.length}>>stream
`;
  const tail = '\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';
  return Buffer.concat([Buffer.from(head, 'latin1'), image, Buffer.from(tail, 'latin1')]);
}

/** Decodes JPEG 2000, a JP2 file or a codestream. Throws ConversionError `corrupt_document` or `too_complex`. */
export async function decodeJpeg2000(input: Uint8Array): Promise<Pixels> {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  const pdf = wrap(bytes, readHeader(bytes));
  const pixels = await withPdfium(pdf, undefined, ({ fn, handle, bytesAt }): Pixels | undefined => {
    const page = fn('FPDF_LoadPage')(handle, 0);
    const object = page === 0 ? 0 : fn('FPDFPage_GetObject')(page, 0);
    const bitmap = object === 0 ? 0 : fn('FPDFImageObj_GetBitmap')(object);
    if (bitmap === 0) return undefined;
    const [width, height, stride, format] = ['Width', 'Height', 'Stride', 'Format'].map((name) =>
      fn(`FPDFBitmap_Get${name}`)(bitmap),
    ) as [number, number, number, number];
    const size = pixelBytes[format] ?? 4;
    const source = bytesAt(fn('FPDFBitmap_GetBuffer')(bitmap), stride * height);
    const data = new Uint8Array(width * height * 4);
    const [green, red] = format === GREY ? [0, 0] : [1, 2];
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        const from = y * stride + x * size;
        const to = (y * width + x) * 4;
        data[to] = source[from + red] ?? 0;
        data[to + 1] = source[from + green] ?? 0;
        data[to + 2] = source[from] ?? 0;
        data[to + 3] = format === BGRA ? (source[from + 3] ?? 0) : OPAQUE;
      }
    fn('FPDFBitmap_Destroy')(bitmap);
    fn('FPDF_ClosePage')(page);
    return { width, height, data };
  });
  if (pixels === undefined) throw corruptImage();
  return pixels;
}
