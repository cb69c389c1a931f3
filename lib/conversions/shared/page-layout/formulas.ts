import type { TextLine } from './text-line.ts';

// Minimum indent of a displayed formula, in font sizes.
const MIN_INDENT = 1;
// Maximum gap in font sizes between a formula and another line of it, such as limits or a numerator.
const MAX_GAP = 0.5;

const RELATION = /[=≠<>≤≥≈∼≃≡∝∈⊂⊆→⇒↦]/u;
const WORD = /\p{L}{4,}/gu;
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
