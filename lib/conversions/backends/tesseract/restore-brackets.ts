import { maxOf } from '../../base/arrays.ts';
import { centerOf, heightOf } from '../../shared/geometry/box.ts';
import { crop } from './crop.ts';
import type { GreyImage } from './image-pdf.ts';
import type { InkShape } from './ink-shapes.ts';
import { inkedColumns, type Span } from './ink-spans.ts';

// Maximum width and stroke of a bracket, and minimum bend of its ends, as shares of its height.
const MAX_WIDTH = 0.5;
const MAX_STROKE = 0.25;
const MIN_BEND = 0.08;
// Minimum bend opposite a certain bracket.
const MIN_PAIR_BEND = 0.03;
// Minimum height of a bracket, as a multiple of the digits' height.
const MIN_HEIGHT = 1.1;
// Minimum height in pixels; smaller shapes have no outline to judge.
const MIN_PIXELS = 7;
// Minimum height of a digit or bracket, as a share of the number's; points are lower.
const MIN_SHAPE = 0.4;
// Number of parts of a bracket's height; the first, the middle and the last are compared.
const PARTS = 7;

type Side = 'left' | 'right';
const brackets = { left: { round: '(', square: '[' }, right: { round: ')', square: ']' } };

/**
 * The outline of a shape at some rows, in pixels from the side where a bracket of that side is thickest: the mean of its
 * outer edge, and the greatest reach of its inner one. Undefined if a row has two strokes.
 */
function outlineAt(image: GreyImage, limit: number, across: Span, down: Span, side: Side) {
  let outer = 0;
  let inner = 0;
  let rows = 0;
  for (let y = down.from; y < down.to; y += 1) {
    const [stroke, other] = inkedColumns(image, limit, across, { from: y, to: y + 1 });
    if (other !== undefined) return undefined;
    if (stroke === undefined) continue;
    outer += side === 'left' ? stroke.from - across.from : across.to - stroke.to;
    inner = Math.max(inner, side === 'left' ? stroke.to - across.from : across.to - stroke.from);
    rows += 1;
  }
  return rows === 0 ? undefined : { outer: outer / rows, inner };
}

/** A shape at an end of a number, and its height. */
interface Shape {
  readonly across: Span;
  readonly down: Span;
  readonly height: number;
}

/** Returns the bracket that a shape shows: its ends bend towards the number, or reach there from a straight stroke. */
function bracketOf(
  image: GreyImage,
  limit: number,
  { across, down, height }: Shape,
  side: Side,
  minBend: number,
): string {
  if (height < MIN_PIXELS || across.to - across.from > height * MAX_WIDTH) return '';
  const part = Math.max(1, Math.round(height / PARTS));
  const middleFrom = (down.from + down.to - part) >> 1;
  const [top, middle, bottom] = [down.from, middleFrom, down.to - part].map((from) =>
    outlineAt(image, limit, across, { from, to: from + part }, side),
  );
  if (top === undefined || middle === undefined || bottom === undefined) return '';
  if (middle.inner - middle.outer > height * MAX_STROKE) return '';
  const bend = height * minBend;
  const ends = [top, bottom];
  if (ends.every(({ outer }) => outer - middle.outer >= bend)) return brackets[side].round;
  const isSquare = ends.every(
    ({ outer, inner }) => Math.abs(outer - middle.outer) < bend && inner - middle.inner >= bend,
  );
  return isSquare ? brackets[side].square : '';
}

/** Keeps only the ink of a shape in its box. */
function isolated(image: GreyImage, limit: number, { left, right, top, bottom }: InkShape): GreyImage {
  const part = crop(image, { from: left, to: right }, { from: top, to: bottom });
  const { pixels, width, height } = part;
  // The shape is the one that reaches all four sides.
  const kept = new Uint8Array(pixels.length).fill(255);
  for (let start = 0; start < width; start += 1) {
    if ((pixels[start] ?? 255) > limit || kept[start] === 0) continue;
    const queue = [start];
    let [first, last, low] = [width, 0, 0];
    kept.fill(255);
    kept[start] = 0;
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
      const [x, y] = [at % width, Math.floor(at / width)];
      first = Math.min(first, x);
      last = Math.max(last, x);
      low = Math.max(low, y);
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1)
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
          const near = row * width + column;
          if ((pixels[near] ?? 255) > limit || kept[near] === 0) continue;
          kept[near] = 0;
          queue.push(near);
        }
    }
    if (first === 0 && last === width - 1 && low === height - 1) break;
  }
  return { ...part, pixels: kept };
}

/** Returns the brackets that the image of a number shows at its ends. */
export function bracketsOf(
  part: GreyImage,
  limit: number,
  shapes: readonly InkShape[],
): readonly [opening: string, closing: string] {
  const large = shapes.filter((shape) => heightOf(shape) >= MIN_SHAPE * part.height);
  const ordered = large.toSorted((one, other) => centerOf(one) - centerOf(other));
  const [first, last] = [ordered[0], ordered.at(-1)];
  if (first === undefined || last === undefined || ordered.length < 2) return ['', ''];
  // Of two shapes, one is the number.
  const inside =
    ordered.length === 2 ? [Math.min(heightOf(first), heightOf(last))] : ordered.slice(1, -1).map(heightOf);
  const isTall = (shape: InkShape): boolean => heightOf(shape) >= maxOf(inside) * MIN_HEIGHT;
  const at = (shape: InkShape, side: Side, minBend: number): string => {
    if (!isTall(shape)) return '';
    const alone = isolated(part, limit, shape);
    const whole = {
      across: { from: 0, to: alone.width },
      down: { from: 0, to: alone.height },
      height: alone.height,
    };
    return bracketOf(alone, limit, whole, side, minBend);
  };
  const opening = at(first, 'left', MIN_BEND);
  const closing = at(last, 'right', MIN_BEND);
  if (opening === '' && closing !== '') return [at(first, 'left', MIN_PAIR_BEND), closing];
  if (opening !== '' && closing === '') return [opening, at(last, 'right', MIN_PAIR_BEND)];
  return [opening, closing];
}
