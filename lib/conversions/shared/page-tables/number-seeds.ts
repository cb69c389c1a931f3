import { appendAll } from '../../base/arrays.ts';
import type { Edges } from '../geometry/box.ts';
import { centerOf, heightOf, middleOf, unionOf } from '../geometry/box.ts';
import { SEGMENT_GAP } from './columns.ts';
import { segmentsOf, type TableLine, textOf } from './lines.ts';
import { isNumeric } from './words.ts';

// Minimum numbers in a column; fewer may be aligned by chance.
const MIN_NUMBERS = 4;
// Maximum difference in points between the right edges (or centers) of a column's numbers.
const ALIGNED = 2.5;
// Maximum distance between two numbers of a column, in line heights.
const MAX_STEP = 4.2;
// Maximum columns of numbers on a page.
const MAX_STACKS = 500;

interface Value {
  readonly piece: TableLine;
  /** The text to the left on the same line that is no number. */
  readonly label: TableLine | undefined;
}

const isValue = (text: string): boolean => /\d/.test(text) && isNumeric(text);

// Numbers of a column are right-aligned or centered.
const anchors: readonly ((piece: TableLine) => number)[] = [({ right }) => right, centerOf];

/** Groups numbers that are below each other, sorted from top to bottom. */
function stacks(values: readonly Value[], anchor: (piece: TableLine) => number): Value[][] {
  const found: Value[][] = [];
  let open: Value[] = [];
  const close = (): void => {
    const runs: Value[][] = [];
    for (const value of open.toSorted((a, b) => a.piece.top - b.piece.top)) {
      const last = runs.at(-1)?.at(-1)?.piece;
      const isNear = last !== undefined && middleOf(value.piece) - middleOf(last) < MAX_STEP * heightOf(last);
      if (isNear) runs.at(-1)?.push(value);
      else runs.push([value]);
    }
    appendAll(
      found,
      runs.filter((run) => run.length >= MIN_NUMBERS),
    );
    open = [];
  };
  for (const value of values.toSorted((a, b) => anchor(a.piece) - anchor(b.piece))) {
    const last = open.at(-1);
    if (last !== undefined && anchor(value.piece) - anchor(last.piece) > ALIGNED) close();
    open.push(value);
  }
  close();
  return found;
}

/** Finds the regions of columns of numbers and the labels beside them. */
export function numberSeeds(lines: readonly TableLine[]): Edges[] {
  const values: Value[] = [];
  for (const line of lines) {
    let label: TableLine | undefined;
    for (const piece of segmentsOf(line, SEGMENT_GAP * heightOf(line))) {
      if (isValue(textOf(piece))) values.push({ piece, label });
      else label = piece;
    }
  }
  const seeds = anchors
    .flatMap((anchor) => stacks(values, anchor))
    .map((stack) =>
      unionOf(stack.flatMap(({ piece, label }) => (label === undefined ? piece : [label, piece]))),
    );
  return merge(seeds.slice(0, MAX_STACKS));
}

/** Joins regions that overlap, such as adjacent columns of numbers. */
function merge(seeds: readonly Edges[]): Edges[] {
  let merged: Edges[] = [];
  for (const seed of seeds.toSorted((a, b) => a.left - b.left)) {
    const touching = merged.filter(
      (other) =>
        Math.min(other.right, seed.right) >= Math.max(other.left, seed.left) &&
        Math.min(other.bottom, seed.bottom) - Math.max(other.top, seed.top) > 0,
    );
    merged = [...merged.filter((other) => !touching.includes(other)), unionOf([...touching, seed])];
  }
  return merged;
}
