import type { TextItem } from '@llamaindex/liteparse';
import { minOf } from '../../base/arrays.ts';
import { inkLimit } from './dark-pixels.ts';
import type { GreyImage } from './image-pdf.ts';
import { inkedColumns, inkedRows, within } from './ink-spans.ts';

const DIGITS = /^\p{Nd}{3,}$/u;
// The centres of two digits in one number are closer than their height; with a space they are half as far apart again.
const MAX_DIGIT_STEP = 1.05;
const MIN_STEP_RATIO = 1.3;
// Share of a box's height.
const MIN_SPACE = 0.25;
// Each item is compared with all others.
const MAX_ITEMS = 2000;

/** Splits digits that were read as one number at wide gaps in the image; undefined if there are none. */
function numbersOf(item: TextItem, right: number, image: GreyImage, limit: number): TextItem[] | undefined {
  const scale = image.dpi / 72;
  const down = {
    from: within(item.y * scale, image.height),
    to: within((item.y + item.height) * scale, image.height),
  };
  const across = { from: within(item.x * scale, image.width), to: within(right * scale, image.width) };
  const found = inkedColumns(image, limit, across, down);
  // Ink that the edge of the box cuts belongs to the next number.
  const inked = found.filter(({ to }) => to < across.to || right === item.x + item.width);
  const digits = [...item.text];
  if (inked.length !== digits.length) return undefined;
  const middles = inked.map(({ from, to }) => (from + to) / 2);
  const steps = middles.slice(1).map((middle, at) => middle - (middles[at] ?? 0));
  const ink = inkedRows(image, limit, across, down);
  const wide = MAX_DIGIT_STEP * (ink.to - ink.from);
  const wideSteps = steps.filter((step) => step > wide);
  const narrowSteps = steps.filter((step) => step <= wide);
  // Equally spaced digits are one number, as in the boxes of a form.
  if (wideSteps.length === 0 || narrowSteps.length === 0) return undefined;
  if (
    minOf(wideSteps) <
    (MIN_STEP_RATIO * narrowSteps.reduce((sum, step) => sum + step, 0)) / narrowSteps.length
  )
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

/**
 * Separates recognized words that are apart in the image; coordinates are in points. Tesseract reads rows such as "1 2
 * 3" as one number, and its box may cover the next word. If boxes are too high, spaces look narrow and the layout
 * would join the words.
 */
export function splitNumbers(items: readonly TextItem[], image: GreyImage): TextItem[] {
  if (items.length > MAX_ITEMS) return [...items];
  const limit = inkLimit(image);
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
    const numbers = DIGITS.test(item.text) ? numbersOf(item, right, image, limit) : undefined;
    if (numbers !== undefined) return numbers;
    return [right < end ? { ...item, width: right - item.x - MIN_SPACE * item.height } : item];
  });
}
