import type { PdfiumDocument } from '../../../backends/pdfium/pdfium-document.ts';
import {
  MAX_OBJECTS,
  type Matrix,
  objectReader,
  objectsOnPage,
  objectTypes,
  type PageBox,
  type PageObject,
} from './page-objects.ts';

// What is drawn on a page besides its text, in drawing order. Boxes are in page space (ISO 32000-1, 8.3.2.3).

/** A filled shape or an image. */
export interface Painted {
  /** Position in drawing order. */
  readonly order: number;
  readonly box: PageBox;
  readonly isImage: boolean;
  /** Whether nothing beneath its box can be seen: an opaque rectangle or image without a clip. */
  readonly covers: boolean;
  /** Whether its colour is white, or nearly. */
  readonly isWhite: boolean;
}

/** A text object. */
export interface DrawnText {
  /** Position in drawing order. */
  readonly order: number;
  readonly box: PageBox;
  /** From the space of the form that it is in to that of the page. */
  readonly matrix: Matrix;
  /** What clip paths leave of the page where it is drawn. */
  readonly clip: PageBox;
}

/** The objects of a page. */
export interface PageScene {
  readonly painted: readonly Painted[];
  /** Text objects by their handles. */
  readonly texts: ReadonlyMap<number, DrawnText>;
  /** Whether all objects are among them. */
  readonly isWhole: boolean;
  /** Area of the page. */
  readonly area: number;
}

// Of 255.
const WHITE = 240;
const OPAQUE = 250;
// Segments of a rectangle's path: a move and three or four lines.
const RECTANGLE_SEGMENTS = [4, 5];
// Points by which corners of a rectangle may differ.
const TOLERANCE = 0.01;

const readersOf = ({ fn }: PdfiumDocument) => ({
  isTransparent: fn('FPDFPageObj_HasTransparency'),
  clipOf: fn('FPDFPageObj_GetClipPath'),
  clipPaths: fn('FPDFClipPath_CountPaths'),
  drawMode: fn('FPDFPath_GetDrawMode'),
  segments: fn('FPDFPath_CountSegments'),
  segment: fn('FPDFPath_GetPathSegment'),
  pointOf: fn('FPDFPathSegment_GetPoint'),
});

/** Reads the fill colour of an object: red, green, blue and alpha of 255; undefined if it is a pattern. */
export function fillColour({ fn, scratch, results }: PdfiumDocument, object: number): number[] | undefined {
  const found = fn('FPDFPageObj_GetFillColor')(object, scratch, scratch + 4, scratch + 8, scratch + 12);
  if (found === 0) return undefined;
  return [0, 4, 8, 12].map((at) => results().getUint32(at, true));
}

/** Whether a colour is white on paper, or nearly. */
export const isWhite = ([red = 0, green = 0, blue = 0]: readonly number[]): boolean =>
  red >= WHITE && green >= WHITE && blue >= WHITE;

/** Reads what is drawn on a page. */
export function sceneOf(document: PdfiumDocument, page: number): PageScene {
  const { fn, scratch, results } = document;
  const readers = readersOf(document);
  const { boxOf, clipOf, matrixOf } = objectReader(document);
  const painted: Painted[] = [];
  const texts = new Map<number, DrawnText>();
  const float = (at: number): number => results().getFloat32(at, true);

  const isClipped = (object: number): boolean => readers.clipPaths(readers.clipOf(object)) > 0;
  const isFilled = (object: number): boolean => {
    const isKnown = readers.drawMode(object, scratch, scratch + 4) !== 0;
    return !isKnown || results().getUint32(0, true) !== 0;
  };
  const isRectangle = (path: number): boolean => {
    const count = readers.segments(path);
    if (!RECTANGLE_SEGMENTS.includes(count)) return false;
    const [a, b, c, d] = matrixOf(path);
    if (Math.min(Math.abs(a) + Math.abs(d), Math.abs(b) + Math.abs(c)) > TOLERANCE) return false;
    const points = Array.from({ length: count }, (_, at) => {
      readers.pointOf(readers.segment(path, at), scratch, scratch + 4);
      return [float(0), float(4)] as const;
    });
    const [corner] = points;
    const isAt = (axis: 0 | 1): boolean => {
      const other = points.find((point) => Math.abs(point[axis] - (corner?.[axis] ?? 0)) > TOLERANCE);
      return points.every((point) =>
        [corner, other].some((edge) => Math.abs(point[axis] - (edge?.[axis] ?? Infinity)) <= TOLERANCE),
      );
    };
    return isAt(0) && isAt(1);
  };
  const add = (found: PageObject): void => {
    const { object, type, order } = found;
    const isPath = type === objectTypes.path;
    if (isPath && !isFilled(object)) return;
    const box = boxOf(found);
    if (box === undefined) return;
    const colour = isPath ? fillColour(document, object) : undefined;
    const isOpaque = type === objectTypes.image || ((colour?.[3] ?? 0) >= OPAQUE && isRectangle(object));
    painted.push({
      order,
      box,
      isImage: type === objectTypes.image,
      covers: isOpaque && readers.isTransparent(object) === 0 && !isClipped(object),
      isWhite: colour !== undefined && isWhite(colour),
    });
  };
  let isWhole = true;
  for (const found of objectsOnPage(document, page)) {
    if (found.type === objectTypes.form || found.order === MAX_OBJECTS) isWhole = false;
    if (found.type === objectTypes.text) {
      const box = boxOf(found);
      if (box !== undefined)
        texts.set(found.object, { order: found.order, box, matrix: found.matrix, clip: clipOf(found) });
    } else if (found.type !== objectTypes.unknown && found.type !== objectTypes.form) add(found);
  }
  const area = fn('FPDF_GetPageWidthF')(page) * fn('FPDF_GetPageHeightF')(page);
  return { painted, texts, isWhole, area };
}
