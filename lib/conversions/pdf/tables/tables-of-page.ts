import type { ParsedPage } from '@llamaindex/liteparse';
import { lattices } from './lattice.ts';
import { latticeTable } from './lattice-table.ts';
import type { Box, PageTable } from './page-table.ts';
import { rulesOfPage } from './rules.ts';
import { growSeeds, linesIn } from './stream-regions.ts';
import { streamTable } from './stream-table.ts';
import { centerOf, middleOf, type Word, wordsOfPage } from './words.ts';

const isIn = (word: Word, { x, y, width, height }: Box): boolean =>
  centerOf(word) >= x && centerOf(word) <= x + width && middleOf(word) >= y && middleOf(word) <= y + height;

/**
 * The tables of a page in reading order. The page is one parsed with `extractBlocks`, `extractVectorGraphics` and
 * `emitWordBoxes`; without the latter two, ruled lines and words inside a run of text aren't seen.
 */
export function tablesOfPage(page: ParsedPage): PageTable[] {
  const words = wordsOfPage(page);
  const rules = rulesOfPage(page);
  const ruled = lattices(rules).flatMap((lattice) => latticeTable(lattice, words) ?? []);
  const free = words.filter((word) => !ruled.some(({ bbox }) => isIn(word, bbox)));
  const seeds = (page.blocks ?? []).flatMap(({ kind, bbox }) =>
    kind === 'table' && bbox !== undefined && free.filter((word) => isIn(word, bbox)).length >= 4
      ? [{ left: bbox.x, right: bbox.x + bbox.width, top: bbox.y, bottom: bbox.y + bbox.height }]
      : [],
  );
  const streams = growSeeds(seeds, free, rules.across).flatMap((region) => {
    const across = rules.across.filter(({ at }) => at > region.top - 3 && at < region.bottom + 3);
    const inside = linesIn(free, { ...region, top: region.top - 1, bottom: region.bottom + 1 }).flatMap(
      (line) => line.words,
    );
    return streamTable(inside, across) ?? [];
  });
  return [...ruled, ...streams].toSorted((a, b) => a.bbox.y - b.bbox.y);
}
