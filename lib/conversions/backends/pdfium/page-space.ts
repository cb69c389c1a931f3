import type { PdfiumDocument } from './pdfium-document.ts';

/** A point, from the top left. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** A displayed page and its coordinate transform (ISO 32000-1, 8.3.2.3). */
export interface PageSpace {
  /** Displayed size in points. */
  readonly width: number;
  readonly height: number;
  /** Clockwise quarter turns, 0 to 3. */
  readonly turns: number;
  /** Converts page coordinates to points from the displayed page's top left. */
  readonly toShown: (x: number, y: number) => Point;
}

/** Returns the coordinate space of a loaded page. */
export function pageSpaceOf({ fn, scratch, results }: PdfiumDocument, page: number): PageSpace {
  const width = fn('FPDF_GetPageWidthF')(page);
  const height = fn('FPDF_GetPageHeightF')(page);
  const turns = fn('FPDFPage_GetRotation')(page) & 3;
  const hasBox = ['FPDFPage_GetCropBox', 'FPDFPage_GetMediaBox'].some(
    (name) => fn(name)(page, scratch, scratch + 4, scratch + 8, scratch + 12) !== 0,
  );
  const left = hasBox ? results().getFloat32(0, true) : 0;
  const bottom = hasBox ? results().getFloat32(4, true) : 0;
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
