import type { Box } from './box.ts';

/** An interval on one axis. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Height of the rows by which boxes that are near each other are looked up, in points. */
export const ROW = 4;

/** Returns the horizontal interval of a box. */
export const spanAcross = ({ x, width }: Box): Span => ({ from: x, to: x + width });

/** Returns true if a span starts where another has ended. */
export const isAfter = (next: Span, furthest: Span): boolean => next.from >= furthest.to;

/**
 * Clusters items along one axis, in the order of their starts. An item starts a new cluster if it `isApart` from the cluster's
 * furthest span.
 */
export function clusterSpans<T>(
  items: readonly T[],
  spanOf: (item: T) => Span,
  isApart: (next: Span, furthest: Span, item: T) => boolean,
): T[][] {
  const spans = items
    .map((item) => ({ item, span: spanOf(item) }))
    .toSorted((one, other) => one.span.from - other.span.from);
  const clusters: T[][] = [];
  let furthest: Span | undefined;
  for (const { item, span } of spans) {
    const open = clusters.at(-1);
    if (open === undefined || furthest === undefined || isApart(span, furthest, item)) {
      clusters.push([item]);
      furthest = span;
    } else {
      open.push(item);
      if (span.to > furthest.to) furthest = span;
    }
  }
  return clusters;
}
