import type { ParsedPage } from '@llamaindex/liteparse';
import type { Box } from '../../../shared/geometry/box.ts';
import { centerOf, edgesOf, middleOf } from '../../../shared/geometry/box.ts';
import { lattices } from './lattice.ts';
import { latticeTable } from './lattice-table.ts';
import { linesOf, spaceOf } from './lines.ts';
import type { PageTable } from './page-table.ts';
import { splitPanels } from './panels.ts';
import { isTextTable, signsOf } from './plausible.ts';
import { inReadingOrder } from './reading-order.ts';
import { isFolio } from './region.ts';
import { rulesOfPage } from './rules.ts';
import { isMarked, seedsOf } from './seeds.ts';
import { growSeeds, linesIn } from './stream-regions.ts';
import { streamTable } from './stream-table.ts';
import { turnedTextsOf, type Word, wordsOfPage } from './words.ts';

const isIn = (word: Word, { x, y, width, height }: Box): boolean =>
  centerOf(word) >= x && centerOf(word) <= x + width && middleOf(word) >= y && middleOf(word) <= y + height;

// Width of a space, in heights of a line, in most fonts.
const USUAL_SPACE = 0.25;
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
    ruled.map(({ bbox }) => edgesOf(bbox)),
  );
  const streams = growSeeds(seeds, free, rules.across).flatMap((region) => {
    const across = rules.across.filter(({ at }) => at > region.top - 3 && at < region.bottom + 3);
    const inside = linesIn(free, { ...region, top: region.top - 1, bottom: region.bottom + 1 });
    const space = spaceOf(inside) ?? spaceOf(linesOf(words)) ?? USUAL_SPACE;
    const seen = streamTable(
      inside.flatMap((line) => line.words),
      across,
      space,
    );
    if (seen === undefined) return [];
    const table = inReadingOrder(seen);
    const signs = signsOf(table.rows, table.headerRows);
    return isTextTable(signs, isMarked(region, words, rules)) ? [table] : [];
  });
  return [...ruled.map(inReadingOrder), ...streams]
    .flatMap(splitPanels)
    .toSorted((a, b) => a.bbox.y - b.bbox.y);
}
