import { type Box, isAmid } from '../geometry/box.ts';
import { isMarked } from '../text/bullets.ts';
import type { Drawing } from './drawing.ts';
import type { SourcePage, TextRun } from './text-run.ts';

// Browsers draw the bullets of lists as shapes, not as characters.

// Minimum and maximum side of a bullet, in font sizes of its line; its sides may differ by this ratio.
const MIN_SIDE = 0.2;
const MAX_SIDE = 0.65;
const SQUARE = 1.25;
// Maximum distance from the bullet to its text, and from the middle of the line, in font sizes.
const REACH = 2.5;
const LEVEL = 0.35;
// Minimum white space to the left of a bullet, in font sizes; less is a symbol in a line.
const CLEAR = 1;
// Minimum bullets of a page, and maximum: more are the dots of a drawing.
const MIN_BULLETS = 2;
const MAX_BULLETS = 300;

const isSquare = ({ width, height }: Box): boolean =>
  Math.min(width, height) > 0 && Math.max(width, height) <= SQUARE * Math.min(width, height);

const isLevel = (shape: Box, { y, height, size }: TextRun): boolean =>
  Math.abs(shape.y + shape.height / 2 - y - height / 2) < LEVEL * size;

const isSized = ({ width }: Box, { size }: TextRun): boolean =>
  width >= MIN_SIDE * size && width <= MAX_SIDE * size;

/** Returns the run that a shape is the bullet of. */
function textBeside(shape: Box, runs: readonly TextRun[]): TextRun | undefined {
  const level = runs.filter((run) => isLevel(shape, run));
  const after = level.filter(({ x, size }) => x > shape.x && x - shape.x - shape.width < REACH * size);
  const [first, ...others] = after;
  if (first === undefined) return undefined;
  const nearest = others.reduce((best, run) => (run.x < best.x ? run : best), first);
  const isClear = level.every(({ x, width, size }) => x > shape.x || x + width < shape.x - CLEAR * size);
  return isClear && isSized(shape, nearest) && !isMarked(nearest.text) ? nearest : undefined;
}

const signOf = ({ isCurved, isFilled }: Drawing): string => {
  if (!isCurved) return '▪';
  return isFilled ? '•' : '◦';
};

const mayBeBullet = (shape: Drawing): boolean =>
  isSquare(shape) && (shape.isFilled ? !shape.isInvisible : shape.isCurved);

/** Adds the bullets that a page draws as shapes to its runs. */
export function withDrawnBullets(page: SourcePage, shapes: readonly Drawing[]): SourcePage {
  const { runs, figures = [] } = page;
  const candidates = shapes.filter(
    (shape) => mayBeBullet(shape) && !figures.some((box) => isAmid(shape, box)),
  );
  if (candidates.length < MIN_BULLETS || candidates.length > MAX_BULLETS) return page;
  const bullets = candidates.flatMap((shape): TextRun[] => {
    const text = textBeside(shape, runs);
    if (text === undefined) return [];
    const { y, height, size } = text;
    return [{ text: signOf(shape), x: shape.x, width: shape.width, y, height, size }];
  });
  return bullets.length < MIN_BULLETS ? page : { ...page, runs: [...runs, ...bullets] };
}
