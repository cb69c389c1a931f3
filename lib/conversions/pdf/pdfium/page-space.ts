import type { PdfiumDocument } from './pdfium-library.ts';

/** How points of a page's own space (ISO 32000-1, 8.3.2.3) lie on the page as it is shown. */
export interface PageSpace {
  /** As shown, in points. */
  readonly width: number;
  readonly height: number;
  /** Quarter turns clockwise, 0 to 3. */
  readonly turns: number;
  /** From the page's space to points from the shown page's top left. */
  readonly toShown: (x: number, y: number) => { readonly x: number; readonly y: number };
}

/** The space of an opened page. */
export function pageSpaceOf({ fn, scratch, view }: PdfiumDocument, page: number): PageSpace {
  const width = fn('FPDF_GetPageWidthF')(page);
  const height = fn('FPDF_GetPageHeightF')(page);
  const turns = fn('FPDFPage_GetRotation')(page) & 3;
  const box = ['FPDFPage_GetCropBox', 'FPDFPage_GetMediaBox'].find(
    (name) => fn(name)(page, scratch, scratch + 4, scratch + 8, scratch + 12) !== 0,
  );
  const memory = view();
  const left = box === undefined ? 0 : memory.getFloat32(scratch, true);
  const bottom = box === undefined ? 0 : memory.getFloat32(scratch + 4, true);
  const isTurned = turns % 2 === 1;
  const ownWidth = isTurned ? height : width;
  const ownHeight = isTurned ? width : height;
  return {
    width,
    height,
    turns,
    toShown: (px, py) => {
      const x = px - left;
      const y = py - bottom;
      switch (turns) {
        case 1:
          return { x: y, y: x };
        case 2:
          return { x: ownWidth - x, y };
        case 3:
          return { x: ownHeight - y, y: ownWidth - x };
        default:
          return { x, y: ownHeight - y };
      }
    },
  };
}
