import { appendAll } from '../../../base/arrays.ts';
import type { Edges } from '../../../shared/geometry/box.ts';
import { heightOf, middleOf, unionOf } from '../../../shared/geometry/box.ts';
import { SEGMENT_GAP } from './columns.ts';
import { type Line, segmentsOf, textOf } from './lines.ts';
import { isNumeric } from './words.ts';

interface Value {
  readonly piece: Line;
  /** What stands to its left on its line. */
  readonly label: Line | undefined;
}

// Fewer numbers one under the other are chance.
const FEWEST = 4;
// How far from each other the edges of numbers in a column are, in points.
const EDGE = 2.5;

const isValue = (text: string): boolean => /\d/.test(text) && isNumeric(text);

/** Numbers that stand under each other, from top to bottom. */
function stacks(values: readonly Value[]): Value[][] {
  const found: Value[][] = [];
  let open: Value[] = [];
  const close = (): void => {
    const runs: Value[][] = [];
    for (const value of open.toSorted((a, b) => a.piece.top - b.piece.top)) {
      const last = runs.at(-1)?.at(-1)?.piece;
      const isNear = last !== undefined && middleOf(value.piece) - middleOf(last) < 3.2 * heightOf(last);
      if (isNear) runs.at(-1)?.push(value);
      else runs.push([value]);
    }
    appendAll(
      found,
      runs.filter((run) => run.length >= FEWEST),
    );
    open = [];
  };
  for (const value of values.toSorted((a, b) => a.piece.right - b.piece.right)) {
    const last = open.at(-1);
    if (last !== undefined && value.piece.right - last.piece.right > EDGE) close();
    open.push(value);
  }
  close();
  return found;
}

// Columns of numbers that a page is looked through for.
const MOST_STACKS = 500;
// Words of a label; more are prose beside a number.
const LONGEST_LABEL = 9;

/** A table of contents has labels, and page numbers that only rise. */
function isContents(stack: readonly Value[]): boolean {
  const numbers = stack.map(({ piece }) => Number(textOf(piece)));
  return numbers.every((number, index) => Number.isInteger(number) && number >= (numbers[index - 1] ?? 0));
}

/** Stretches of columns of numbers with labels beside them, wherever they stand on the page. */
export function numberSeeds(lines: readonly Line[]): Edges[] {
  const values: Value[] = [];
  for (const line of lines) {
    let label: Line | undefined;
    for (const piece of segmentsOf(line, SEGMENT_GAP * heightOf(line))) {
      if (isValue(textOf(piece))) values.push({ piece, label });
      label = piece;
    }
  }
  const seeds = stacks(values).flatMap((stack) => {
    const labels = stack.flatMap(({ label }) => label ?? []);
    if (labels.length < 0.7 * stack.length) return [];
    if (labels.some(({ words }) => words.length > LONGEST_LABEL)) return [];
    const isSingle = labels.every((label) => !isValue(textOf(label)));
    if (isSingle && isContents(stack)) return [];
    return [unionOf([...stack.map(({ piece }) => piece), ...labels])];
  });
  return merge(seeds.slice(0, MOST_STACKS));
}

/** Joins stretches that overlap: each column of numbers takes in the one to its left. */
function merge(seeds: readonly Edges[]): Edges[] {
  let merged: Edges[] = [];
  for (const seed of seeds.toSorted((a, b) => a.left - b.left)) {
    const touching = merged.filter(
      (other) =>
        Math.min(other.right, seed.right) >= Math.max(other.left, seed.left) - 2 &&
        Math.min(other.bottom, seed.bottom) - Math.max(other.top, seed.top) > 0,
    );
    merged = [...merged.filter((other) => !touching.includes(other)), unionOf([...touching, seed])];
  }
  return merged;
}
