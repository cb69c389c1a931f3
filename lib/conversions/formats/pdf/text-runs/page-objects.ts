import type { PdfiumDocument } from '../../../backends/pdfium/pdfium-library.ts';
import { maxOf, minOf } from '../../../base/arrays.ts';

/** Edges in page space, where y grows upwards. */
export interface PageBox {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** Types of page objects (public/fpdf_edit.h). */
export const objectTypes = { unknown: 0, text: 1, path: 2, image: 3, shading: 4, form: 5 } as const;

/** Objects of a page that are looked at. */
export const MAX_OBJECTS = 8000;
// Levels of forms in forms.
const MAX_LEVELS = 8;

/** a, b, c, d, e, f of ISO 32000-1, 8.3.3. */
export type Matrix = readonly [number, number, number, number, number, number];

const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** The matrix that applies one and then another. */
export const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
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

/** An object of a page. */
export interface PageObject {
  /** Its handle. */
  readonly object: number;
  readonly type: number;
  /** Position in drawing order, from 1. */
  readonly order: number;
  /** From the space of the form that it is in to that of the page. */
  readonly matrix: Matrix;
  /** The clip of the forms that it is in. */
  readonly clip: PageBox;
}

/** Reads the matrix of an object. */
export function matrixOf({ fn, scratch, view }: PdfiumDocument, object: number): Matrix {
  if (fn('FPDFPageObj_GetMatrix')(object, scratch) === 0) return identity;
  const float = (at: number): number => view().getFloat32(scratch + at, true);
  return [float(0), float(4), float(8), float(12), float(16), float(20)];
}

/** Reads the box of an object on its page; undefined if it has none. */
export function boxOnPage(
  { fn, scratch, view }: PdfiumDocument,
  { object, matrix }: PageObject,
): PageBox | undefined {
  if (fn('FPDFPageObj_GetBounds')(object, scratch, scratch + 4, scratch + 8, scratch + 12) === 0)
    return undefined;
  const float = (at: number): number => view().getFloat32(scratch + at, true);
  return transformed(matrix, { left: float(0), bottom: float(4), right: float(8), top: float(12) });
}

// The innermost clip paths of an object, and segments of each, that are looked at.
const MAX_CLIPS = 20;
const MAX_CLIP_SEGMENTS = 50;

const everywhere: PageBox = { left: -Infinity, bottom: -Infinity, right: Infinity, top: Infinity };

const intersection = (one: PageBox, other: PageBox): PageBox => ({
  left: Math.max(one.left, other.left),
  bottom: Math.max(one.bottom, other.bottom),
  right: Math.min(one.right, other.right),
  top: Math.min(one.top, other.top),
});

/** Reads the box on its page that an object's clip paths leave of it: more than shows, if they are no rectangles. */
export function clipOnPage(
  { fn, scratch, view }: PdfiumDocument,
  { object, matrix, clip: outer }: Pick<PageObject, 'object' | 'matrix' | 'clip'>,
): PageBox {
  const path = fn('FPDFPageObj_GetClipPath')(object);
  const count = fn('FPDFClipPath_CountPaths')(path);
  let clip = outer;
  for (let each = Math.max(0, count - MAX_CLIPS); each < count; each += 1) {
    const segments = fn('FPDFClipPath_CountPathSegments')(path, each);
    if (segments <= 0 || segments > MAX_CLIP_SEGMENTS) continue;
    const points = Array.from({ length: segments }, (_, at) => {
      const segment = fn('FPDFClipPath_GetPathSegment')(path, each, at);
      fn('FPDFPathSegment_GetPoint')(segment, scratch, scratch + 4);
      return { x: view().getFloat32(scratch, true), y: view().getFloat32(scratch + 4, true) };
    });
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    const box = { left: minOf(xs), bottom: minOf(ys), right: maxOf(xs), top: maxOf(ys) };
    clip = intersection(clip, transformed(matrix, box));
  }
  return clip;
}

/**
 * The first 8,000 objects of a page in drawing order, with those in forms in place of the forms; a form that is not looked
 * into, because it is in eight others, is one of them.
 */
export function* objectsOnPage(document: PdfiumDocument, page: number): Generator<PageObject, void, void> {
  const { fn } = document;
  const typeOf = fn('FPDFPageObj_GetType');
  const countIn = fn('FPDFFormObj_CountObjects');
  const objectIn = fn('FPDFFormObj_GetObject');
  const getObject = fn('FPDFPage_GetObject');
  let order = 0;
  function* read(
    count: number,
    objectAt: (index: number) => number,
    { matrix, clip }: Pick<PageObject, 'matrix' | 'clip'>,
    level: number,
  ): Generator<PageObject, void, void> {
    for (let index = 0; index < count && order < MAX_OBJECTS; index += 1) {
      const object = objectAt(index);
      const type = typeOf(object);
      order += 1;
      if (type !== objectTypes.form || level === MAX_LEVELS) yield { object, type, order, matrix, clip };
      else {
        const inner = {
          matrix: times(matrixOf(document, object), matrix),
          clip: clipOnPage(document, { object, matrix, clip }),
        };
        yield* read(countIn(object), (at) => objectIn(object, at), inner, level + 1);
      }
    }
  }
  yield* read(
    fn('FPDFPage_CountObjects')(page),
    (index) => getObject(page, index),
    { matrix: identity, clip: everywhere },
    0,
  );
}
