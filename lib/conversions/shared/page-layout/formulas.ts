import { maxOf } from '../../base/arrays.ts';
import {
  type Box,
  type Edges,
  edgesOf,
  heightOf,
  middleOf,
  overlap,
  sharedHeight,
  sharedWidth,
  unionOf,
  widthOf,
} from '../geometry/box.ts';
import { isNumberedCaption } from './caption.ts';
import { type Drawing, isThin } from './drawing.ts';
import { runsBesideTables, type Segment, segmentsOf } from './segments.ts';
import type { TextLine } from './text-line.ts';
import type { SourcePage, TextRun } from './text-run.ts';

// Minimum indent of a displayed formula, in font sizes.
const MIN_INDENT = 1;
// Maximum gap in font sizes between a formula and another line of it, such as limits or a numerator.
const MAX_GAP = 0.5;
// Maximum gap in font sizes between two parts of a formula on one line, and maximum height of a formula.
const QUADS = 2.5;
const MAX_HEIGHT = 10;
// Maximum relations of a page that are tried, and parts of a formula and of a page.
const MAX_TRIES = 60;
const MAX_PARTS = 40;
const MAX_SEGMENTS = 2000;
// Minimum share of the narrower of two texts that is above or below the other, and maximum share of its height beside it.
const STACKED = 0.5;
const BESIDE = 0.2;
// Minimum size of text that is no script, as a share of the largest text of its formula.
const FULL_SIZE = 0.85;
// Maximum length of a fraction bar, and maximum distance to the texts above and below it, in font sizes.
const MAX_BAR = 40;
const BAR_REACH = 0.8;
// Maximum difference between the widths of a fraction and of its bar, in font sizes.
const BAR_MARGIN = 0.6;
// Maximum length of a fraction bar that makes a formula, as a share of the page's width, and maximum number of them on a page.
const MAX_FRACTION = 0.25;
const MAX_BARS = 200;
// Share of the height of a line within which others may overlap it, and margin of an image in points.
const LINE_OVERLAP = 0.25;
const MARGIN = 1;

const RELATION = /[=≠<>≤≥≈∼≃≡∝∈⊂⊆→⇒↦]/u;
// Operators with limits, roots, and parts of tall brackets.
const OPERATOR = /[∏-∑√∫-∳⋀-⋃\u239b-\u23ae\uf8e5-\uf8fe]/u;
const NUMBER = /^\((?:[A-Z]\.?)?\d{1,3}(?:\.\d{1,3}){0,2}[a-z]?\)$/;
const WORD = /\p{L}{4,}/gu;
// Characters of fonts whose encoding is unknown.
const UNREADABLE = /[\p{Cc}\ufffd]/u;
// Maximum words of a formula, such as "where" and the name of a function.
const MAX_WORDS = 2;

const countWords = (text: string): number => text.match(WORD)?.length ?? 0;

const areNear = (one: TextLine, other: TextLine): boolean =>
  Math.max(one.y, other.y) - Math.min(one.bottom, other.bottom) < MAX_GAP * Math.max(one.size, other.size) &&
  one.x < other.right &&
  one.right > other.x;

/**
 * Returns the lines of a column that belong to displayed formulas, each with whether it has a relation. Such a line is indented
 * and has hardly a word; short lines above and below it are parts of fractions and limits.
 */
export function formulaLines(lines: readonly TextLine[], left: number): ReadonlyMap<TextLine, boolean> {
  const isIndented = (line: TextLine): boolean => line.x - left > line.size * MIN_INDENT;
  const found = new Map<TextLine, boolean>();
  for (const line of lines)
    if (RELATION.test(line.text) && !line.mono && countWords(line.text) <= MAX_WORDS && isIndented(line))
      found.set(line, true);
  if (found.size === 0) return found;
  for (const order of [lines, lines.toReversed()])
    order.forEach((line, at) => {
      const before = order[at - 1];
      if (before === undefined || !found.has(before) || found.has(line)) return;
      if (countWords(line.text) === 0 && isIndented(line) && areNear(before, line)) found.set(line, false);
    });
  return found;
}

interface Part extends Edges {
  readonly segment: Segment;
  readonly isRelation: boolean;
  /** Whether it is part of a formula that may have no relation: an operator, or a part of a fraction. */
  readonly isOperand: boolean;
  readonly isNumber: boolean;
}

const isPart = ({ text, runs }: Segment): boolean =>
  countWords(text) <= MAX_WORDS &&
  !UNREADABLE.test(text) &&
  !isNumberedCaption(text) &&
  !runs.some(({ mono }) => mono);

/** Adds to a formula what is beside, above and below it, and its number. */
function grow(seed: Part, others: readonly Part[]): Part[] {
  const { size } = seed.segment;
  const found = [seed];
  let rest = others.filter((part) => part !== seed && !part.isNumber);
  while (found.length < MAX_PARTS) {
    const box = unionOf(found);
    const near = rest.find((part) => {
      const isBeside = sharedHeight(part, box) > 0 && -sharedWidth(part, box) < QUADS * size;
      const isOver = sharedWidth(part, box) > 0 && -sharedHeight(part, box) < MAX_GAP * size;
      const isLimit = !part.isRelation || part.segment.size < size * FULL_SIZE;
      return isBeside || (isOver && isLimit && countWords(part.segment.text) === 0);
    });
    if (near === undefined || heightOf(unionOf([...found, near])) > MAX_HEIGHT * size) break;
    found.push(near);
    rest = rest.filter((part) => part !== near);
  }
  return found;
}

/** Returns true if one of two texts is above the other, and not both are scripts. */
function areStacked(one: TextRun, other: TextRun, size: number): boolean {
  if (Math.max(one.size, other.size) < size * FULL_SIZE) return false;
  const [a, b] = [edgesOf(one), edgesOf(other)];
  return (
    sharedWidth(a, b) > STACKED * Math.min(widthOf(a), widthOf(b)) &&
    sharedHeight(a, b) < BESIDE * Math.min(heightOf(a), heightOf(b))
  );
}

/** Returns true if a formula has fractions, limits or other parts above each other, which a line of text does not show. */
function isTall(parts: readonly Part[], bars: readonly Edges[]): boolean {
  const runs = parts.flatMap(({ segment }) => segment.runs.filter(({ text }) => text.trim() !== ''));
  const size = maxOf(parts.map(({ segment }) => segment.size));
  const isFraction = bars.some((bar) => {
    const texts = runs.map(edgesOf).filter((run) => sharedWidth(run, bar) > 0);
    return (
      texts.some(({ bottom }) => Math.abs(bar.top - bottom) < BAR_REACH * size) &&
      texts.some(({ top }) => Math.abs(top - bar.bottom) < BAR_REACH * size)
    );
  });
  return (
    isFraction || runs.some((one, at) => runs.slice(at + 1).some((other) => areStacked(one, other, size)))
  );
}

const isBetween = (at: number, { top, bottom }: Edges): boolean => at > top && at < bottom;

/** Returns the texts above the bars of fractions, which are as wide as the wider of the texts above and below them. */
function numerators(segments: readonly Segment[], bars: readonly Edges[]): ReadonlySet<Segment> {
  const found = new Set<Segment>();
  if (bars.length > MAX_BARS) return found;
  const runs = segments.flatMap((segment) =>
    segment.runs.map((run) => ({ ...edgesOf(run), size: run.size, segment })),
  );
  for (const bar of bars) {
    const over = runs.filter((run) => sharedWidth(run, bar) > 0);
    const isNear = (gap: number, size: number): boolean => Math.abs(gap) < BAR_REACH * size;
    const above = over.filter(({ bottom, size }) => isNear(bar.top - bottom, size));
    const below = over.filter(({ top, size }) => isNear(top - bar.bottom, size));
    const [upper, lower] = [above[0], below[0]];
    if (upper === undefined || lower === undefined) continue;
    const wider = Math.max(widthOf(unionOf(above)), widthOf(unionOf(below)));
    if (Math.abs(widthOf(bar) - wider) < upper.size * BAR_MARGIN) found.add(upper.segment);
  }
  return found;
}

/** Returns the displayed formulas of a page that a line of text cannot show. Texts of tables and `taken` areas are no part of them. */
export function formulasOfPage(page: SourcePage, shapes: readonly Drawing[], taken: readonly Box[]): Box[] {
  const bars = shapes.filter((shape) => isThin(shape) && shape.width > shape.height).map(edgesOf);
  const short = bars.filter((bar) => widthOf(bar) < page.width * MAX_FRACTION);
  const isSign = ({ text }: TextRun): boolean => RELATION.test(text) || OPERATOR.test(text);
  if (short.length === 0 && !page.runs.some(isSign)) return [];
  const segments = segmentsOf(runsBesideTables(page));
  if (segments.length > MAX_SEGMENTS) return [];
  const candidates = segments.filter(isPart);
  const tops = numerators(candidates, short);
  const parts = candidates.map(
    (segment): Part => ({
      ...edgesOf(segment),
      segment,
      isRelation: RELATION.test(segment.text),
      isOperand: OPERATOR.test(segment.text) || tops.has(segment),
      isNumber: NUMBER.test(segment.text.trim()),
    }),
  );
  const walls = [...segments.filter((segment) => !isPart(segment)), ...taken].map(edgesOf);
  const formulas: Edges[] = [];
  const seeds = [
    ...parts.filter(({ isRelation }) => isRelation),
    ...parts.filter(({ isRelation, isOperand }) => !isRelation && isOperand),
  ];
  for (const seed of seeds.slice(0, MAX_TRIES)) {
    if (formulas.some((formula) => overlap(formula, seed))) continue;
    const { size } = seed.segment;
    const own = grow(seed, parts);
    const around = unionOf(own);
    const inside = bars.filter((bar) => overlap(bar, around) && widthOf(bar) < MAX_BAR * size);
    if (!isTall(own, inside)) continue;
    if (countWords(own.map(({ segment }) => segment.text).join(' ')) > MAX_WORDS) continue;
    const box = unionOf([...own, ...inside]);
    const slack = LINE_OVERLAP * size;
    const core = { ...box, top: box.top + slack, bottom: box.bottom - slack };
    const isFree = (other: Edges): boolean =>
      !overlap(other, core) &&
      !(sharedWidth(other, box) > 0 && isBetween(middleOf(other), box)) &&
      // Without a relation, it is displayed if there is no text beside it.
      !(!seed.isRelation && sharedHeight(other, box) > 0 && -sharedWidth(other, box) < QUADS * size);
    if (!walls.every(isFree) || formulas.some((other) => overlap(other, core))) continue;
    const number = parts.find(
      (part) =>
        part.isNumber &&
        part.left > box.right &&
        sharedHeight(part, box) > 0 &&
        !walls.some((wall) => overlap(wall, { ...part, left: box.right })),
    );
    formulas.push(number === undefined ? box : unionOf([box, number]));
  }
  return formulas.map((edges) => ({
    x: edges.left - MARGIN,
    y: edges.top - MARGIN,
    width: widthOf(edges) + 2 * MARGIN,
    height: heightOf(edges) + 2 * MARGIN,
  }));
}
