import type { PageSpace } from '../../../backends/pdfium/page-space.ts';
import type { PdfiumDocument } from '../../../backends/pdfium/pdfium-document.ts';
import { CHANNELS, renderPage } from '../../../backends/pdfium/render-page.ts';
import type { PageBox } from './page-objects.ts';

// Maximum pixels of the longer side of a page image; one for each point.
const MAX_PIXELS = 1500;
// Minimum visible difference of a channel, of 255.
const VISIBLE = 12;

/** Yields the pixels of an image that a box covers, row by row. */
function* pixelRows(box: PageBox, { toShown, width, height }: PageSpace, scale: number) {
  const [one, other] = [toShown(box.left, box.bottom), toShown(box.right, box.top)];
  const edge = (at: number, size: number): number =>
    Math.min(Math.max(0, Math.round(at * scale)), Math.floor(size * scale));
  const left = edge(Math.min(one.x, other.x), width);
  const right = edge(Math.max(one.x, other.x), width);
  const bottom = edge(Math.max(one.y, other.y), height);
  for (let y = edge(Math.min(one.y, other.y), height); y < bottom; y += 1) yield { y, left, right };
}

/** Returns the handles of the texts without which a page looks the same. */
export function textsWithoutTrace(
  document: PdfiumDocument,
  page: number,
  space: PageSpace,
  texts: ReadonlyMap<number, PageBox>,
): ReadonlySet<number> {
  const scale = Math.min(1, MAX_PIXELS / Math.max(space.width, space.height));
  const [width, height] = [Math.ceil(space.width * scale), Math.ceil(space.height * scale)];
  const setActive = document.fn('FPDFPageObj_SetIsActive');
  const draw = (): Uint8Array | undefined =>
    renderPage(document, page, { width, height, hidesAnnotations: true });
  const before = draw();
  for (const text of texts.keys()) setActive(text, 0);
  const after = draw();
  for (const text of texts.keys()) setActive(text, 1);
  if (before === undefined || after === undefined) return new Set();
  const isSame = (box: PageBox): boolean => {
    for (const { y, left, right } of pixelRows(box, space, scale))
      for (let at = (y * width + left) * CHANNELS; at < (y * width + right) * CHANNELS; at += 1)
        if (Math.abs((before[at] ?? 0) - (after[at] ?? 0)) > VISIBLE) return false;
    return true;
  };
  return new Set([...texts].filter(([, box]) => isSame(box)).map(([handle]) => handle));
}
