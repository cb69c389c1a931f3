import type { ParsedPage } from '@llamaindex/liteparse';
import { lattices } from './lattice.ts';
import { latticeTable } from './lattice-table.ts';
import { linesOf } from './lines.ts';
import { numberSeeds } from './number-seeds.ts';
import type { Box, PageTable } from './page-table.ts';
import { isTextTable, signsOf } from './plausible.ts';
import { isCaption, isFolio, type Region } from './region.ts';
import { ruleFrames } from './rule-frames.ts';
import { type Rules, rulesOfPage } from './rules.ts';
import { growSeeds, linesIn } from './stream-regions.ts';
import { streamTable } from './stream-table.ts';
import { centerOf, middleOf, turnedTextsOf, type Word, wordsOfPage } from './words.ts';

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

/** What liteparse takes for tables, what lines are drawn over and under, and columns of numbers, where no table is yet. */
function seedsOf(
  page: ParsedPage,
  words: readonly Word[],
  { across }: Rules,
  taken: readonly Region[],
): Region[] {
  const lines = linesOf(words);
  const blocks = (page.blocks ?? []).flatMap(({ kind, bbox }) =>
    kind === 'table' && bbox !== undefined ? [toRegion(bbox)] : [],
  );
  const isFree = (seed: Region, others: readonly Region[]): boolean =>
    !others.some((region) => overlaps(region, seed));
  const seeds = [...blocks, ...ruleFrames(across, lines)].filter((seed) => isFree(seed, taken));
  return [...seeds, ...numberSeeds(lines).filter((seed) => isFree(seed, [...taken, ...seeds]))];
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

// The share of a page at its top and bottom that its head and foot stand in.
const EDGE = 0.1;

/** Words of a page's head and foot. */
function edgeWords(words: readonly Word[], pageHeight: number): Set<Word> {
  const top = linesOf(words.filter((word) => word.bottom < EDGE * pageHeight))[0];
  const bottom = linesOf(words.filter((word) => word.top > (1 - EDGE) * pageHeight)).at(-1);
  return new Set([top, bottom].flatMap((line) => (line !== undefined && isFolio(line) ? line.words : [])));
}

/** Tables that don't lie in another. */
function outermost(tables: readonly PageTable[]): PageTable[] {
  const holds = (a: Box, b: Box): boolean =>
    a.x <= b.x && a.y <= b.y && a.x + a.width >= b.x + b.width && a.y + a.height >= b.y + b.height;
  return tables.filter(({ bbox }) => !tables.some((other) => other.bbox !== bbox && holds(other.bbox, bbox)));
}

/**
 * The tables of a page in reading order. The page is one parsed with `extractBlocks`, `extractVectorGraphics` and
 * `emitWordBoxes`; without the latter two, ruled lines and words inside a run of text aren't seen.
 */
export function tablesOfPage(page: ParsedPage): PageTable[] {
  const words = wordsOfPage(page);
  const rules = rulesOfPage(page);
  const texts = [...words, ...turnedTextsOf(page)];
  const ruled = outermost(lattices(rules).flatMap((lattice) => latticeTable(lattice, texts) ?? []));
  const edges = edgeWords(words, page.height);
  const free = words.filter((word) => !edges.has(word) && !ruled.some(({ bbox }) => isIn(word, bbox)));
  const seeds = seedsOf(
    page,
    free,
    rules,
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
