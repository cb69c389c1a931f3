import { maxOf } from '../../base/arrays.ts';
import type { Box } from './box.ts';

/** The size of a page, in points. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** A point, from the top left. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** Rotates a point of a page back by clockwise quarter turns, so that content rotated by them is upright. */
export function turnPointBack({ x, y }: Point, turns: number, { width, height }: Size): Point {
  switch (turns) {
    case 1:
      return { x: y, y: width - x };
    case 2:
      return { x: width - x, y: height - y };
    case 3:
      return { x: height - y, y: x };
    default:
      return { x, y };
  }
}

/** Rotates a box of a page back by clockwise quarter turns. */
export function turnBack(box: Box, turns: number, page: Size): Box {
  const one = turnPointBack(box, turns, page);
  const other = turnPointBack({ x: box.x + box.width, y: box.y + box.height }, turns, page);
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  return { x, y, width: Math.abs(other.x - one.x), height: Math.abs(other.y - one.y) };
}

/** The size of a page that is rotated by quarter turns. */
export const turnedSize = ({ width, height }: Size, turns: number): Size =>
  turns % 2 === 0 ? { width, height } : { width: height, height: width };

/**
 * The clockwise quarter turns that both most texts and most characters of a page have; otherwise 0, since the headings of a small
 * table can have more letters than its cells.
 *
 * @param byTurns the texts by their turns
 */
export function mainTurns(byTurns: readonly (readonly { readonly text: string }[])[]): number {
  const counts = byTurns.map((texts) => texts.length);
  const characters = byTurns.map((texts) => texts.reduce((sum, { text }) => sum + text.length, 0));
  const [most, longest] = [counts, characters].map((numbers) => numbers.indexOf(maxOf(numbers, 0)));
  return most === longest ? Math.max(0, most ?? 0) : 0;
}
