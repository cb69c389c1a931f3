import type { PageSpace } from '../../../backends/pdfium/page-space.ts';
import type { PdfiumDocument } from '../../../backends/pdfium/pdfium-document.ts';
import { maxOf, minOf } from '../../../base/arrays.ts';
import type { Box } from '../../../shared/geometry/box.ts';
import { artifactReader } from './artifacts.ts';

/** Edges in page space, where y grows upwards. */
export interface PageBox {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** Returns where a box is on the page as shown. */
export function shownBox({ left, bottom, right, top }: PageBox, space: PageSpace): Box {
  const [one, other] = [space.toShown(left, bottom), space.toShown(right, top)];
  const x = Math.min(one.x, other.x);
  const y = Math.min(one.y, other.y);
  return { x, y, width: Math.max(one.x, other.x) - x, height: Math.max(one.y, other.y) - y };
}

/** Types of page objects (public/fpdf_edit.h). */
export const objectTypes = { unknown: 0, text: 1, path: 2, image: 3, shading: 4, form: 5 } as const;

/** Maximum objects of a page that are examined. */
const MAX_OBJECTS = 8000;
// Maximum nesting of forms.
const MAX_LEVELS = 8;

/** a, b, c, d, e, f of ISO 32000-1, 8.3.3. */
type Matrix = readonly [number, number, number, number, number, number];

const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** Returns the matrix that applies one and then the other. */
function times(one: Matrix, other: Matrix): Matrix {
  // Most objects are in no form.
  if (other === identity) return one;
  const [a, b, c, d, e, f] = one;
  const [g, h, i, j, k, l] = other;
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l];
}

function transformed(matrix: Matrix, box: PageBox): PageBox {
  if (matrix === identity) return box;
  const [a, b, c, d, e, f] = matrix;
  const { left, bottom, right, top } = box;
  const xs = [left * a + bottom * c, left * a + top * c, right * a + bottom * c, right * a + top * c];
  const ys = [left * b + bottom * d, left * b + top * d, right * b + bottom * d, right * b + top * d];
  return {
    left: minOf(xs) + e,
    bottom: minOf(ys) + f,
    right: maxOf(xs) + e,
    top: maxOf(ys) + f,
  };
}

/** An object of a page. */
export interface PageObject {
  /** Its handle. */
  readonly object: number;
  readonly type: number;
  /** Position in drawing order, from 1. */
  readonly order: number;
  /** From the space of its form to that of the page. */
  readonly matrix: Matrix;
  /** The clip of its forms. */
  readonly clip: PageBox;
  /** The handles of its forms, innermost first. */
  readonly forms: readonly number[];
  /** Which of our artifacts its forms are; empty for another artifact. */
  readonly artifact: string | undefined;
}

// Maximum clip paths of an object, innermost first, and maximum segments of a path; others are ignored.
const MAX_CLIPS = 20;
const MAX_CLIP_SEGMENTS = 50;

/** The clip of what no path clips. */
export const everywhere: PageBox = { left: -Infinity, bottom: -Infinity, right: Infinity, top: Infinity };

const intersection = (one: PageBox, other: PageBox): PageBox => ({
  left: Math.max(one.left, other.left),
  bottom: Math.max(one.bottom, other.bottom),
  right: Math.min(one.right, other.right),
  top: Math.min(one.top, other.top),
});

/** Reads the positions of page objects. */
export interface ObjectReader {
  /** Returns the matrix of an object, followed by that of its form. */
  readonly matrixOf: (object: number, outer?: Matrix) => Matrix;
  /** Returns the box of an object on its page. Undefined if it has none. */
  readonly boxOf: (found: PageObject) => PageBox | undefined;
  /** Returns the box of an object's clip paths on its page. It is larger than the clip unless they are rectangles. */
  readonly clipOf: (found: Pick<PageObject, 'object' | 'matrix' | 'clip'>) => PageBox;
}

/** Creates a reader of objects. Looks up PDFium's functions once, not for each object. */
export function objectReader({ fn, scratch, results }: PdfiumDocument): ObjectReader {
  const float = (at: number): number => results().getFloat32(at, true);
  const getMatrix = fn('FPDFPageObj_GetMatrix');
  const getBounds = fn('FPDFPageObj_GetBounds');
  const getClipPath = fn('FPDFPageObj_GetClipPath');
  const countPaths = fn('FPDFClipPath_CountPaths');
  const countSegments = fn('FPDFClipPath_CountPathSegments');
  const getSegment = fn('FPDFClipPath_GetPathSegment');
  const getPoint = fn('FPDFPathSegment_GetPoint');
  const pathBox = (path: number, at: number, segments: number): PageBox => {
    let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let each = 0; each < segments; each += 1) {
      getPoint(getSegment(path, at, each), scratch, scratch + 4);
      const [x, y] = [float(0), float(4)];
      [left, bottom] = [Math.min(left, x), Math.min(bottom, y)];
      [right, top] = [Math.max(right, x), Math.max(top, y)];
    }
    return { left, bottom, right, top };
  };
  return {
    matrixOf: (object, outer = identity) => {
      if (getMatrix(object, scratch) === 0) return outer;
      return times([float(0), float(4), float(8), float(12), float(16), float(20)], outer);
    },
    boxOf: ({ object, matrix }) => {
      if (getBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12) === 0) return undefined;
      return transformed(matrix, { left: float(0), bottom: float(4), right: float(8), top: float(12) });
    },
    clipOf: ({ object, matrix, clip: outer }) => {
      const path = getClipPath(object);
      const count = countPaths(path);
      let clip = outer;
      for (let each = Math.max(0, count - MAX_CLIPS); each < count; each += 1) {
        const segments = countSegments(path, each);
        if (segments <= 0 || segments > MAX_CLIP_SEGMENTS) continue;
        clip = intersection(clip, transformed(matrix, pathBox(path, each, segments)));
      }
      return clip;
    },
  };
}

/**
 * The first objects of a page in drawing order, with those in forms in place of the forms; a form that is not looked into,
 * because it is in eight others, is one of them.
 */
export function* objectsOnPage(
  document: PdfiumDocument,
  page: number,
  most: number = MAX_OBJECTS,
): Generator<PageObject, void, void> {
  const { fn } = document;
  const reader = objectReader(document);
  const artifactOf = artifactReader(document);
  const typeOf = fn('FPDFPageObj_GetType');
  const countIn = fn('FPDFFormObj_CountObjects');
  const objectIn = fn('FPDFFormObj_GetObject');
  const getObject = fn('FPDFPage_GetObject');
  let order = 0;
  function* read(
    count: number,
    objectAt: (index: number) => number,
    { matrix, clip, forms, artifact }: Pick<PageObject, 'matrix' | 'clip' | 'forms' | 'artifact'>,
  ): Generator<PageObject, void, void> {
    for (let index = 0; index < count && order < most; index += 1) {
      const object = objectAt(index);
      const type = typeOf(object);
      order += 1;
      if (type !== objectTypes.form || forms.length === MAX_LEVELS)
        yield { object, type, order, matrix, clip, forms, artifact };
      else {
        const inner = {
          matrix: reader.matrixOf(object, matrix),
          clip: reader.clipOf({ object, matrix, clip }),
          forms: [object, ...forms],
          artifact: artifact ?? artifactOf(object),
        };
        yield* read(countIn(object), (at) => objectIn(object, at), inner);
      }
    }
  }
  yield* read(fn('FPDFPage_CountObjects')(page), (index) => getObject(page, index), {
    matrix: identity,
    clip: everywhere,
    forms: [],
    artifact: undefined,
  });
}
