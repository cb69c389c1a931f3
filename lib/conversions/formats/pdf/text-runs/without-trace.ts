import type { PageSpace } from '../../../backends/pdfium/page-space.ts';
import type { PdfiumDocument } from '../../../backends/pdfium/pdfium-document.ts';
import type { PageBox } from './page-objects.ts';
import type { DrawnText } from './page-scene.ts';

// Pixels of the longer side of a page's picture, at most; one for each point.
const MAX_PIXELS = 1500;
const CHANNELS = 4;
// Difference of a channel, of 255, that an eye may see.
const VISIBLE = 12;

/** The pixels of a picture that a box covers, row by row. */
function* pixelRows(box: PageBox, { toShown, width, height }: PageSpace, scale: number) {
  const [one, other] = [toShown(box.left, box.bottom), toShown(box.right, box.top)];
  const edge = (at: number, size: number): number =>
    Math.min(Math.max(0, Math.round(at * scale)), Math.floor(size * scale));
  const left = edge(Math.min(one.x, other.x), width);
  const right = edge(Math.max(one.x, other.x), width);
  const bottom = edge(Math.max(one.y, other.y), height);
  for (let y = edge(Math.min(one.y, other.y), height); y < bottom; y += 1) yield { y, left, right };
}

/** Draws a page; undefined if there is no memory for it. */
function draw(
  { fn, bytesAt }: PdfiumDocument,
  page: number,
  width: number,
  height: number,
): Uint8Array | undefined {
  const bitmap = fn('FPDFBitmap_Create')(width, height, 0);
  if (bitmap === 0) return undefined;
  fn('FPDFBitmap_FillRect')(bitmap, 0, 0, width, height, 0xff_ff_ff_ff);
  fn('FPDF_RenderPageBitmap')(bitmap, page, 0, 0, width, height, 0, 0);
  const pixels = bytesAt(fn('FPDFBitmap_GetBuffer')(bitmap), width * height * CHANNELS);
  fn('FPDFBitmap_Destroy')(bitmap);
  return pixels;
}

/** The texts, by their handles, without which a page looks the same. */
export function textsWithoutTrace(
  document: PdfiumDocument,
  page: number,
  space: PageSpace,
  texts: ReadonlyMap<number, DrawnText>,
): ReadonlySet<number> {
  const scale = Math.min(1, MAX_PIXELS / Math.max(space.width, space.height));
  const [width, height] = [Math.ceil(space.width * scale), Math.ceil(space.height * scale)];
  const setActive = document.fn('FPDFPageObj_SetIsActive');
  const before = draw(document, page, width, height);
  for (const text of texts.keys()) setActive(text, 0);
  const after = draw(document, page, width, height);
  for (const text of texts.keys()) setActive(text, 1);
  if (before === undefined || after === undefined) return new Set();
  const isSame = ({ box }: DrawnText): boolean => {
    for (const { y, left, right } of pixelRows(box, space, scale))
      for (let at = (y * width + left) * CHANNELS; at < (y * width + right) * CHANNELS; at += 1)
        if (Math.abs((before[at] ?? 0) - (after[at] ?? 0)) > VISIBLE) return false;
    return true;
  };
  return new Set([...texts].filter(([, text]) => isSame(text)).map(([handle]) => handle));
}
