import { lastNotAbove } from '../../base/binary-search.ts';
import { type Edges, middleOf } from '../geometry/box.ts';
import type { TableLine } from './lines.ts';
import { isProse, piecesOf } from './region.ts';
import { isAsLong, MAX_HEADER_HEIGHT, type Rule } from './rules.ts';
import { areRows } from './title-seeds.ts';
import { isCaption } from './titles.ts';

// Minimum length of a rule, in points. Shorter ones underline words.
const MIN_LENGTH = 120;
// Maximum number of different extents of rules. More are a drawing.
const MAX_GROUPS = 200;
// Minimum share of lines with several pieces among the rows of a table.
const ROWS = 0.5;

/** Groups rules of the same horizontal extent, from top to bottom. */
function groupByExtent(across: readonly Rule[]): Rule[][] {
  const groups: Rule[][] = [];
  for (const rule of across.filter(({ from, to }) => to - from >= MIN_LENGTH)) {
    const group = groups.find(([first]) => first !== undefined && isAsLong(first, rule));
    if (group === undefined) groups.push([rule]);
    else group.push(rule);
    if (groups.length > MAX_GROUPS) return [];
  }
  return groups.map((group) => group.toSorted((a, b) => a.at - b.at));
}

/**
 * Finds regions with rules above and below the header and below the body, and rows in columns between them.
 *
 * @param lines the page's lines, from top to bottom
 */
export function ruleFrames(across: readonly Rule[], lines: readonly TableLine[]): Edges[] {
  return groupByExtent(across).flatMap((rules) => {
    const frames: Edges[] = ruledRows(rules, lines);
    if (frames.length > 0) return frames;
    let index = 0;
    while (index < rules.length - 2) {
      const [over, under] = [rules[index], rules[index + 1]];
      index += 1;
      if (over === undefined || under === undefined || under.at - over.at > MAX_HEADER_HEIGHT) continue;
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

/** Returns the region of rows with a rule under each: their first lines start at the same places, and their texts may be sentences. */
function ruledRows(rules: readonly Rule[], lines: readonly TableLine[]): Edges[] {
  const [first, last] = [rules[0], rules.at(-1)];
  if (first === undefined || last === undefined) return [];
  const rows = rules.slice(1).flatMap((rule, index) => {
    const inside = linesBetween(lines, rules[index]?.at ?? 0, rule.at);
    return inside.length === 0 ? [] : [inside[0] as TableLine];
  });
  if (rows.length < rules.length - 1 || !areRows(rows)) return [];
  return [{ left: first.from, right: first.to, top: first.at, bottom: last.at }];
}

const linesBetween = (lines: readonly TableLine[], top: number, bottom: number): readonly TableLine[] => {
  const linesTo = (at: number): number =>
    lastNotAbove(lines.length, (each) => middleOf(lines[each] ?? { top, bottom }), at) + 1;
  return lines.slice(linesTo(top), linesTo(bottom));
};

/** Returns true if the lines in a region are rows: most have several pieces, and none is prose or a title. */
function isInColumns(lines: readonly TableLine[], region: Edges): boolean {
  const inside = linesBetween(lines, region.top, region.bottom);
  if (inside.length === 0) return false;
  const inColumns = inside.filter(
    (line) =>
      piecesOf(line).filter((piece) => piece.right > region.left && piece.left < region.right).length > 1,
  );
  return (
    inColumns.length >= ROWS * inside.length &&
    !inside.some((line) => isCaption(line) || isProse(line, region))
  );
}
