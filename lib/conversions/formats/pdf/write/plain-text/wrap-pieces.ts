import type { FindBreaks } from './break-points.ts';
import type { Piece } from './line-pieces.ts';

/** A line on a page. */
export interface Row {
  /** In logical order, without spaces at the end. */
  readonly pieces: readonly Piece[];
  /** Space before the text in points. */
  readonly indent: number;
}

const isSpace = ({ shaped }: Piece): boolean => shaped.text.startsWith(' ');

/** The width of pieces on one row in points. */
export function widthOf(pieces: readonly Piece[]): number {
  let width = 0;
  for (const { shaped } of pieces) width += shaped.width;
  return width;
}

function trimmed(pieces: readonly Piece[]): readonly Piece[] {
  const last = pieces.findLastIndex((piece) => !isSpace(piece));
  return last === pieces.length - 1 ? pieces : pieces.slice(0, last + 1);
}

function split({ shaped, level }: Piece, at: number): [Piece, Piece] {
  const { text, font } = shaped;
  const isRightToLeft = level % 2 === 1;
  return [
    { level, shaped: font.shape(text.slice(0, at), isRightToLeft) },
    { level, shaped: font.shape(text.slice(at), isRightToLeft) },
  ];
}

const edgesOf = ({ shaped, level }: Piece) => shaped.font.edges(shaped.text, level % 2 === 1).slice(1);

const firstEdge = (piece: Piece): number | undefined => edgesOf(piece)[0]?.at;

const lastEdge = (piece: Piece, most: number): number | undefined =>
  edgesOf(piece).findLast(({ width }) => width <= most)?.at;

/**
 * Breaks a line so that each row is at most `room` wide. A word wider than that is broken anywhere. Later rows repeat the indent of the
 * first unless it takes more than half of the room.
 */
export function wrapPieces(
  line: string,
  pieces: readonly Piece[],
  room: number,
  findBreaks: FindBreaks,
): Row[] {
  if (widthOf(trimmed(pieces)) <= room) return [{ pieces: trimmed(pieces), indent: 0 }];
  const breaks = findBreaks(line);
  const [first] = pieces;
  const leading = first !== undefined && isSpace(first) ? first.shaped.width : 0;
  const indent = leading <= room / 2 ? leading : 0;
  const rows: Row[] = [];
  let row: Piece[] = [];
  let width = 0;
  // Pieces of the row up to its last possible break.
  let breakable = 0;
  let hasText = false;
  let at = 0;
  const flush = (count: number): void => {
    rows.push({ pieces: trimmed(row.slice(0, count)), indent: rows.length > 0 ? indent : 0 });
    row = row.slice(count);
    width = indent + widthOf(row);
    breakable = 0;
    hasText = row.length > 0;
  };
  const add = (piece: Piece): void => {
    row.push(piece);
    width += piece.shaped.width;
    at += piece.shaped.text.length;
    hasText ||= !isSpace(piece);
    if (hasText && breaks[at] === 1) breakable = row.length;
  };
  /** Splits the row at its last possible break, and returns the pieces before it. */
  const breakInRow = (): number | undefined => {
    let start = at;
    for (let index = row.length - 1; index >= breakable; index -= 1) {
      const piece = row[index];
      if (piece === undefined || isSpace(piece)) break;
      start -= piece.shaped.text.length;
      const cut = lastBreak(piece, start, Number.POSITIVE_INFINITY);
      if (cut === undefined) continue;
      row = [...row.slice(0, index), ...split(piece, cut), ...row.slice(index + 1)];
      return index + 1;
    }
    return breakable > 0 ? breakable : undefined;
  };
  const lastBreak = (piece: Piece, start: number, most: number): number | undefined =>
    edgesOf(piece).findLast((edge) => edge.width <= most && breaks[start + edge.at] === 1)?.at;
  for (const piece of pieces) {
    if (isSpace(piece)) {
      // Spaces at a break are dropped.
      if (row.length > 0 || rows.length === 0) add(piece);
      else at += piece.shaped.text.length;
      continue;
    }
    let rest = piece;
    while (width + rest.shaped.width > room) {
      const cut = lastBreak(rest, at, room - width);
      const earlier = cut === undefined ? breakInRow() : undefined;
      if (earlier !== undefined) {
        flush(earlier);
        continue;
      }
      const forced = cut ?? lastEdge(rest, room - width) ?? (hasText ? 0 : firstEdge(rest));
      // A single character that is wider than the page.
      if (forced === undefined) break;
      if (forced > 0) {
        const [before, after] = split(rest, forced);
        add(before);
        rest = after;
      }
      flush(row.length);
    }
    add(rest);
  }
  if (hasText) flush(row.length);
  return rows;
}

/** Returns a row's pieces in visual order (UAX 9, rule L2). */
export function visualOrder(pieces: readonly Piece[], isRightToLeft: boolean): readonly Piece[] {
  const base = isRightToLeft ? 1 : 0;
  let most = base;
  for (const { level } of pieces) most = Math.max(most, level);
  if (most === 0) return pieces;
  const ordered = [...pieces];
  for (let level = most; level >= 1; level -= 1) {
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from;
      while (to < ordered.length && (ordered[to]?.level ?? 0) >= level) to += 1;
      for (const [index, piece] of ordered.slice(from, to).reverse().entries()) ordered[from + index] = piece;
      from = to;
    }
  }
  return ordered;
}
