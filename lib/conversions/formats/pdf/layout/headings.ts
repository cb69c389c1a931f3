import { maxOf } from '../../../base/arrays.ts';
import type { LayoutBlock, TextBlock } from './text-blocks.ts';

const LARGER = 1.12;
const LONGEST = 180;
const LONGEST_BOLD = 110;
const NUMBERED = /^(?:chapter |kapitel |appendix |§ ?)?((?:\d{1,3}|[A-Z])(?:\.\d{1,3}){0,20})\.?\s+\p{L}/iu;

interface Candidate {
  readonly block: TextBlock;
  readonly size: number;
  /** Parts of its number: 2 for `3.1`. */
  readonly depth: number | undefined;
}

const textOf = (block: TextBlock): string =>
  block.lines
    .map((line) => line.text)
    .join(' ')
    .trim();

function candidateOf(block: LayoutBlock, bodySize: number, bodyIsBold: boolean): Candidate | undefined {
  if (block.kind !== 'text') return undefined;
  const text = textOf(block);
  const size = maxOf(block.lines.map((line) => line.size));
  if (text.length > LONGEST || block.lines.length > 4 || !/\p{L}.*\p{L}/u.test(text)) return undefined;
  if (block.lines.some((line) => line.isEntry)) return undefined;
  if (block.marker?.style === 'bullet' || block.lines.every((line) => line.mono)) return undefined;
  const isLarge = size >= bodySize * LARGER && !/[.,;:]$/.test(text);
  const isBold =
    !bodyIsBold &&
    block.lines.every((line) => line.bold) &&
    size >= bodySize * 0.93 &&
    block.lines.length <= 2 &&
    text.length <= LONGEST_BOLD &&
    /^[\p{Lu}\p{Lo}\p{N}§]/u.test(text) &&
    !/[.,;:]$/.test(text);
  if (!isLarge && !isBold) return undefined;
  const number = NUMBERED.exec(text)?.[1];
  return { block, size: isLarge ? Math.round(size * 2) / 2 : bodySize, depth: number?.split('.').length };
}

// A page with more large lines than these is a slide or a poster: only what is clearly larger heads anything there.
const MOST_ON_PAGE = 14;

/** The blocks that are headings, with their levels from 1: the larger the letters and the shorter the number the higher. */
export function headingLevels(blocks: readonly LayoutBlock[], bodySize: number): Map<TextBlock, number> {
  const texts = blocks.filter((block) => block.kind === 'text');
  const letters = (of: readonly TextBlock[]): number =>
    of.reduce((sum, block) => sum + textOf(block).length, 0);
  const bodyIsBold =
    letters(texts.filter((block) => block.lines.every((line) => line.bold))) > 0.4 * letters(texts);
  const found = texts.flatMap((block) => candidateOf(block, bodySize, bodyIsBold) ?? []);
  const crowded = new Set(
    [...Map.groupBy(found, ({ block }) => block.page)]
      .filter(([, list]) => list.length > MOST_ON_PAGE)
      .map(([page]) => page),
  );
  const kept = found.filter(({ block, size }) => !crowded.has(block.page) || size >= bodySize * 1.35);
  const sizes: number[] = [];
  // A size that heads one thing only, such as a line on a cover, makes no level of its own, but for the largest.
  const counts = new Map<number, number>();
  for (const { size } of kept) counts.set(size, (counts.get(size) ?? 0) + 1);
  for (const size of [...new Set(kept.map((candidate) => candidate.size))].toSorted((a, b) => b - a)) {
    if (
      sizes.length === 0 ||
      (((counts.get(size) ?? 0) > 1 || size === bodySize) && size < (sizes.at(-1) ?? 0) * 0.95)
    )
      sizes.push(size);
  }
  const rankOf = (size: number): number =>
    Math.max(1, sizes.findLastIndex((other) => size <= other * 1.01) + 1);
  const shallowest = new Map<number, number>();
  for (const { size, depth } of kept)
    if (depth !== undefined)
      shallowest.set(rankOf(size), Math.min(depth, shallowest.get(rankOf(size)) ?? depth));
  return new Map(
    kept.map(({ block, size, depth }) => {
      const rank = rankOf(size);
      const deeper = depth === undefined ? 0 : depth - (shallowest.get(rank) ?? depth);
      return [block, Math.min(6, rank + deeper)];
    }),
  );
}
