import type { ParsedPage } from '@llamaindex/liteparse';
import { isDashes } from './words.ts';

/** A drawn line, across or down: where it lies on the other axis, and from where to where it runs. */
export interface Rule {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

export interface Rules {
  readonly across: readonly Rule[];
  readonly down: readonly Rule[];
}

// Lines this near to each other are one: borders are often two, or are drawn cell by cell.
const SNAP = 3;
// Pieces of a line may leave a gap this wide where another crosses.
const GAP = 3;
// Shorter ones are corners and ticks.
const SHORTEST = 6;
// More make a drawing or a map.
const MOST_LINES = 60_000;

const isWhite = (color: string | undefined): boolean => /^[0-9a-f]{2}f{6}$/i.test(color ?? '');

/** Joins pieces that lie on one line. Sorts, so n log n. */
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
      if (open !== undefined && from - open.to <= GAP) open.to = Math.max(open.to, to);
      else {
        if (open !== undefined) joined.push(open);
        open = { at, from, to };
      }
    }
    if (open !== undefined) joined.push(open);
  }
  return joined.filter(({ from, to }) => to - from >= SHORTEST);
}

/** The lines drawn on a page, edges of filled boxes among them; white on white is not drawn. */
export function rulesOfPage(page: ParsedPage): Rules {
  const lines = page.vectorGraphics?.lines ?? [];
  const across: Rule[] = [];
  const down: Rule[] = [];
  if (lines.length > MOST_LINES) return { across, down };
  for (const { x1, y1, x2, y2, stroke, fill, fillColor } of lines) {
    if (!stroke && fill && isWhite(fillColor)) continue;
    if (Math.abs(y1 - y2) <= 1) across.push({ at: y1, from: Math.min(x1, x2), to: Math.max(x1, x2) });
    else if (Math.abs(x1 - x2) <= 1) down.push({ at: x1, from: Math.min(y1, y2), to: Math.max(y1, y2) });
  }
  for (const { text, x, y, width, height } of page.textItems) {
    if (isDashes(text)) across.push({ at: y + height / 2, from: x, to: x + width });
  }
  return {
    across: join(across).filter(({ from, to }) => to - from < page.width * 0.98),
    down: join(down).filter(({ from, to }) => to - from < page.height * 0.98),
  };
}
