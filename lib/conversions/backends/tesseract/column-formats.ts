import {
  type Box,
  type Edges,
  edgesOf,
  heightOf,
  middleOf,
  sharedHeight,
  sharedWidth,
  widthOf,
} from '../../shared/geometry/box.ts';
import type { RestoredNumber } from './restore-points.ts';

// A number written unlike all its neighbours in a column was probably misread: 1124 below 98.3, or 61,9.

// Distance up to which numbers are neighbours, in heights; how many count above and below; how many there must be.
const MAX_DISTANCE = 12;
const MAX_NEIGHBOURS = 3;
const MIN_NEIGHBOURS = 3;
// Minimum share of the narrower number's width, or the lower one's height, that two numbers of a column or of a row have in common.
const SHARED = 0.5;
// Digits between signs that make a whole number: 1,234 or 1.234.
const GROUP = 3;
// A page has fewer; each is compared with all.
const MAX_NUMBERS = 4000;

const AMOUNT = /^[-–+($€£]*(\d[\d.,]*)[)%]*$/u;
const PERCENT = /%/;
const FRACTION = /[.,](\d+)$/;

/** A number where it is on an image. */
export interface PlacedNumber extends Box {
  readonly text: string;
}

interface BoxedNumber {
  readonly text: string;
  readonly box: Edges;
}

/** How an amount is written. `sign`: that before its fraction; undefined for a whole number. */
interface Format {
  readonly sign: string | undefined;
  readonly decimals: number;
  readonly digits: number;
}

/** Returns the format of an amount; undefined for times, ranges and other text. */
function formatOf(text: string): Format | undefined {
  const amount = AMOUNT.exec(text)?.[1];
  if (amount === undefined) return undefined;
  const fraction = FRACTION.exec(amount)?.[1]?.length ?? 0;
  const decimals = fraction === GROUP ? 0 : fraction;
  return {
    sign: decimals === 0 ? undefined : amount.at(-decimals - 1),
    decimals,
    digits: amount.replaceAll(/[.,]/g, '').length,
  };
}

/** The formats of the nearest numbers above and below a number in its column. */
function neighboursOf({ text: ownText, box: own }: BoxedNumber, others: readonly BoxedNumber[]) {
  const height = heightOf(own);
  const inColumn = others
    .filter(
      ({ text, box }) =>
        PERCENT.test(text) === PERCENT.test(ownText) &&
        Math.abs(box.top - own.top) <= MAX_DISTANCE * height &&
        sharedWidth(own, box) >= SHARED * Math.min(widthOf(own), widthOf(box)) &&
        sharedHeight(own, box) < SHARED * Math.min(height, heightOf(box)),
    )
    .toSorted((one, other) => Math.abs(one.box.top - own.top) - Math.abs(other.box.top - own.top));
  const [above = [], below = []] = [-1, 1].map((side) =>
    inColumn.filter(({ box }) => Math.sign(middleOf(box) - middleOf(own)) === side).slice(0, MAX_NEIGHBOURS),
  );
  return { isFirst: above.length === 0, formats: [...above, ...below].map(({ text }) => formatOf(text)) };
}

/** Compares a number with its neighbours. */
function likeNeighbours(number: BoxedNumber, others: readonly BoxedNumber[]): RestoredNumber {
  const { text } = number;
  const unchanged = { text, isDoubtful: false };
  const own = formatOf(text);
  if (own === undefined) return unchanged;
  const { isFirst, formats } = neighboursOf(number, others);
  const { sign, decimals = 0 } = formats[0] ?? {};
  const isEqual = formats.every((each) => each?.sign === sign && each?.decimals === decimals);
  if (formats.length < MIN_NEIGHBOURS || sign === undefined || !isEqual || own.sign === sign)
    return unchanged;
  if (own.sign === undefined || own.decimals !== decimals)
    // Numbers above all others are years and other headers.
    return { text, isDoubtful: !isFirst && own.digits > decimals };
  const at = text.lastIndexOf(own.sign);
  return { text: `${text.slice(0, at)}${sign}${text.slice(at + 1)}`, isDoubtful: false };
}

/**
 * Compares each number of an image with those above and below it. If all of them have the same decimals, a number with the
 * other decimal sign gets theirs, and one without decimals is doubtful.
 */
export function withColumnFormats(numbers: readonly PlacedNumber[]): RestoredNumber[] {
  const boxed = numbers.map((number) => ({ text: number.text, box: edgesOf(number) }));
  return boxed.map((number) =>
    boxed.length > MAX_NUMBERS ? { text: number.text, isDoubtful: false } : likeNeighbours(number, boxed),
  );
}
