import { maxOf, minOf } from '../../../base/arrays.ts';
import { type Column, columnsUnder } from './columns.ts';
import { gapOf, HEADER_GAP, NEAR_GAP } from './header-length.ts';
import { type Line, readLines, segmentsOf, toLine } from './lines.ts';
import type { Rule } from './rules.ts';
import { centerOf, heightOf, median, middleOf, type Word } from './words.ts';

/** A cell of the head: columns from `first` to `last`, `above` rows over the lowest row of the head. */
export interface HeaderCell {
  readonly first: number;
  readonly last: number;
  readonly above: number;
  readonly text: string;
}

interface Block {
  first: number;
  last: number;
  /** From top to bottom. */
  lines: Line[];
}

const isBetween = (across: readonly Rule[], upper: Line, lower: Line): boolean =>
  across.some(
    ({ at, from, to }) =>
      at > middleOf(upper) &&
      at < middleOf(lower) &&
      Math.min(to, upper.right, lower.right) > Math.max(from, upper.left, lower.left),
  );

/** The line drawn under a heading, which tells what columns it is for. */
function ruleUnder(
  across: readonly Rule[],
  piece: Line,
  [label, ...values]: readonly Column[],
): Rule | undefined {
  const height = heightOf(piece);
  const last = values.at(-1);
  if (label === undefined || last === undefined) return undefined;
  return across.find(
    ({ at, from, to }) =>
      at > middleOf(piece) &&
      at < piece.bottom + 0.8 * height &&
      from <= piece.left + 2 &&
      to >= piece.right - 2 &&
      // One under all columns parts the head from the body.
      (from > centerOf(label) || to < centerOf(last)),
  );
}

/** The cells of a table's head, from its lines: headings that wrap are joined, those over several columns span them. */
export function headerCells(
  lines: readonly Line[],
  columns: readonly Column[],
  across: readonly Rule[],
  space: number,
): HeaderCell[] {
  const extents = columns.map((column) => ({ ...column }));
  const height = median(lines.map(heightOf));
  const gap = gapOf(HEADER_GAP, lines, space);
  const nearGap = gapOf(NEAR_GAP, lines, space);
  const blocks: Block[] = [];
  for (const line of lines.toReversed()) {
    const pieces = headings(line);
    const ruled = underRules(pieces);
    const shares = ruled.every((share) => share === undefined) ? spread(pieces) : undefined;
    for (const [index, piece] of pieces.entries()) {
      let [first, last] = columnsUnder(piece, extents);
      const share =
        pieces.length === columns.length ? ([index, index] as const) : (shares?.[index] ?? ruled[index]);
      if (share !== undefined) [first, last] = share;
      else if (first < last && !spans(piece, first, last)) {
        first = nearest(piece, first, last);
        last = first;
      }
      const below = blocks.filter((block) => block.first <= last && block.last >= first);
      const [next] = below.toSorted((a, b) => topOf(a) - topOf(b));
      const top = next?.lines[0];
      const joins =
        next !== undefined &&
        top !== undefined &&
        next.first === first &&
        next.last === last &&
        middleOf(top) - middleOf(piece) < 1.7 * height &&
        !isBetween(across, piece, top);
      if (joins) next.lines.unshift(piece);
      else blocks.push({ first, last, lines: [piece] });
      const extent = first === last ? extents[first] : undefined;
      if (extent !== undefined) widen(first, extent, piece);
    }
  }
  return place(blocks);

  function widen(index: number, extent: { left: number; right: number }, piece: Line): void {
    extent.left = Math.max(Math.min(extent.left, piece.left), extents[index - 1]?.right ?? -Infinity);
    extent.right = Math.min(Math.max(extent.right, piece.right), extents[index + 1]?.left ?? Infinity);
  }

  function spans(piece: Line, first: number, last: number): boolean {
    const shares = columns.slice(first, last + 1).map((column) => {
      const shared = Math.min(column.right, piece.right) - Math.max(column.left, piece.left);
      return shared / Math.max(1, column.right - column.left);
    });
    return shares.filter((share) => share > 0.5).length > 1;
  }

  function nearest(piece: Line, first: number, last: number): number {
    const candidates = columns.slice(first, last + 1).map((column, index) => {
      const shared = Math.min(column.right, piece.right) - Math.max(column.left, piece.left);
      return { index: first + index, shared };
    });
    return candidates.toSorted((a, b) => b.shared - a.shared)[0]?.index ?? first;
  }

  /** Whether a line is the beginning of the heading under it, which it is set under one edge or one middle with. */
  function isPart(piece: Line): boolean {
    const under = blocks
      .map((block) => block.lines[0])
      .filter((line) => line !== undefined)
      .filter((line) => line.left < piece.right && line.right > piece.left);
    const covered = under.filter((line) => line.left > piece.left - 5 && line.right < piece.right + 5);
    if (covered.length > 1) return false;
    return under.some(
      (line) =>
        Math.abs(line.left - piece.left) < 2.5 ||
        Math.abs(line.right - piece.right) < 2.5 ||
        Math.abs(centerOf(line) - centerOf(piece)) < 2.5,
    );
  }

  /** Columns from one to another, divided among headings: each goes to the nearest. */
  function divide(
    pieces: readonly Line[],
    first: number,
    last: number,
  ): (readonly [number, number] | undefined)[] {
    const shares = pieces.map((): number[] => []);
    for (const [index, column] of columns.entries()) {
      if (index < first || index > last) continue;
      const distances = pieces.map((piece) => Math.abs(centerOf(piece) - centerOf(column)));
      shares[distances.indexOf(minOf(distances))]?.push(index);
    }
    return shares.map(([from, ...rest]) => (from === undefined ? undefined : [from, rest.at(-1) ?? from]));
  }

  /** Columns of headings that a line is drawn under. */
  function underRules(pieces: readonly Line[]): (readonly [number, number] | undefined)[] {
    const rules = pieces.map((piece) => ruleUnder(across, piece, columns));
    return pieces.map((piece, index) => {
      const rule = rules[index];
      if (rule === undefined) return undefined;
      const [first, last] = columnsUnder({ left: rule.from, right: rule.to }, columns);
      const sharers = pieces.filter((_, other) => rules[other] === rule);
      return divide(sharers, first, last)[sharers.indexOf(piece)];
    });
  }

  /** The headings on a line: those of two columns may be as near as words are. */
  function headings(line: Line): Line[] {
    return segmentsOf(line, gap).flatMap((piece) => {
      const parts: Word[][] = [];
      let before: Word | undefined;
      for (const word of piece.words) {
        const isApart =
          before === undefined ||
          (word.left - before.right > nearGap &&
            columnsUnder(before, columns)[1] < columnsUnder(word, columns)[0]);
        if (isApart) parts.push([]);
        parts.at(-1)?.push(word);
        before = word;
      }
      return parts.map(toLine);
    });
  }

  /** Columns of headings that are fewer than the headings under them, where no line is drawn: each takes the nearest. */
  function spread(pieces: readonly Line[]): (readonly [number, number])[] | undefined {
    const over = pieces.filter((piece) => columnsUnder(piece, extents)[0] > 0);
    const under = blocks.filter((block) => block.first > 0);
    if (over.length === 0 || over.length * 2 > under.length || over.length !== pieces.length)
      return undefined;
    const values: Column = { left: columns[1]?.left ?? 0, right: columns.at(-1)?.right ?? 0 };
    const isOverAll =
      pieces.length === 1 &&
      over.every(
        (piece) => Math.abs(centerOf(piece) - centerOf(values)) < 0.06 * (values.right - values.left),
      );
    if (!isOverAll && over.some(isPart)) return undefined;
    const shares = divide(pieces, 1, columns.length - 1);
    return shares.some((share) => share === undefined || share[0] === share[1])
      ? undefined
      : shares.flatMap((share) => (share === undefined ? [] : [share]));
  }
}

const topOf = (block: Block): number => block.lines[0]?.top ?? 0;

function place(blocks: readonly Block[]): HeaderCell[] {
  const levels = new Map<Block, number>();
  for (const block of blocks.toSorted((a, b) => topOf(b) - topOf(a))) {
    const below = [...levels].filter(([other]) => other.first <= block.last && other.last >= block.first);
    levels.set(
      block,
      maxOf(
        below.map(([, level]) => level),
        -1,
      ) + 1,
    );
  }
  return [...levels].map(([{ first, last, lines }, above]) => ({
    first,
    last,
    above,
    text: readLines(lines),
  }));
}
