import { type Edges, middleOf } from '../../../shared/geometry/box.ts';
import type { Line } from './lines.ts';
import { isCaption, isNote, isProse, piecesOf } from './region.ts';
import type { Rule } from './rules.ts';

// Lines of one table begin and end this near to each other, in points.
const SAME = 4;
// A head is no taller, in points.
const TALLEST_HEAD = 90;
// Lines shorter than this underline words.
const SHORTEST = 120;

/** Lines that run over the same stretch, from top to bottom. */
function sameStretch(across: readonly Rule[]): Rule[][] {
  const groups: Rule[][] = [];
  for (const rule of across.filter(({ from, to }) => to - from >= SHORTEST)) {
    const group = groups.find(
      ([first]) =>
        first !== undefined && Math.abs(first.from - rule.from) < SAME && Math.abs(first.to - rule.to) < SAME,
    );
    if (group === undefined) groups.push([rule]);
    else group.push(rule);
    if (groups.length > MOST_GROUPS) return [];
  }
  return groups.map((group) => group.toSorted((a, b) => a.at - b.at));
}

// More different stretches make a drawing.
const MOST_GROUPS = 200;

/**
 * Stretches with a line drawn over the head, under it and under the body, as printed tables have them, and rows in
 * columns between. `lines` are the page's, from top to bottom.
 */
export function ruleFrames(across: readonly Rule[], lines: readonly Line[]): Edges[] {
  return sameStretch(across).flatMap((rules) => {
    const frames: Edges[] = [];
    let index = 0;
    while (index < rules.length - 2) {
      const [over, under] = [rules[index], rules[index + 1]];
      index += 1;
      if (over === undefined || under === undefined || under.at - over.at > TALLEST_HEAD) continue;
      const region = { left: over.from, right: over.to, top: over.at, bottom: under.at };
      if (!isInColumns(lines, region)) continue;
      let end = index;
      for (let next = index + 1; next < rules.length; next += 1) {
        const part = { ...region, top: rules[next - 1]?.at ?? 0, bottom: rules[next]?.at ?? 0 };
        if (!isInColumns(lines, part)) break;
        end = next;
      }
      if (end === index) continue;
      frames.push({ ...region, bottom: rules[end]?.at ?? under.at });
      index = end;
    }
    return frames;
  });
}

/** Whether the lines in a stretch are rows: most in several pieces, none of them prose, a title or a note. */
function isInColumns(lines: readonly Line[], region: Edges): boolean {
  const inside = lines.slice(firstUnder(lines, region.top), firstUnder(lines, region.bottom));
  if (inside.length === 0) return false;
  const inColumns = inside.filter(
    (line) =>
      piecesOf(line).filter((piece) => piece.right > region.left && piece.left < region.right).length > 1,
  );
  return (
    inColumns.length >= 0.5 * inside.length &&
    !inside.some((line) => isCaption(line) || isNote(line) || isProse(line, region))
  );
}

/** Index of the first of the lines, which are sorted, whose middle is under a height. */
function firstUnder(lines: readonly Line[], at: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const half = (low + high) >> 1;
    const line = lines[half];
    if (line !== undefined && middleOf(line) <= at) low = half + 1;
    else high = half;
  }
  return low;
}
