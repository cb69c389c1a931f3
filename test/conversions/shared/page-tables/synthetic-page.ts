import type { Drawing } from '../../../../lib/conversions/shared/page-layout/drawing.ts';
import type { TextRun } from '../../../../lib/conversions/shared/page-layout/text-run.ts';
import type { TablePage } from '../../../../lib/conversions/shared/page-tables/page-table.ts';

/** A text on a page: its left edge and the top of its line, in points. */
export type Placed = readonly [x: number, y: number, text: string];
/** A drawn line: x and y of its ends. */
export type Drawn = readonly [x1: number, y1: number, x2: number, y2: number];

const SIZE = 10;
const LETTER = 5;

/** The width of a text on generated pages. */
export const widthOf = (text: string): number => text.length * LETTER;

function toRun([x, y, text]: Placed): TextRun {
  const edges: number[] = [];
  let at = 0;
  for (const word of text.split(' ')) {
    edges.push(at, at + widthOf(word));
    // A space is half a letter wide, as in most fonts.
    at += widthOf(word) + LETTER / 2;
  }
  return { text, x, y, width: at - LETTER / 2, height: SIZE, size: SIZE, edges: Float32Array.from(edges) };
}

const toDrawing = (lines: readonly Drawn[], isStroked: boolean): Drawing => {
  const [xs, ys] = [0, 1].map((axis) => lines.flatMap((line) => [line[axis] ?? 0, line[axis + 2] ?? 0]));
  const [x, y] = [Math.min(...(xs ?? [])), Math.min(...(ys ?? []))];
  return {
    x,
    y,
    width: Math.max(...(xs ?? [])) - x,
    height: Math.max(...(ys ?? [])) - y,
    isStroked,
    isFilled: !isStroked,
    isInvisible: false,
    isCurved: false,
    lines: lines.flat(),
  };
};

/** A page with letters 5 points wide in lines 10 points high. */
export const pageOf = (
  texts: readonly Placed[],
  lines: readonly Drawn[] = [],
  shades: readonly Drawn[] = [],
): TablePage => ({
  width: 600,
  height: 800,
  runs: texts.map(toRun),
  drawings: [
    ...lines.map((line) => toDrawing([line], true)),
    ...shades.map(([left, top, right, bottom]) => toDrawing(gridOf([left, right], [top, bottom]), false)),
  ],
  proposals: [],
});

/** A grid of lines over some edges. */
export const gridOf = (xs: readonly number[], ys: readonly number[]): Drawn[] => [
  ...ys.map((y): Drawn => [xs[0] ?? 0, y, xs.at(-1) ?? 0, y]),
  ...xs.map((x): Drawn => [x, ys[0] ?? 0, x, ys.at(-1) ?? 0]),
];

/** Rows of texts, the first of each at the first place across, and so on; empty texts are left out. */
export const rowsAt = (
  xs: readonly number[],
  top: number,
  pitch: number,
  rows: readonly (readonly string[])[],
): Placed[] =>
  rows.flatMap((row, index) =>
    row.flatMap((text, column): Placed[] =>
      text === '' ? [] : [[xs[column] ?? 0, top + index * pitch, text]],
    ),
  );

/** Lines of prose, one under the other. */
export const proseAt = (x: number, top: number, count: number, words: number): Placed[] =>
  Array.from({ length: count }, (_, line) => [
    x,
    top + line * 12,
    Array.from(
      { length: words },
      (_, word) => 'lorem ipsum dolor sit amet'.split(' ')[(line + word) % 5],
    ).join(' '),
  ]);
