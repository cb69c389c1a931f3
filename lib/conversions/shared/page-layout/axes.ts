import { centerOf, type Edges, middleOf } from '../geometry/box.ts';
import { clusterSpans, isAfter, type Span } from '../geometry/clusters.ts';

/** A text of a drawing with its edges on the page, in points from the top left. */
export interface Label {
  readonly text: string;
  readonly edges: Edges;
}

// Numbers of an axis, at least, and the share of a step by which the values and their places may differ from others.
const MIN_TICKS = 4;
const VALUE_TOLERANCE = 0.02;
const PLACE_TOLERANCE = 0.25;
// Labels of a drawing; one with more is not looked at.
const MAX_LABELS = 500;

const NUMBER = /^[-−–+]?(?:\d{1,3}(?:[ ,]\d{3}){1,4}|\d{1,9})?(?:[.,]\d{1,6})?%?$/;

/** The value of a label of an axis; NaN of other texts. */
function tickOf(text: string): number {
  const plain = text.trim();
  if (!/\d/.test(plain) || plain.length > 16 || !NUMBER.test(plain)) return Number.NaN;
  const digits = plain.replace(/^[−–]/, '-').replace(/%$/, '');
  return Number(/[ ,]\d{3}(?:\D|$)/.test(digits) ? digits.replaceAll(/[ ,]/g, '') : digits.replace(',', '.'));
}

const areEven = (values: readonly number[], tolerance: number): boolean => {
  const steps = values.slice(1).map((value, at) => value - (values[at] ?? 0));
  const [first = 0] = steps;
  return first !== 0 && steps.every((step) => Math.abs(step - first) <= Math.abs(first) * tolerance);
};

/** Whether a page has enough numbers for an axis. */
export const mayHaveAxis = (texts: readonly { readonly text: string }[]): boolean =>
  texts.reduce((count, { text }) => (Number.isNaN(tickOf(text)) ? count : count + 1), 0) >= MIN_TICKS;

/** Whether ticks go up or down by equal steps, or by equal factors, at equal distances. */
function areTicks(ticks: readonly { readonly value: number; readonly place: number }[]): boolean {
  if (ticks.length < MIN_TICKS || ticks.some(({ value }) => Number.isNaN(value))) return false;
  const sorted = ticks.toSorted((one, other) => one.place - other.place);
  const values = sorted.map(({ value }) => value);
  const places = sorted.map(({ place }) => place);
  if (!areEven(places, PLACE_TOLERANCE)) return false;
  return (
    areEven(values, VALUE_TOLERANCE) ||
    (values.every((value) => value > 0) && areEven(values.map(Math.log), VALUE_TOLERANCE))
  );
}

const hasTicks = (
  labels: readonly Label[],
  alongOf: (label: Label) => Span,
  placeOf: (label: Label) => number,
): boolean =>
  clusterSpans(labels, alongOf, isAfter).some((line) =>
    areTicks(line.map((label) => ({ value: tickOf(label.text), place: placeOf(label) }))),
  );

/** In how many directions labels are those of an axis: numbers that go up or down by equal steps, side by side or above each other. */
export function axesAmong(labels: readonly Label[]): 0 | 1 | 2 {
  if (labels.length > MAX_LABELS) return 0;
  const hasAcross = hasTicks(
    labels,
    ({ edges }) => ({ from: edges.top, to: edges.bottom }),
    ({ edges }) => centerOf(edges),
  );
  const hasDown = hasTicks(
    labels.filter(({ text }) => !Number.isNaN(tickOf(text))),
    ({ edges }) => ({ from: edges.left, to: edges.right }),
    ({ edges }) => middleOf(edges),
  );
  return hasAcross && hasDown ? 2 : hasAcross || hasDown ? 1 : 0;
}
