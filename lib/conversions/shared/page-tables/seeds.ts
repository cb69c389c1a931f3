import type { ParsedPage } from '@llamaindex/liteparse';
import { type Edges, edgesOf, overlap } from '../geometry/box.ts';
import { linesOf } from './lines.ts';
import { numberSeeds } from './number-seeds.ts';
import { ruleFrames } from './rule-frames.ts';
import type { Rules } from './rules.ts';
import type { Surroundings } from './signs.ts';
import { linesIn } from './stream-regions.ts';
import { titleSeeds } from './title-seeds.ts';
import { isCaption, isTableTitle } from './titles.ts';
import type { Word } from './words.ts';

// Regions of a page that are examined, at most.
const MAX_SEEDS = 100;
// Points above a table within which its title is, and by which the title may reach into it.
const TITLE_REACH = 48;
const TITLE_OVERLAP = 4;
// Points by which the title begins left of the table: as far as a table is indented.
const TITLE_OUTDENT = 36;
// Points above and below a table within which its rules are.
const RULE_REACH = 14;
// Share of the table's width that its rules cover, and times its width that they are long at most.
const RULE_WIDTH = 0.8;
const MAX_RULE_WIDTH = 1.3;

/** Candidate regions where no table is yet: liteparse's tables, regions between rules, and columns of numbers. */
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
  const titled = titleSeeds(lines).filter((seed) => isFree(seed, taken));
  return [...seeds, ...numbers, ...titled].slice(0, MAX_SEEDS);
}

/** What the text and the rules around a region show: a table's title above it or another one, and rules above and below. */
export function marksOf(
  region: Edges,
  words: readonly Word[],
  { across }: Rules,
): Pick<Surroundings, 'titled' | 'otherTitle' | 'framed'> {
  const above = linesIn(words, {
    ...region,
    left: region.left - TITLE_OUTDENT,
    top: region.top - TITLE_REACH,
    bottom: region.top + TITLE_OVERLAP,
  });
  const title = above.findLast(isCaption);
  const width = region.right - region.left;
  const wide = across.filter(
    ({ at, from, to }) =>
      at > region.top - RULE_REACH &&
      at < region.bottom + RULE_REACH &&
      Math.min(to, region.right) - Math.max(from, region.left) > RULE_WIDTH * width &&
      to - from < MAX_RULE_WIDTH * width,
  );
  return {
    titled: Number(title !== undefined && isTableTitle(title)),
    otherTitle: Number(title !== undefined && !isTableTitle(title)),
    framed: Number(wide.length > 1),
  };
}
