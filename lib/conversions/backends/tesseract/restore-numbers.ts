import type { TextItem } from '@llamaindex/liteparse';
import type { Box } from '../../shared/geometry/box.ts';
import { withColumnFormats } from './column-formats.ts';
import { crop, cropBox } from './crop.ts';
import { inkLimit } from './dark-pixels.ts';
import type { GreyImage } from './image-pdf.ts';
import { inkShapes } from './ink-shapes.ts';
import { NUMBER_WITH_LETTER, withBlank } from './restore-blanks.ts';
import { bracketsOf } from './restore-brackets.ts';
import { type RestoredNumber, withPoints } from './restore-points.ts';
import { splitWords } from './split-words.ts';

// liteparse takes brackets around a number for the borders of a table and removes them: (30.9), which is negative in
// accounts, becomes 30.9.
const STRIPPED = /^(?:[\d.,/%*+-]+|[ZN]\/A|Z)$/;
const DIGIT = /\d/;
const LETTER = /\p{L}/u;
const NO_AMOUNT = /[^\d,.%()]/;
const FRACTION = /\d[.,]\d/;
// Confidence below which a number is doubtful, and the greatest one of a doubtful number.
const MIN_CONFIDENCE = 0.4;
const DOUBTFUL_CONFIDENCE = 0.3;
// Margin around a number, as a share of its height; the gap to the next word is wider.
const MARGIN = 0.12;
// Minimum share of the width of a number that a rule covers; the top of a 7 or 5 covers less.
const MIN_RULE = 0.8;

/** A box with a margin: that of a word without its brackets may end within them. */
function grown({ x, y, width, height }: Box): Box {
  const margin = MARGIN * height;
  return { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin };
}

/** Cuts off the rules above and below a number, which join its brackets. */
function withoutRules(image: GreyImage): GreyImage {
  const { pixels, width, height } = image;
  const limit = inkLimit(image, 1);
  const isRule = (y: number): boolean =>
    pixels.subarray(y * width, (y + 1) * width).reduce((sum, grey) => sum + (grey <= limit ? 1 : 0), 0) >=
    MIN_RULE * width;
  const rows = Array.from({ length: height }, (_, y) => y).filter(isRule);
  const from = (rows.findLast((y) => y < height / 2) ?? -1) + 1;
  const to = rows.find((y) => y >= height / 2) ?? height;
  return crop(image, { from: 0, to: width }, { from, to });
}

const isNumber = (word: string): boolean =>
  STRIPPED.test(word) || NUMBER_WITH_LETTER.test(word) || (DIGIT.test(word) && !LETTER.test(word));

/** Returns true if an amount with a fraction has a bracket on one side only, as in 30.8): its sign is uncertain. */
const isHalfBracketed = (text: string): boolean =>
  !NO_AMOUNT.test(text) && FRACTION.test(text) && text.startsWith('(') !== text.endsWith(')');

/** A number with its brackets, points and commas. */
function restored(item: TextItem, image: GreyImage): RestoredNumber {
  const { text } = item;
  const isStripped = STRIPPED.test(text);
  const cropped = isNumber(text) ? cropBox(image, grown(item)) : undefined;
  if (cropped === undefined) return { text, isDoubtful: false };
  const part = withoutRules(cropped);
  const limit = inkLimit(part, 1);
  const shapes = inkShapes(part, limit) ?? [];
  if (NUMBER_WITH_LETTER.test(text)) return withBlank(text, shapes);
  const [opening, closing] = isStripped ? bracketsOf(part, limit, shapes) : ['', ''];
  return withPoints(`${opening}${text}${closing}`, shapes, part.height);
}

/** Recognized text, and how many numbers of it are doubtful. */
interface RestoredText {
  readonly words: readonly TextItem[];
  readonly doubtful: number;
}

/** Restores what liteparse and Tesseract drop of numbers, by the image and their neighbours. Coordinates are in points. */
export function restoreNumbers(items: readonly TextItem[], image: GreyImage): RestoredText {
  const limit = inkLimit(image);
  const read = items.map((item) => ({
    item,
    numbers: item.text.split(/\s+/).some(isNumber)
      ? splitWords([item], image, limit).map((word) => ({ ...word, ...restored(word, image) }))
      : [],
  }));
  const formatted = withColumnFormats(read.flatMap(({ numbers }) => numbers)).values();
  let doubtful = 0;
  const words = read.map(({ item, numbers }) => {
    if (numbers.length === 0) return item;
    const { confidence = 0 } = item;
    const both = numbers.map(({ isDoubtful }) => {
      const inColumn = formatted.next().value;
      return { text: inColumn?.text ?? '', isDoubtful: isDoubtful || inColumn?.isDoubtful === true };
    });
    const text = both.map((number) => number.text).join(' ');
    // The confidence of several words may be that of any.
    const isUnsure = both.length === 1 && confidence < MIN_CONFIDENCE;
    const own = both.filter((number) => DIGIT.test(number.text) && (number.isDoubtful || isUnsure)).length;
    const count = own === 0 && isHalfBracketed(text) ? 1 : own;
    if (count === 0) return { ...item, text };
    doubtful += count;
    return { ...item, text, confidence: Math.min(confidence, DOUBTFUL_CONFIDENCE) };
  });
  return { words, doubtful };
}
