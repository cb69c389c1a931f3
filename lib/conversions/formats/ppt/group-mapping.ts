import type { Edges } from '../../shared/geometry/box.ts';

/** Converts the box of a shape inside a group to one on the slide. */
export type BoxMapping = (box: Edges) => Edges;

/** Scales the coordinates of a group ([MS-ODRAW] 2.2.38) onto its box in the enclosing one. */
export function groupMapping(own: Edges, inner: Edges, outer: BoxMapping): BoxMapping {
  const scale = (length: number, whole: number): number => (whole > 0 ? length / whole : 1);
  const scaleX = scale(own.right - own.left, inner.right - inner.left);
  const scaleY = scale(own.bottom - own.top, inner.bottom - inner.top);
  return ({ left, top, right, bottom }) =>
    outer({
      left: own.left + (left - inner.left) * scaleX,
      right: own.left + (right - inner.left) * scaleX,
      top: own.top + (top - inner.top) * scaleY,
      bottom: own.top + (bottom - inner.top) * scaleY,
    });
}
