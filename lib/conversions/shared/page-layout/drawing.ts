import type { Box } from '../geometry/box.ts';

/** A shape that is drawn on a page, with its box in points from the page's top left. */
export interface Drawing extends Box {
  readonly isStroked: boolean;
  readonly isFilled: boolean;
  /** Whether it has the colour of what it is on, such as white on paper. */
  readonly isInvisible: boolean;
  readonly isCurved: boolean;
  /** The x and y of the start and the end of each of its straight lines. */
  readonly lines: readonly number[];
}

// Maximum thickness of a rule, in points.
const THIN = 3;

/** Returns true for a shape as thin as a line. */
export const isThin = ({ width, height }: Box): boolean => Math.min(width, height) <= THIN;
