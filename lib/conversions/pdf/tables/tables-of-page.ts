import type { ParsedPage } from '@llamaindex/liteparse';
import { lattices } from './lattice.ts';
import { latticeTable } from './lattice-table.ts';
import { linesOf } from './lines.ts';
import { numberSeeds } from './number-seeds.ts';
import type { Box, PageTable } from './page-table.ts';
import { isTextTable, signsOf } from './plausible.ts';
import { isCaption, type Region } from './region.ts';
import { type Rules, rulesOfPage } from './rules.ts';
import { growSeeds, linesIn } from './stream-regions.ts';
import { streamTable } from './stream-table.ts';
import { centerOf, middleOf, type Word, wordsOfPage } from './words.ts';

const isIn = (word: Word, { x, y, width, height }: Box): boolean =>
  centerOf(word) >= x && centerOf(word) <= x + width && middleOf(word) >= y && middleOf(word) <= y + height;

const toRegion = ({ x, y, width, height }: Box): Region => ({
  left: x,
  right: x + width,
  top: y,
  bottom: y + height,
});

const overlaps = (a: Region, b: Region): boolean =>
  Math.min(a.right, b.right) > Math.max(a.left, b.left) &&
  Math.min(a.bottom, b.bottom) > Math.max(a.top, b.top);

/** What liteparse takes for tables and columns of numbers that it doesn't, where no table is yet. */
function seedsOf(page: ParsedPage, words: readonly Word[], taken: readonly Region[]): Region[] {
  const seeds = (page.blocks ?? []).flatMap(({ kind, bbox }) =>
    kind === 'table' && bbox !== undefined ? [toRegion(bbox)] : [],
  );
  const free = seeds.filter((seed) => !taken.some((region) => overlaps(region, seed)));
  const numbers = numberSeeds(linesOf(words));
  return [
    ...free,
    ...numbers.filter((seed) => ![...taken, ...seeds].some((region) => overlaps(region, seed))),
  ];
}

// How far over a table its title is, in points.
const TITLE_REACH = 48;

/** Whether a title stands over a stretch, or lines are drawn over and under it. */
function isMarked(region: Region, words: readonly Word[], { across }: Rules): boolean {
  const above = linesIn(words, { ...region, top: region.top - TITLE_REACH, bottom: region.top + 4 });
  if (above.some(isCaption)) return true;
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

/**
 * The tables of a page in reading order. The page is one parsed with `extractBlocks`, `extractVectorGraphics` and
 * `emitWordBoxes`; without the latter two, ruled lines and words inside a run of text aren't seen.
 */
export function tablesOfPage(page: ParsedPage): PageTable[] {
  const words = wordsOfPage(page);
  const rules = rulesOfPage(page);
  const ruled = lattices(rules).flatMap((lattice) => latticeTable(lattice, words) ?? []);
  const free = words.filter((word) => !ruled.some(({ bbox }) => isIn(word, bbox)));
  const seeds = seedsOf(
    page,
    free,
    ruled.map(({ bbox }) => toRegion(bbox)),
  );
  const streams = growSeeds(seeds, free, rules.across).flatMap((region) => {
    const across = rules.across.filter(({ at }) => at > region.top - 3 && at < region.bottom + 3);
    const inside = linesIn(free, { ...region, top: region.top - 1, bottom: region.bottom + 1 });
    const table = streamTable(
      inside.flatMap((line) => line.words),
      across,
    );
    if (table === undefined) return [];
    const signs = signsOf(table.rows, table.headerRows);
    return isTextTable(signs, isMarked(region, words, rules)) ? [table] : [];
  });
  return [...ruled, ...streams].toSorted((a, b) => a.bbox.y - b.bbox.y);
}
