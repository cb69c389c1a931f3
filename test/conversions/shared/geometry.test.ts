import { describe, expect, it } from 'vitest';
import { median } from '../../../lib/conversions/base/median.ts';
import { edgesOf, overlap, sharedWidth, unionOf } from '../../../lib/conversions/shared/geometry/box.ts';
import { clusterSpans } from '../../../lib/conversions/shared/geometry/clusters.ts';
import { groupLines, type LineRules } from '../../../lib/conversions/shared/geometry/lines.ts';
import { type CutRules, xyCut } from '../../../lib/conversions/shared/geometry/xy-cut.ts';

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

const box = (name: string, x: number, y: number, width: number, height: number) => ({
  name,
  ...edgesOf({ x, y, width, height }),
});
type Named = ReturnType<typeof box>;
const namesOf = (groups: readonly (readonly Named[])[]): string[] =>
  groups.map((group) => group.map(({ name }) => name).join(' '));

describe('groupLines', () => {
  const rules: LineRules = { minSharedHeight: 0.5, compareWith: 'tallest', maxHeight: Infinity };
  const linesOf = (boxes: readonly Named[], changed: Partial<LineRules> = {}): string[] =>
    namesOf(groupLines(boxes, (one) => one, { ...rules, ...changed }).map(({ items }) => items));

  it('groups boxes that share enough of their height and are not above each other', () => {
    const boxes = [box('c', 0, 12, 10, 10), box('b', 12, 1, 10, 10), box('a', 0, 0, 10, 10)];

    expect(linesOf(boxes)).toEqual(['a b', 'c']);
    expect(linesOf([box('a', 0, 0, 10, 10), box('b', 2, 4, 10, 10)])).toEqual(['a', 'b']);
  });

  it('follows a slanted line only if boxes are compared with any of its boxes', () => {
    const slanted = [0, 1, 2, 3].map((at) => box(String(at), at * 20, at * 4, 10, 10));

    expect(linesOf(slanted, { compareWith: 'any' })).toEqual(['0 1 2 3']);
    expect(linesOf(slanted)).toEqual(['0 1', '2 3']);
  });

  it('keeps boxes above each other apart, though a box is beside both', () => {
    const rows = [box('a', 0, 0, 30, 10), box('b', 0, 10, 30, 10), box('cell', 50, 5, 30, 10)];

    expect(linesOf(rows, { compareWith: 'any' })).toEqual(['a cell b']);
    expect(linesOf(rows, { compareWith: 'any', stacked: { minRatio: 0, maxSharedHeight: 0.5 } })).toEqual([
      'a cell',
      'b',
    ]);
  });

  it('keeps words above each other apart, though scripts above each other are on one line', () => {
    const rules = { compareWith: 'any', stacked: { minRatio: 4, maxSharedHeight: 0.65 } } as const;
    const rows = [
      box('words', 0, 0, 90, 10),
      box('end', 92, 0, 8, 10),
      box('sign', 40, 5, 6, 10),
      box('above', 48, 9, 6, 7),
      box('text', 0, 12, 30, 10),
      box('below', 48, 16, 6, 7),
    ];

    expect(linesOf(rows, { compareWith: 'any' })).toEqual(['words end sign above text below']);
    expect(linesOf(rows, rules)).toEqual(['words end', 'sign above text below']);
  });

  it('adds boxes above the maximum height to the line nearest to their middle', () => {
    const boxes = [0, 12, 24].map((y) => box(String(y), 10, y, 10, 10));
    const bullet = box('bullet', 0, 2, 4, 30);

    expect(linesOf([bullet, ...boxes], { maxHeight: 1.9 })).toEqual(['0', '12 bullet', '24']);
    expect(linesOf([bullet, ...boxes])).toEqual(['0', '12 bullet 24']);
  });
});

describe('xyCut', () => {
  const rules: CutRules<Named> = {
    areaOf: (one) => one,
    mayCut: () => true,
    minGap: 5,
    spansRows: true,
    selectGaps: (gaps) => gaps,
    rtl: false,
    maxDepth: 3,
  };
  const grid = [
    box('a', 0, 20, 40, 10),
    box('b', 60, 20, 40, 10),
    box('title', 0, 0, 100, 10),
    box('c', 0, 40, 40, 10),
    box('d', 60, 40, 40, 10),
  ];
  const cut = (changed: Partial<CutRules<Named>> = {}): string[] =>
    namesOf(xyCut(grid, { ...rules, ...changed }));

  it('reads columns below what spans them, from the side that the script starts on', () => {
    expect(cut()).toEqual(['title', 'a c', 'b d']);
    expect(cut({ rtl: true })).toEqual(['title', 'b d', 'a c']);
  });

  it('reads row by row if gaps do not span rows', () => {
    expect(cut({ spansRows: false })).toEqual(['title', 'a', 'b', 'c', 'd']);
  });

  it('keeps one group, in rows, if no gap is wide enough, selected or searched for', () => {
    expect(cut({ minGap: 20 })).toEqual(['title a b c d']);
    expect(cut({ selectGaps: () => [] })).toEqual(['title a b c d']);
    expect(cut({ mayCut: () => false })).toEqual(['a b title c d']);
    expect(cut({ maxDepth: 0 })).toEqual(['a b title c d']);
    expect(xyCut([], rules)).toEqual([]);
  });
});
