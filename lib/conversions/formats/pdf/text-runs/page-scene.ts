import type { PdfiumDocument } from '../../../backends/pdfium/pdfium-document.ts';
import {
  everywhere,
  objectReader,
  objectsOnPage,
  objectTypes,
  type PageBox,
  type PageObject,
} from './page-objects.ts';

// The objects of a page in drawing order. Boxes are in page space (ISO 32000-1, 8.3.2.3).

/** A filled shape or an image. */
export interface Painted {
  /** Position in drawing order. */
  readonly order: number;
  readonly box: PageBox;
  readonly isImage: boolean;
  /** True for an opaque rectangle or image without a clip: it hides everything beneath its box. */
  readonly covers: boolean;
  /** Whether its colour is almost white. */
  readonly isWhite: boolean;
}

/** Where a text object is. */
interface TextPlace {
  readonly box: PageBox;
  /** The box of its clip paths. */
  readonly clip: PageBox;
}

/** The objects of a page. */
export interface PageScene {
  readonly painted: readonly Painted[];
  /** Text objects by their handles. */
  readonly texts: ReadonlyMap<number, PageObject>;
  /** Lines and shapes. */
  readonly paths: readonly PageObject[];
  /** Returns true if a text object has clip paths, or is in a form that has. */
  readonly isClipped: (text: PageObject) => boolean;
  /** Returns the place of a text object. Undefined if it has none. */
  readonly placeOf: (text: PageObject) => TextPlace | undefined;
  /** Whether anything but text and images is drawn. */
  readonly hasDrawings: boolean;
  /** Area of the page. */
  readonly area: number;
}

// Minimum channels of white, and alpha of an opaque fill.
const WHITE = 240;
const OPAQUE = 255;
// Segments of a rectangle's path: a move and three or four lines.
const RECTANGLE_SEGMENTS = [4, 5];
// Maximum difference between the corners of a rectangle, in points.
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

/** Returns a function that returns the fill colour of an object: red, green, blue and alpha from 0 to 255. Undefined for a pattern. */
export function colourReader(
  { fn, scratch, results }: PdfiumDocument,
  name: 'FPDFPageObj_GetFillColor' | 'FPDFPageObj_GetStrokeColor' = 'FPDFPageObj_GetFillColor',
) {
  const getColour = fn(name);
  return (object: number): readonly number[] | undefined => {
    if (getColour(object, scratch, scratch + 4, scratch + 8, scratch + 12) === 0) return undefined;
    const colour = results();
    return [
      colour.getUint32(0, true),
      colour.getUint32(4, true),
      colour.getUint32(8, true),
      colour.getUint32(12, true),
    ];
  };
}

/** Returns true if a colour is almost white. */
export const isWhite = ([red = 0, green = 0, blue = 0]: readonly number[]): boolean =>
  red >= WHITE && green >= WHITE && blue >= WHITE;

const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= TOLERANCE;

/** Returns true if there are at most two different values. */
function areOnEdges(values: readonly number[]): boolean {
  const [first = 0] = values;
  let other = first;
  for (const value of values) {
    if (isNear(value, first) || isNear(value, other)) continue;
    if (other !== first) return false;
    other = value;
  }
  return true;
}

/** Reads the objects of a page. */
export function sceneOf(document: PdfiumDocument, page: number): PageScene {
  const { fn, scratch, results } = document;
  const readers = readersOf(document);
  const fillColour = colourReader(document);
  const { boxOf, clipOf, matrixOf } = objectReader(document);
  const painted: Painted[] = [];
  const texts = new Map<number, PageObject>();
  const paths: PageObject[] = [];
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
    const [xs, ys]: [number[], number[]] = [[], []];
    for (let at = 0; at < count; at += 1) {
      readers.pointOf(readers.segment(path, at), scratch, scratch + 4);
      xs.push(float(0));
      ys.push(float(4));
    }
    return areOnEdges(xs) && areOnEdges(ys);
  };
  const add = (found: PageObject): void => {
    const { object, type, order } = found;
    const isPath = type === objectTypes.path;
    if (isPath && !isFilled(object)) return;
    const box = boxOf(found);
    if (box === undefined) return;
    const colour = isPath ? fillColour(object) : undefined;
    const isOpaque = type === objectTypes.image || (colour?.[3] === OPAQUE && isRectangle(object));
    painted.push({
      order,
      box,
      isImage: type === objectTypes.image,
      covers: isOpaque && readers.isTransparent(object) === 0 && !isClipped(object),
      isWhite: colour !== undefined && isWhite(colour),
    });
  };
  let hasDrawings = false;
  for (const found of objectsOnPage(document, page)) {
    hasDrawings ||= found.type !== objectTypes.text && found.type !== objectTypes.image;
    if (found.type === objectTypes.path) paths.push(found);
    if (found.type === objectTypes.text) texts.set(found.object, found);
    else if (found.type !== objectTypes.unknown && found.type !== objectTypes.form) add(found);
  }
  return {
    painted,
    texts,
    paths,
    hasDrawings,
    isClipped: ({ object, clip }) => clip !== everywhere || isClipped(object),
    placeOf: (text) => {
      const box = boxOf(text);
      return box === undefined ? undefined : { box, clip: clipOf(text) };
    },
    area: fn('FPDF_GetPageWidthF')(page) * fn('FPDF_GetPageHeightF')(page),
  };
}
