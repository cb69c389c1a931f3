import type { TextItem } from '@llamaindex/liteparse';
import { minOf } from '../../base/arrays.ts';
import { inkLimit } from './dark-pixels.ts';
import type { GreyPicture } from './picture-pdf.ts';

const DIGITS = /^\p{Nd}{3,}$/u;
// The middles of two digits of one number stand nearer than their height; a space makes it more, and half as much again.
const NUMBER_APART = 1.05;
const MUCH_WIDER = 1.3;
// Parts of a box's height.
const LEAST_SPACE = 0.25;
// Each is looked at beside each.
const MAX_ITEMS = 2000;

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Stretches of columns of pixels that hold ink, within a box in pixels. */
function inkedColumns(picture: GreyPicture, limit: number, across: Span, down: Span): Span[] {
  const spans: Span[] = [];
  let from = -1;
  for (let x = across.from; x <= across.to; x += 1) {
    let isInk = false;
    for (let y = down.from; x < across.to && y < down.to && !isInk; y += 1)
      isInk = (picture.pixels[y * picture.width + x] ?? 255) <= limit;
    if (isInk && from < 0) from = x;
    if (!isInk && from >= 0) {
      spans.push({ from, to: x });
      from = -1;
    }
  }
  return spans;
}

const within = (value: number, most: number): number => Math.min(most, Math.max(0, Math.round(value)));

/** Numbers that were read as one, by the wide gaps between their digits on the picture; undefined where there are none. */
function numbersOf(
  item: TextItem,
  right: number,
  picture: GreyPicture,
  limit: number,
): TextItem[] | undefined {
  const scale = picture.dpi / 72;
  const down = {
    from: within(item.y * scale, picture.height),
    to: within((item.y + item.height) * scale, picture.height),
  };
  const across = { from: within(item.x * scale, picture.width), to: within(right * scale, picture.width) };
  const found = inkedColumns(picture, limit, across, down);
  // What the edge of the box cuts through is of the next number.
  const inked = found.filter(({ to }) => to < across.to || right === item.x + item.width);
  const digits = [...item.text];
  if (inked.length !== digits.length) return undefined;
  const middles = inked.map(({ from, to }) => (from + to) / 2);
  const steps = middles.slice(1).map((middle, at) => middle - (middles[at] ?? 0));
  const ink = inkedRows(picture, limit, across, down);
  const wide = NUMBER_APART * (ink.to - ink.from);
  const apart = steps.filter((step) => step > wide);
  const together = steps.filter((step) => step <= wide);
  // Digits that all stand alike are one number set wide, as in the boxes of a form.
  if (apart.length === 0 || together.length === 0) return undefined;
  if (minOf(apart) < (MUCH_WIDER * together.reduce((sum, step) => sum + step, 0)) / together.length)
    return undefined;
  const parts: TextItem[] = [];
  let first = 0;
  for (let at = 0; at < digits.length; at += 1) {
    if (at + 1 < digits.length && (steps[at] ?? 0) <= wide) continue;
    const from = inked[first]?.from ?? across.from;
    const to = inked[at]?.to ?? across.to;
    parts.push({
      ...item,
      text: digits.slice(first, at + 1).join(''),
      x: from / scale,
      width: (to - from) / scale,
      y: ink.from / scale,
      height: (ink.to - ink.from) / scale,
    });
    first = at + 1;
  }
  return parts;
}

/** The rows of pixels between the first and the last with ink in a box. */
function inkedRows(picture: GreyPicture, limit: number, across: Span, down: Span): Span {
  const isInked = (y: number): boolean =>
    picture.pixels
      .subarray(y * picture.width + across.from, y * picture.width + across.to)
      .some((pixel) => pixel <= limit);
  let { from, to } = down;
  while (from < to && !isInked(from)) from += 1;
  while (to > from && !isInked(to - 1)) to -= 1;
  return { from, to };
}

/**
 * Recognised text with the words apart that stand apart on the picture, in points of its resolution. Tesseract reads rows such
 * as "1 2 3" as one number, in a box that may cover what comes after; and words in boxes too high, whose spaces then look
 * narrow, are put together when they are made lines.
 */
export function partNumbers(items: readonly TextItem[], picture: GreyPicture): TextItem[] {
  if (items.length > MAX_ITEMS) return [...items];
  const limit = inkLimit(picture);
  return items.flatMap((item) => {
    const end = item.x + item.width;
    const middle = item.y + item.height / 2;
    const covered = items.filter(
      ({ x, y, width, height }) =>
        x > item.x + item.height && x + width < end + item.height / 2 && y < middle && y + height > middle,
    );
    const right = minOf(
      covered.map((other) => other.x),
      end,
    );
    const numbers = DIGITS.test(item.text) ? numbersOf(item, right, picture, limit) : undefined;
    if (numbers !== undefined) return numbers;
    return [right < end ? { ...item, width: right - item.x - LEAST_SPACE * item.height } : item];
  });
}
