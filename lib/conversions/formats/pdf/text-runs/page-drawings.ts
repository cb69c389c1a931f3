import type { PageSpace } from '../../../backends/pdfium/page-space.ts';
import type { PdfiumDocument } from '../../../backends/pdfium/pdfium-document.ts';
import { maxOf, minOf } from '../../../base/arrays.ts';
import { hexColour } from '../../../base/hex-colour.ts';
import type { Box } from '../../../shared/geometry/box.ts';
import { type Drawing, isThin } from '../../../shared/page-layout/drawing.ts';
import { objectReader, type PageBox, type PageObject, shownBox } from './page-objects.ts';
import { colourReader } from './page-scene.ts';

// FPDF_SEGMENT_BEZIERTO and FPDF_SEGMENT_MOVETO (public/fpdf_edit.h).
const CURVE = 1;
const MOVE = 2;
// Maximum segments of a page that are read; more are a map.
const MAX_SEGMENTS = 20_000;
const WHITE = '#ffffff';
// Maximum filled boxes of a page that others may be on, and points by which a box extends beyond the one it is on.
const MAX_GROUNDS = 500;
const MARGIN = 1;

/** Part of a path that is drawn without lifting the pen: points on the page as shown. */
type Outline = number[];

/** Returns the straight lines of an outline, which is closed if it is filled. */
function linesOf(points: Outline, isClosed: boolean): number[] {
  const lines: number[] = [];
  const [firstX = 0, firstY = 0] = points;
  for (let at = 0; at < points.length; at += 2) {
    const [x = 0, y = 0] = [points[at], points[at + 1]];
    if (at + 2 < points.length) lines.push(x, y, points[at + 2] ?? 0, points[at + 3] ?? 0);
    else if (isClosed && points.length > 4) lines.push(x, y, firstX, firstY);
  }
  return lines;
}

/** Returns a rule as the line along its middle. */
const alongOf = ({ x, y, width, height }: Box): number[] =>
  width >= height
    ? [x, y + height / 2, x + width, y + height / 2]
    : [x + width / 2, y, x + width / 2, y + height];

/** Reads the shapes that are drawn on a page, where they are as shown. */
export function drawingsOf(
  document: PdfiumDocument,
  paths: readonly PageObject[],
  space: PageSpace,
): Drawing[] {
  const { fn, scratch, results } = document;
  const { boxOf, matrixOf } = objectReader(document);
  const colourOf = colourReader(document);
  const getDrawMode = fn('FPDFPath_GetDrawMode');
  const countSegments = fn('FPDFPath_CountSegments');
  const getSegment = fn('FPDFPath_GetPathSegment');
  const getPoint = fn('FPDFPathSegment_GetPoint');
  const getType = fn('FPDFPathSegment_GetType');
  const getClose = fn('FPDFPathSegment_GetClose');
  let left = MAX_SEGMENTS;
  /** Reads the outlines of a path. Undefined if it has curves, or the page too many segments. */
  const outlinesOf = ({ object, matrix }: PageObject): Outline[] | undefined => {
    const count = countSegments(object);
    left -= count;
    if (left < 0) return undefined;
    const [a, b, c, d, e, f] = matrixOf(object, matrix);
    const outlines: Outline[] = [];
    for (let at = 0; at < count; at += 1) {
      const segment = getSegment(object, at);
      const type = getType(segment);
      if (type === CURVE) return undefined;
      if (getPoint(segment, scratch, scratch + 4) === 0) continue;
      const [x, y] = [results().getFloat32(0, true), results().getFloat32(4, true)];
      const shown = space.toShown(a * x + c * y + e, b * x + d * y + f);
      if (type === MOVE) outlines.push([]);
      const last = outlines.at(-1);
      last?.push(shown.x, shown.y);
      if (last !== undefined && getClose(segment) !== 0) last.push(last[0] ?? 0, last[1] ?? 0);
    }
    return outlines.filter((points) => points.length > 2);
  };
  const grounds: (Box & { readonly colour: string })[] = [];
  /** Returns the colour that a box is on. */
  const groundOf = ({ x, y, width, height }: Box): string =>
    grounds.findLast(
      (ground) =>
        ground.x <= x + MARGIN &&
        ground.y <= y + MARGIN &&
        ground.x + ground.width >= x + width - MARGIN &&
        ground.y + ground.height >= y + height - MARGIN,
    )?.colour ?? WHITE;
  const drawings: Drawing[] = [];
  for (const found of paths) {
    const { object } = found;
    if (getDrawMode(object, scratch, scratch + 4) === 0) continue;
    const isFilled = results().getInt32(0, true) !== 0;
    const isStroked = results().getInt32(4, true) !== 0;
    if (!isFilled && !isStroked) continue;
    const box: PageBox | undefined = boxOf(found);
    if (box === undefined) continue;
    const colour = isFilled ? hexColour((colourOf(object) ?? []).slice(0, 3)) : undefined;
    const whole = shownBox(box, space);
    const isInvisible = !isStroked && colour === groundOf(whole);
    const shape = { isStroked, isFilled, isInvisible, isCurved: false };
    if (colour !== undefined && !isThin(whole) && grounds.length < MAX_GROUNDS)
      grounds.push({ ...whole, colour });
    if (isThin(whole)) {
      drawings.push({ ...shape, ...whole, lines: alongOf(whole) });
      continue;
    }
    const outlines = outlinesOf(found);
    if (outlines === undefined) {
      drawings.push({ ...shape, ...whole, isCurved: true, lines: [] });
      continue;
    }
    if (isStroked) {
      drawings.push({ ...shape, ...whole, lines: outlines.flatMap((points) => linesOf(points, isFilled)) });
      continue;
    }
    for (const points of outlines) {
      const [xs, ys] = [0, 1].map((axis) => points.filter((_, at) => at % 2 === axis));
      const [x, y] = [minOf(xs ?? []), minOf(ys ?? [])];
      const part = { x, y, width: maxOf(xs ?? []) - x, height: maxOf(ys ?? []) - y };
      drawings.push({ ...shape, ...part, lines: isThin(part) ? alongOf(part) : linesOf(points, true) });
    }
  }
  return drawings;
}
