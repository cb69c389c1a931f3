import type { ParsedPage } from '@llamaindex/liteparse';
import { isDashes } from './words.ts';

// Points between rules that are one: borders are often two, or are drawn cell by cell.
const SNAP = 3;
// Points of a gap in a rule, such as where another crosses.
const MAX_GAP = 3;
// Points; shorter rules are corners and ticks.
const MIN_LENGTH = 6;
// Points by which a rule slants, at most.
const MAX_SLANT = 1;
// Share of the page's size from which a rule is the page's border.
const PAGE_BORDER = 0.98;
// Lines of a page, at most; more are a drawing or a map.
const MAX_LINES = 60_000;

/** A drawn horizontal or vertical line: its position on the other axis, and its start and end. */
export interface Rule {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

export interface Rules {
  readonly across: readonly Rule[];
  readonly down: readonly Rule[];
}

const isWhite = (colour: string | undefined): boolean => /^[0-9a-f]{2}f{6}$/i.test(colour ?? '');

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

/** The rules of a page, including the edges of filled boxes. Skips white boxes. */
export function rulesOfPage(page: ParsedPage): Rules {
  const lines = page.vectorGraphics?.lines ?? [];
  const across: Rule[] = [];
  const down: Rule[] = [];
  if (lines.length > MAX_LINES) return { across, down };
  for (const { x1, y1, x2, y2, stroke, fill, fillColor } of lines) {
    if (!stroke && fill && isWhite(fillColor)) continue;
    if (Math.abs(y1 - y2) <= MAX_SLANT) across.push({ at: y1, from: Math.min(x1, x2), to: Math.max(x1, x2) });
    else if (Math.abs(x1 - x2) <= MAX_SLANT)
      down.push({ at: x1, from: Math.min(y1, y2), to: Math.max(y1, y2) });
  }
  for (const { text, x, y, width, height } of page.textItems) {
    if (isDashes(text)) across.push({ at: y + height / 2, from: x, to: x + width });
  }
  return {
    across: join(across).filter(({ from, to }) => to - from < page.width * PAGE_BORDER),
    down: join(down).filter(({ from, to }) => to - from < page.height * PAGE_BORDER),
  };
}
