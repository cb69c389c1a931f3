import type { ParsedPage } from '@llamaindex/liteparse';
import { appendAll } from '../../base/arrays.ts';
import { isDashes } from './words.ts';

// Maximum distance between the pieces of one rule, in points: borders are often double, or drawn cell by cell.
const SNAP = 3;
// Maximum gap in a rule, in points, such as where another crosses.
const MAX_GAP = 3;
// Minimum length in points; shorter rules are corners and ticks.
const MIN_LENGTH = 6;
// Maximum slant, in points.
const MAX_SLANT = 1;
// Minimum share of the page's size that the border of a page covers.
const PAGE_BORDER = 0.98;
// Maximum lines of a page; more are a drawing or a map.
const MAX_LINES = 60_000;

/** A drawn horizontal or vertical line: its position on the other axis, and its start and end. */
export interface Rule {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** The rules of a page, and the edges of boxes that are filled but not drawn around. */
export interface Rules {
  readonly across: readonly Rule[];
  readonly down: readonly Rule[];
  /** The upper and lower edges in `across` of filled boxes without an outline. */
  readonly shaded: readonly Rule[];
  /** The rules in `across` that are drawn as lines. */
  readonly drawn: readonly Rule[];
}

/** Returns true for white in the form AARRGGBB. */
export const isWhite = (colour: string | undefined): boolean => /^[0-9a-f]{2}f{6}$/i.test(colour ?? '');

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
      if (open !== undefined && from - open.to <= MAX_GAP) open.to = Math.max(open.to, to);
      else {
        if (open !== undefined) joined.push(open);
        open = { at, from, to };
      }
    }
    if (open !== undefined) joined.push(open);
  }
  return joined.filter(({ from, to }) => to - from >= MIN_LENGTH);
}

/** An upper or lower edge of a filled box; those of one box have the same key. */
interface FilledEdge {
  readonly rule: Rule;
  readonly key: string;
}

/** The edges of shading. Those of boxes as thin as a line are added to `drawn`. */
function shadedEdges(filled: readonly FilledEdge[], drawn: Rule[]): Rule[] {
  const shaded: Rule[] = [];
  for (const group of Map.groupBy(filled, ({ key }) => key).values()) {
    const rules = group.map(({ rule }) => rule).toSorted((a, b) => a.at - b.at);
    // Boxes do not overlap, so that every other edge begins one.
    for (let at = 0; at < rules.length; at += 2) {
      const box = rules.slice(at, at + 2);
      const height = (box[1]?.at ?? Infinity) - (box[0]?.at ?? 0);
      appendAll(height <= SNAP ? drawn : shaded, box);
    }
  }
  return shaded;
}

/** The rules of a page, including the edges of filled boxes. Skips white boxes. */
export function rulesOfPage(page: ParsedPage): Rules {
  const lines = page.vectorGraphics?.lines ?? [];
  const across: Rule[] = [];
  const down: Rule[] = [];
  const drawn: Rule[] = [];
  const filled: FilledEdge[] = [];
  if (lines.length > MAX_LINES) return { across, down, shaded: [], drawn };
  for (const { x1, y1, x2, y2, stroke, fill, fillColor } of lines) {
    if (!stroke && fill && isWhite(fillColor)) continue;
    if (Math.abs(y1 - y2) <= MAX_SLANT) {
      const rule = { at: y1, from: Math.min(x1, x2), to: Math.max(x1, x2) };
      across.push(rule);
      if (stroke) drawn.push(rule);
      else filled.push({ rule, key: `${fillColor} ${Math.round(rule.from)} ${Math.round(rule.to)}` });
    } else if (Math.abs(x1 - x2) <= MAX_SLANT)
      down.push({ at: x1, from: Math.min(y1, y2), to: Math.max(y1, y2) });
  }
  for (const { text, x, y, width, height } of page.textItems) {
    if (isDashes(text)) across.push({ at: y + height / 2, from: x, to: x + width });
  }
  const shaded = shadedEdges(filled, drawn);
  return {
    across: join(across).filter(({ from, to }) => to - from < page.width * PAGE_BORDER),
    down: join(down).filter(({ from, to }) => to - from < page.height * PAGE_BORDER),
    shaded: join(shaded),
    drawn: join(drawn),
  };
}
