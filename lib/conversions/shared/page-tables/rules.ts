import { isThin } from '../page-layout/drawing.ts';
import type { TextRun } from '../page-layout/text-run.ts';
import type { TablePage } from './page-table.ts';
import { isDashes } from './words.ts';

/**
 * Maximum distance between the pieces of one rule and along them, in points: borders are often double, or drawn cell by cell, and
 * others cross them.
 */
export const SNAP = 3;
// Minimum length in points; shorter rules are corners and ticks.
const MIN_LENGTH = 6;
// Maximum slant, in points.
const MAX_SLANT = 1;
// Minimum share of the page's size that the border of a page covers.
const PAGE_BORDER = 0.98;
// Maximum struck runs of a page that are compared with its lines.
const MAX_STRUCK = 1000;

/** A drawn horizontal or vertical line: its position on the other axis, and its start and end. */
export interface Rule {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** Maximum height of a header between two rules, in points. */
export const MAX_HEADER_HEIGHT = 90;
/** Maximum distance between the ends of one table's rules, in points. */
export const ALIGNED_ENDS = 4;

/** Returns true if a rule starts and ends at the same places as another. */
export const isAsLong = ({ from, to }: Rule, other: Pick<Rule, 'from' | 'to'>): boolean =>
  Math.abs(from - other.from) < ALIGNED_ENDS && Math.abs(to - other.to) < ALIGNED_ENDS;

/** The rules of a page, and the edges of boxes that are filled but not drawn around. */
export interface Rules {
  readonly across: readonly Rule[];
  readonly down: readonly Rule[];
  /** The upper and lower edges in `across` of filled boxes without an outline. */
  readonly shaded: readonly Rule[];
  /** The rules in `across` that are drawn as lines. */
  readonly drawn: readonly Rule[];
}

/** Joins the pieces of each line. */
function join(pieces: readonly Rule[]): Rule[] {
  const groups: Rule[][] = [];
  let start = Number.NEGATIVE_INFINITY;
  for (const piece of pieces.toSorted((a, b) => a.at - b.at)) {
    if (piece.at - start > SNAP) {
      groups.push([]);
      start = piece.at;
    }
    groups.at(-1)?.push(piece);
  }
  const joined: Rule[] = [];
  for (const group of groups) {
    let open: { at: number; from: number; to: number } | undefined;
    for (const { at, from, to } of group.toSorted((a, b) => a.from - b.from)) {
      if (open !== undefined && from - open.to <= SNAP) open.to = Math.max(open.to, to);
      else {
        if (open !== undefined) joined.push(open);
        open = { at, from, to };
      }
    }
    if (open !== undefined) joined.push(open);
  }
  return joined.filter(({ from, to }) => to - from >= MIN_LENGTH);
}

/** Returns true if a rule strikes through text. */
const strikes = ({ at, from, to }: Rule, struck: readonly TextRun[]): boolean =>
  struck.some(
    ({ x, y, width, height }) => Math.abs(at - y - height / 2) < height / 4 && from < x + width && to > x,
  );

/** The rules of a page, including the edges of filled boxes, without the lines that strike through text. */
export function rulesOfPage({ width: pageWidth, height: pageHeight, runs, drawings }: TablePage): Rules {
  const [across, down, drawn, shaded]: [Rule[], Rule[], Rule[], Rule[]] = [[], [], [], []];
  const struck = runs.filter(({ strike }) => strike === true).slice(0, MAX_STRUCK);
  for (const drawing of drawings) {
    if (drawing.isInvisible) continue;
    const { lines, isStroked } = drawing;
    const level = isStroked || isThin(drawing) ? drawn : shaded;
    for (let at = 0; at < lines.length; at += 4) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [lines[at], lines[at + 1], lines[at + 2], lines[at + 3]];
      if (Math.abs(y1 - y2) <= MAX_SLANT) {
        const rule = { at: y1, from: Math.min(x1, x2), to: Math.max(x1, x2) };
        if (strikes(rule, struck)) continue;
        across.push(rule);
        level.push(rule);
      } else if (Math.abs(x1 - x2) <= MAX_SLANT)
        down.push({ at: x1, from: Math.min(y1, y2), to: Math.max(y1, y2) });
    }
  }
  for (const { text, x, y, width, height, turns = 0 } of runs)
    if (turns === 0 && isDashes(text)) across.push({ at: y + height / 2, from: x, to: x + width });
  return {
    across: join(across).filter(({ from, to }) => to - from < pageWidth * PAGE_BORDER),
    down: join(down).filter(({ from, to }) => to - from < pageHeight * PAGE_BORDER),
    shaded: join(shaded),
    drawn: join(drawn),
  };
}
