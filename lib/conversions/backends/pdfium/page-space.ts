import type { PdfiumDocument } from './pdfium-library.ts';

/** A point, from the top left. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** A page as it is shown, and how points of its own space (ISO 32000-1, 8.3.2.3) lie on it. */
export interface PageSpace {
  /** As shown, in points. */
  readonly width: number;
  readonly height: number;
  /** Quarter turns clockwise, 0 to 3. */
  readonly turns: number;
  /** From the page's own space to points from the shown page's top left. */
  readonly toShown: (x: number, y: number) => Point;
}

/** A point of a page that is turned back by quarter turns, so that what was turned on it stands upright. */
export function turnBack(point: Point, turns: number, width: number, height: number): Point {
  switch (turns) {
    case 1:
      return { x: point.y, y: width - point.x };
    case 2:
      return { x: width - point.x, y: height - point.y };
    case 3:
      return { x: height - point.y, y: point.x };
    default:
      return point;
  }
}

/** The space of an opened page. */
export function pageSpaceOf({ fn, scratch, view }: PdfiumDocument, page: number): PageSpace {
  const width = fn('FPDF_GetPageWidthF')(page);
  const height = fn('FPDF_GetPageHeightF')(page);
  const turns = fn('FPDFPage_GetRotation')(page) & 3;
  const hasBox = ['FPDFPage_GetCropBox', 'FPDFPage_GetMediaBox'].some(
    (name) => fn(name)(page, scratch, scratch + 4, scratch + 8, scratch + 12) !== 0,
  );
  const left = hasBox ? view().getFloat32(scratch, true) : 0;
  const bottom = hasBox ? view().getFloat32(scratch + 4, true) : 0;
  const ownWidth = turns % 2 === 1 ? height : width;
  const ownHeight = turns % 2 === 1 ? width : height;
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
