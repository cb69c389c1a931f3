import { centerOf, type Edges, middleOf } from '../geometry/box.ts';
import { clusterSpans, isAfter, type Span } from '../geometry/clusters.ts';

/** A text of a drawing with its edges on the page, in points from the top left. */
interface Label {
  readonly text: string;
  readonly edges: Edges;
}

// Minimum numbers of an axis, and maximum deviation of values and positions from equal steps, as a share of a step.
const MIN_TICKS = 4;
const VALUE_TOLERANCE = 0.02;
const PLACE_TOLERANCE = 0.25;
// Maximum labels of a drawing; one with more is skipped.
const MAX_LABELS = 500;

const NUMBER = /^[-−–+]?(?:\d{1,3}(?:[ ,]\d{3}){1,4}|\d{1,9})?(?:[.,]\d{1,6})?%?$/;

/** Returns the value of an axis label; NaN for other texts. */
function tickOf(text: string): number {
  const plain = text.trim();
  if (!/\d/.test(plain) || plain.length > 16 || !NUMBER.test(plain)) return Number.NaN;
  const digits = plain.replace(/^[−–]/, '-').replace(/%$/, '');
  return Number(/[ ,]\d{3}(?:\D|$)/.test(digits) ? digits.replaceAll(/[ ,]/g, '') : digits.replace(',', '.'));
}

/** Returns true for a number as on an axis. */
export const isTick = (text: string): boolean => !Number.isNaN(tickOf(text));

const areEven = (values: readonly number[], tolerance: number): boolean => {
  const steps = values.slice(1).map((value, at) => value - (values[at] ?? 0));
  const [first = 0] = steps;
  return first !== 0 && steps.every((step) => Math.abs(step - first) <= Math.abs(first) * tolerance);
};

/** Returns true if a page has enough numbers for an axis. */
export const mayHaveAxis = (texts: readonly { readonly text: string }[]): boolean =>
  texts.reduce((count, { text }) => (isTick(text) ? count + 1 : count), 0) >= MIN_TICKS;

/** Returns true if ticks increase or decrease by equal steps at equal distances. */
function areTicks(ticks: readonly { readonly value: number; readonly place: number }[]): boolean {
  if (ticks.length < MIN_TICKS || ticks.some(({ value }) => Number.isNaN(value))) return false;
  const sorted = ticks.toSorted((one, other) => one.place - other.place);
  const values = sorted.map(({ value }) => value);
  const places = sorted.map(({ place }) => place);
  if (!areEven(places, PLACE_TOLERANCE)) return false;
  return areEven(values, VALUE_TOLERANCE);
}

const hasTicks = (
  labels: readonly Label[],
  alongOf: (label: Label) => Span,
  placeOf: (label: Label) => number,
): boolean =>
  clusterSpans(labels, alongOf, isAfter).some((line) =>
    areTicks(line.map((label) => ({ value: tickOf(label.text), place: placeOf(label) }))),
  );

/** Returns the number of directions, across and down, in which labels form an axis: numbers at equal steps. */
export function axesAmong(labels: readonly Label[]): 0 | 1 | 2 {
  if (labels.length > MAX_LABELS) return 0;
  const hasAcross = hasTicks(
    labels,
    ({ edges }) => ({ from: edges.top, to: edges.bottom }),
    ({ edges }) => centerOf(edges),
  );
  const hasDown = hasTicks(
    labels.filter(({ text }) => isTick(text)),
    ({ edges }) => ({ from: edges.left, to: edges.right }),
    ({ edges }) => middleOf(edges),
  );
  return hasAcross && hasDown ? 2 : hasAcross || hasDown ? 1 : 0;
}
