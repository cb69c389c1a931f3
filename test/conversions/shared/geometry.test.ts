import { expect, it } from 'vitest';
import { median } from '../../../lib/conversions/base/median.ts';
import { edgesOf, overlap, sharedWidth, unionOf } from '../../../lib/conversions/shared/geometry/box.ts';
import { clusterSpans } from '../../../lib/conversions/shared/geometry/clusters.ts';

const one = edgesOf({ x: 0, y: 0, width: 10, height: 5 });
const other = edgesOf({ x: 8, y: 4, width: 10, height: 5 });

it('compares and joins rectangles', () => {
  expect(sharedWidth(one, other)).toBe(2);
  expect(overlap(one, other)).toBe(true);
  expect(overlap(one, edgesOf({ x: 10, y: 0, width: 1, height: 1 }))).toBe(false);
  expect(unionOf([one, other])).toEqual({ left: 0, right: 18, top: 0, bottom: 9 });
});

it('clusters items by the span that reaches furthest', () => {
  const spans = [
    { from: 20, to: 25 },
    { from: 0, to: 10 },
    { from: 2, to: 4 },
    { from: 11, to: 12 },
  ];
  const clusters = clusterSpans(
    spans,
    (span) => span,
    (next, furthest) => next.from - furthest.to > 2,
  );
  expect(clusters.map((cluster) => cluster.map(({ from }) => from))).toEqual([[0, 2, 11], [20]]);
  expect(
    clusterSpans(
      [],
      (span: { from: number; to: number }) => span,
      () => true,
    ),
  ).toEqual([]);
});

it.each([
  [[3, 1, 2], 2],
  [[4, 1, 2, 3], 3],
  [[], 0],
])('finds the median of %j', (values, middle) => {
  expect(median(values)).toBe(middle);
});
