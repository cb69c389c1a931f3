import { appendAll } from '../../base/arrays.ts';
import type { Edges } from '../geometry/box.ts';
import { centerOf, heightOf, middleOf, unionOf } from '../geometry/box.ts';
import { SEGMENT_GAP } from './columns.ts';
import { type Line, segmentsOf, textOf } from './lines.ts';
import { isNumeric } from './words.ts';

// Numbers in a column, at least; fewer are chance.
const MIN_NUMBERS = 4;
// Points by which the right edges of the numbers of a column differ at most.
const ALIGNED = 2.5;
// Line heights between two numbers of a column, at most.
const MAX_STEP = 4.2;
// Columns of numbers of a page, at most.
const MAX_STACKS = 500;
// Points between two regions that are joined.
const TOUCHING = 2;

interface Value {
  readonly piece: Line;
  /** The text to its left on its line. */
  readonly label: Line | undefined;
}

const isValue = (text: string): boolean => /\d/.test(text) && isNumeric(text);

// What the numbers of a column have in common: most are right-aligned, others centered.
const anchors: readonly ((piece: Line) => number)[] = [({ right }) => right, centerOf];

/** Groups numbers that are below each other, from top to bottom. */
function stacks(values: readonly Value[], anchor: (piece: Line) => number): Value[][] {
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
export function numberSeeds(lines: readonly Line[]): Edges[] {
  const values: Value[] = [];
  for (const line of lines) {
    let label: Line | undefined;
    for (const piece of segmentsOf(line, SEGMENT_GAP * heightOf(line))) {
      if (isValue(textOf(piece))) values.push({ piece, label });
      label = piece;
    }
  }
  const seeds = anchors
    .flatMap((anchor) => stacks(values, anchor))
    .map((stack) =>
      unionOf(stack.flatMap(({ piece, label }) => (label === undefined ? piece : [label, piece]))),
    );
  return merge(seeds.slice(0, MAX_STACKS));
}

/** Joins regions that overlap or touch: columns of numbers beside each other. */
function merge(seeds: readonly Edges[]): Edges[] {
  let merged: Edges[] = [];
  for (const seed of seeds.toSorted((a, b) => a.left - b.left)) {
    const touching = merged.filter(
      (other) =>
        Math.min(other.right, seed.right) >= Math.max(other.left, seed.left) - TOUCHING &&
        Math.min(other.bottom, seed.bottom) - Math.max(other.top, seed.top) > 0,
    );
    merged = [...merged.filter((other) => !touching.includes(other)), unionOf([...touching, seed])];
  }
  return merged;
}
