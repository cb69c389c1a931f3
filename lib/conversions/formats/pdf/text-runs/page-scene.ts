import type { PdfiumDocument } from '../../../backends/pdfium/pdfium-library.ts';
import { maxOf, minOf } from '../../../base/arrays.ts';

// What is drawn on a page besides its text, in drawing order. Boxes are in page space (ISO 32000-1, 8.3.2.3).

/** Edges in page space, where y grows upwards. */
export interface PageBox {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

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
}

/** The objects of a page. */
export interface PageScene {
  readonly painted: readonly Painted[];
  /** Text objects by their handles. */
  readonly texts: ReadonlyMap<number, DrawnText>;
  /** Area of the page. */
  readonly area: number;
}

// public/fpdf_edit.h
const TEXT = 1;
const PATH = 2;
const IMAGE = 3;
const SHADING = 4;
const FORM = 5;

// Objects of a page that are looked at, each text against each shape, and levels of forms in forms. What a page has beyond
// them covers nothing.
const MAX_OBJECTS = 8000;
const MAX_LEVELS = 8;
// Of 255.
const WHITE = 240;
const OPAQUE = 250;
// Segments of a rectangle's path: a move and three or four lines.
const RECTANGLE_SEGMENTS = [4, 5];
// Points by which corners of a rectangle may differ.
const TOLERANCE = 0.01;

/** a, b, c, d, e, f of ISO 32000-1, 8.3.3. */
type Matrix = readonly [number, number, number, number, number, number];

const identity: Matrix = [1, 0, 0, 1, 0, 0];

const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + b * i,
  a * h + b * j,
  c * g + d * i,
  c * h + d * j,
  e * g + f * i + k,
  e * h + f * j + l,
];

const transformed = ([a, b, c, d, e, f]: Matrix, { left, bottom, right, top }: PageBox): PageBox => {
  const xs = [left * a + bottom * c, left * a + top * c, right * a + bottom * c, right * a + top * c];
  const ys = [left * b + bottom * d, left * b + top * d, right * b + bottom * d, right * b + top * d];
  return {
    left: minOf(xs) + e,
    bottom: minOf(ys) + f,
    right: maxOf(xs) + e,
    top: maxOf(ys) + f,
  };
};

const readersOf = ({ fn }: PdfiumDocument) => ({
  typeOf: fn('FPDFPageObj_GetType'),
  boundsOf: fn('FPDFPageObj_GetBounds'),
  matrixOf: fn('FPDFPageObj_GetMatrix'),
  isTransparent: fn('FPDFPageObj_HasTransparency'),
  clipOf: fn('FPDFPageObj_GetClipPath'),
  clipPaths: fn('FPDFClipPath_CountPaths'),
  drawMode: fn('FPDFPath_GetDrawMode'),
  segments: fn('FPDFPath_CountSegments'),
  segment: fn('FPDFPath_GetPathSegment'),
  pointOf: fn('FPDFPathSegment_GetPoint'),
  formObjects: fn('FPDFFormObj_CountObjects'),
  formObject: fn('FPDFFormObj_GetObject'),
});

/** Reads the fill colour of an object: red, green, blue and alpha of 255; undefined if it is a pattern. */
export function fillColour({ fn, scratch, view }: PdfiumDocument, object: number): number[] | undefined {
  const found = fn('FPDFPageObj_GetFillColor')(object, scratch, scratch + 4, scratch + 8, scratch + 12);
  if (found === 0) return undefined;
  return [0, 4, 8, 12].map((at) => view().getUint32(scratch + at, true));
}

/** Whether a colour is white on paper, or nearly. */
export const isWhite = ([red = 0, green = 0, blue = 0]: readonly number[]): boolean =>
  red >= WHITE && green >= WHITE && blue >= WHITE;

/** Reads what is drawn on a page. */
export function sceneOf(document: PdfiumDocument, page: number): PageScene {
  const { fn, scratch, view } = document;
  const readers = readersOf(document);
  const painted: Painted[] = [];
  const texts = new Map<number, DrawnText>();
  let order = 0;
  const float = (at: number): number => view().getFloat32(scratch + at, true);

  const boundsIn = (object: number, matrix: Matrix): PageBox | undefined => {
    if (readers.boundsOf(object, scratch, scratch + 4, scratch + 8, scratch + 12) === 0) return undefined;
    return transformed(matrix, { left: float(0), bottom: float(4), right: float(8), top: float(12) });
  };
  const isClipped = (object: number): boolean => readers.clipPaths(readers.clipOf(object)) > 0;
  const isFilled = (object: number): boolean => {
    const isKnown = readers.drawMode(object, scratch, scratch + 4) !== 0;
    return !isKnown || view().getUint32(scratch, true) !== 0;
  };
  const matrixIn = (object: number): Matrix => {
    if (readers.matrixOf(object, scratch) === 0) return identity;
    return [float(0), float(4), float(8), float(12), float(16), float(20)];
  };
  const isRectangle = (path: number): boolean => {
    const count = readers.segments(path);
    const [a, b, c, d] = matrixIn(path);
    const isTurned = Math.min(Math.abs(a) + Math.abs(d), Math.abs(b) + Math.abs(c)) > TOLERANCE;
    if (isTurned || !RECTANGLE_SEGMENTS.includes(count)) return false;
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
  const add = (object: number, type: number, matrix: Matrix): void => {
    const isPath = type === PATH;
    if (isPath && !isFilled(object)) return;
    const box = boundsIn(object, matrix);
    if (box === undefined) return;
    const colour = isPath ? fillColour(document, object) : undefined;
    const isOpaque = type === IMAGE || ((colour?.[3] ?? 0) >= OPAQUE && isRectangle(object));
    painted.push({
      order,
      box,
      isImage: type === IMAGE,
      covers: isOpaque && readers.isTransparent(object) === 0 && !isClipped(object),
      isWhite: colour !== undefined && isWhite(colour),
    });
  };
  const readObjects = (
    count: number,
    objectAt: (index: number) => number,
    matrix: Matrix,
    level: number,
  ): void => {
    for (let index = 0; index < count && order < MAX_OBJECTS; index += 1) {
      const object = objectAt(index);
      const type = readers.typeOf(object);
      order += 1;
      if (type === TEXT) {
        const box = boundsIn(object, matrix);
        if (box !== undefined) texts.set(object, { order, box });
      } else if (type === PATH || type === IMAGE || type === SHADING) add(object, type, matrix);
      else if (type === FORM && level < MAX_LEVELS) {
        readObjects(
          readers.formObjects(object),
          (at) => readers.formObject(object, at),
          times(matrixIn(object), matrix),
          level + 1,
        );
      }
    }
  };
  const getObject = fn('FPDFPage_GetObject');
  readObjects(fn('FPDFPage_CountObjects')(page), (index) => getObject(page, index), identity, 0);
  return { painted, texts, area: fn('FPDF_GetPageWidthF')(page) * fn('FPDF_GetPageHeightF')(page) };
}
