import { maxOf, minOf } from '../../base/arrays.ts';
import { median } from '../../base/median.ts';
import { isProse } from '../text/prose.ts';
import type { Box } from './box.ts';
import { clusterSpans, isAfter, spanAcross } from './clusters.ts';

// Patents count every fifth line between their columns, courts and manuscripts each one at the left.
const STEP = 5;
const MIN_FIFTHS = 3;
const MIN_LINES = 15;
// Share of the lines that have a number, if each one should.
const MIN_COUNTED = 0.8;
// Characters of a number with white space around it.
const MAX_CHARACTERS = 8;
// Font sizes from one line to the next, double-spaced at most.
const MIN_PITCH = 0.9;
const MAX_PITCH = 2.8;
// Ratios to the usual distance from one line to the next: headings are further apart.
const CLOSEST = 0.8;
const FURTHEST = 1.7;
// Share of the numbers of a strip that are fifths, if those alone are printed.
const MIN_FIFTHS_SHARE = 0.8;
// Points by which the bottom of a number differs from that of its line: its font is smaller.
const LEVEL = [-2, -1, 0, 1, 2];
// Shares of the numbered lines that are running text, and of those that continue a sentence: others are a list.
const MIN_PROSE = 0.5;
const MIN_CONTINUED = 0.4;
// A page of the smallest print has 300 lines. The search is quadratic.
const MAX_NUMBERS = 300;

/** A text of a page: its box in points from the page's top left, and its font size. */
export interface PlacedText extends Box {
  readonly text: string;
  readonly size: number;
}

interface Numbered<T> {
  readonly item: T;
  readonly value: number;
}

/** The most numbers of a strip, from top to bottom, that are as far apart as the lines that they count. */
function countingOf<T extends PlacedText>(strip: readonly Numbered<T>[], size: number): Numbered<T>[] {
  const sorted = strip.toSorted((one, other) => one.item.y - other.item.y);
  const pitchOf = (one: Numbered<T>, other: Numbered<T>): number =>
    other.value <= one.value ? 0 : (other.item.y - one.item.y) / (other.value - one.value);
  const pitches = sorted.flatMap((each, at) => {
    const pitch = at === 0 ? 0 : pitchOf(sorted[at - 1] ?? each, each);
    return pitch > 0 ? [pitch] : [];
  });
  const pitch = median(pitches);
  if (pitch < size * MIN_PITCH || pitch > size * MAX_PITCH) return [];
  let longest: Numbered<T>[] = [];
  const chains: Numbered<T>[][] = [];
  for (const each of sorted) {
    let best: Numbered<T>[] = [];
    for (const chain of chains) {
      const ratio = pitchOf(chain.at(-1) ?? each, each) / pitch;
      if (chain.length > best.length && ratio >= CLOSEST && ratio <= FURTHEST) best = chain;
    }
    const chain = [...best, each];
    chains.push(chain);
    if (chain.length > longest.length) longest = chain;
  }
  return longest;
}

/** Whether numbers count each line of running text to their right. */
function countLines(numbers: readonly Numbered<PlacedText>[], items: readonly PlacedText[]): boolean {
  const values = new Set(numbers.map(({ value }) => value));
  const range = maxOf(values) - minOf(values) + 1;
  if (values.size < MIN_LINES || values.size < range * MIN_COUNTED) return false;
  const right = maxOf(numbers.map(({ item }) => item.x + item.width));
  const bottoms = new Set(
    numbers.flatMap(({ item }) => LEVEL.map((shift) => Math.round(item.y + item.height) + shift)),
  );
  const lines = items.filter(
    ({ x, y, height, text }) => x >= right && bottoms.has(Math.round(y + height)) && isProse(text),
  );
  const continued = lines.filter(({ text }) => /^\s*\p{Ll}/u.test(text));
  return lines.length >= values.size * MIN_PROSE && continued.length >= lines.length * MIN_CONTINUED;
}

const isNumber = ({ text }: { readonly text: string }): boolean =>
  text.length <= MAX_CHARACTERS && /^\s*\d{1,3}\s*$/.test(text);

/** Whether a page has enough numbers to count some of its lines. */
export const mayHaveLineNumbers = (items: readonly { readonly text: string }[]): boolean =>
  items.filter(isNumber).length >= MIN_FIFTHS;

/** The strips of numbers beside the text of a page that count its lines. */
export function lineNumbersOf<T extends PlacedText>(items: readonly T[]): T[][] {
  const numbers = items.filter(isNumber).map((item): Numbered<T> => ({ item, value: Number(item.text) }));
  if (numbers.length < MIN_FIFTHS || numbers.length > MAX_NUMBERS) return [];
  const size = median(items.flatMap((item) => (isProse(item.text) ? [item.size] : [])));
  const strips = clusterSpans(numbers, ({ item }) => spanAcross(item), isAfter);
  return strips.flatMap((strip): T[][] => {
    const fifths = countingOf(
      strip.filter(({ value }) => value > 0 && value % STEP === 0),
      size,
    );
    const all = countingOf(strip, size);
    const areFifths = fifths.length >= Math.max(MIN_FIFTHS, strip.length * MIN_FIFTHS_SHARE);
    const found = countLines(all, items) ? all : areFifths ? fifths : [];
    return found.length === 0 ? [] : [found.map(({ item }) => item)];
  });
}
