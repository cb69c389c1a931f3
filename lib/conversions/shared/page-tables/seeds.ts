import { type Edges, edgesOf, overlap } from '../geometry/box.ts';
import { RULE_WIDTH } from './header-length.ts';
import { linesOf } from './lines.ts';
import { numberSeeds } from './number-seeds.ts';
import type { TablePage } from './page-table.ts';
import { ruleFrames } from './rule-frames.ts';
import type { Rules } from './rules.ts';
import { linesIn } from './stream-regions.ts';
import type { Surroundings } from './table-features.ts';
import { rowSeeds, titleSeeds } from './title-seeds.ts';
import { isCaption, isTableTitle } from './titles.ts';
import type { Word } from './words.ts';

// Maximum regions of a page that are examined.
const MAX_SEEDS = 100;
// A title starts at most this many points above its table.
const TITLE_REACH = 48;
// Maximum points by which a title starts left of its table, which may be indented.
const TITLE_OUTDENT = 36;
// Maximum points between a table and the rules above and below it.
const RULE_REACH = 14;

// Maximum length of these rules, as a multiple of the table's width.
const MAX_RULE_WIDTH = 1.3;

/** Candidate regions outside the tables found so far: proposals, regions between rules, columns of numbers, and rows below a title. */
export function seedsOf(
  { proposals }: TablePage,
  words: readonly Word[],
  { across }: Rules,
  taken: readonly Edges[],
): Edges[] {
  const lines = linesOf(words);
  const isFree = (seed: Edges, others: readonly Edges[]): boolean =>
    !others.some((region) => overlap(region, seed));
  const seeds = [...proposals.map(edgesOf), ...ruleFrames(across, lines)].filter((seed) =>
    isFree(seed, taken),
  );
  const numbers = numberSeeds(lines).filter((seed) => isFree(seed, [...taken, ...seeds]));
  const titled = titleSeeds(lines).filter((seed) => isFree(seed, taken));
  // Rows near another seed are part of its table, or notes below it.
  const near = ({ top, bottom, ...sides }: Edges): Edges => ({
    ...sides,
    top: top - TITLE_REACH,
    bottom: bottom + TITLE_REACH,
  });
  const others = [...taken, ...seeds, ...titled];
  // Rows around columns of numbers are the whole of their table.
  const isAroundAll = (row: Edges): boolean =>
    numbers.every((seed) => !overlap(near(row), seed) || (seed.top >= row.top && seed.bottom <= row.bottom));
  const rows = rowSeeds(lines).filter((seed) => isFree(near(seed), others) && isAroundAll(seed));
  const apart = numbers.filter((seed) => isFree(seed, rows));
  return [...seeds, ...apart, ...titled, ...rows].slice(0, MAX_SEEDS);
}

/** Returns whether a region has the title of a table or of something else above it, and rules above and below. */
export function surroundingsOf(
  region: Edges,
  words: readonly Word[],
  { across }: Rules,
): Pick<Surroundings, 'titled' | 'otherTitle' | 'framed'> {
  const above = linesIn(words, {
    ...region,
    left: region.left - TITLE_OUTDENT,
    top: region.top - TITLE_REACH,
    bottom: region.top,
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
