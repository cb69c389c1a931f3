import type { TextItem } from '@llamaindex/liteparse';
import { maxOf } from '../../base/arrays.ts';
import { cropBox } from './crop.ts';
import { inkLimit } from './dark-pixels.ts';
import type { GreyImage } from './image-pdf.ts';
import { inkedColumns, inkedRows, type Span } from './ink-spans.ts';
import { splitWords } from './split-words.ts';

// liteparse takes brackets around a number for the borders of a table and removes them: (30.9), which is negative in
// accounts, becomes 30.9.
const STRIPPED = /^(?:[\d.,/%*+-]+|[ZN]\/A|Z)$/;

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

/** A number with the brackets that the image shows at its ends. */
function bracketed(item: TextItem, image: GreyImage): string {
  const { text } = item;
  const part = cropBox(image, item);
  if (part === undefined) return text;
  const limit = inkLimit(part, 1);
  const all = { from: 0, to: part.height };
  const shapes = inkedColumns(part, limit, { from: 0, to: part.width }, all).map((across): Shape => {
    const down = inkedRows(part, limit, across, all);
    return { across, down, height: down.to - down.from };
  });
  const [first, last] = [shapes[0], shapes.at(-1)];
  if (first === undefined || last === undefined || shapes.length < 2) return text;
  // Of two shapes, one is the number.
  const inside =
    shapes.length === 2
      ? [Math.min(first.height, last.height)]
      : shapes.slice(1, -1).map((each) => each.height);
  const isTall = (shape: Shape): boolean => shape.height >= maxOf(inside) * MIN_HEIGHT;
  const at = (shape: Shape, side: Side, minBend: number): string =>
    isTall(shape) ? bracketOf(part, limit, shape, side, minBend) : '';
  const opening = at(first, 'left', MIN_BEND);
  const closing = at(last, 'right', MIN_BEND);
  if (opening === '' && closing !== '') return `${at(first, 'left', MIN_PAIR_BEND)}${text}${closing}`;
  if (opening !== '' && closing === '') return `${opening}${text}${at(last, 'right', MIN_PAIR_BEND)}`;
  return `${opening}${text}${closing}`;
}

/** Restores the brackets around recognized numbers, by the image. Coordinates are in points. */
export function restoreBrackets(items: readonly TextItem[], image: GreyImage): TextItem[] {
  return items.map((item) => {
    const texts = item.text.split(/\s+/).filter((word) => word !== '');
    if (!texts.some((word) => STRIPPED.test(word))) return item;
    const words = splitWords([item], image).map((word) =>
      STRIPPED.test(word.text) ? bracketed(word, image) : word.text,
    );
    return { ...item, text: words.join(' ') };
  });
}
