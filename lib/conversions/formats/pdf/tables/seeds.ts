import type { ParsedPage } from '@llamaindex/liteparse';
import { type Edges, edgesOf, overlap } from '../../../shared/geometry/box.ts';
import { linesOf } from './lines.ts';
import { numberSeeds } from './number-seeds.ts';
import { isCaption, isTableTitle } from './region.ts';
import { ruleFrames } from './rule-frames.ts';
import type { Rules } from './rules.ts';
import { linesIn } from './stream-regions.ts';
import type { Word } from './words.ts';

// Stretches of a page that are looked at for tables.
const MOST_SEEDS = 100;

/** What liteparse takes for tables, what lines are drawn over and under, and columns of numbers, where no table is yet. */
export function seedsOf(
  page: ParsedPage,
  words: readonly Word[],
  { across }: Rules,
  taken: readonly Edges[],
): Edges[] {
  const lines = linesOf(words);
  const blocks = (page.blocks ?? []).flatMap(({ kind, bbox }) =>
    kind === 'table' && bbox !== undefined ? [edgesOf(bbox)] : [],
  );
  const isFree = (seed: Edges, others: readonly Edges[]): boolean =>
    !others.some((region) => overlap(region, seed));
  const seeds = [...blocks, ...ruleFrames(across, lines)].filter((seed) => isFree(seed, taken));
  const numbers = numberSeeds(lines).filter((seed) => isFree(seed, [...taken, ...seeds]));
  return [...seeds, ...numbers].slice(0, MOST_SEEDS);
}

// How far over a table its title is, in points.
const TITLE_REACH = 48;

/** Whether a title stands over a stretch, or lines are drawn over and under it. */
export function isMarked(region: Edges, words: readonly Word[], { across }: Rules): boolean {
  const above = linesIn(words, { ...region, top: region.top - TITLE_REACH, bottom: region.top + 4 });
  const title = above.findLast(isCaption);
  if (title !== undefined) return isTableTitle(title);
  const width = region.right - region.left;
  const wide = across.filter(
    ({ at, from, to }) =>
      at > region.top - 14 &&
      at < region.bottom + 14 &&
      Math.min(to, region.right) - Math.max(from, region.left) > 0.8 * width &&
      to - from < 1.3 * width,
  );
  return wide.length > 1;
}
