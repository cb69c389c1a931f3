import { rightToLeftShare } from '../../base/right-to-left.ts';
import { type Box, centerOf, type Edges, edgesOf, middleOf, unionOf } from '../geometry/box.ts';
import { isDisplay } from './displays.ts';
import { lattices } from './lattice.ts';
import { latticeTable, MIN_WORDS } from './lattice-table.ts';
import { withOpenHeader } from './open-header.ts';
import type { PageTable, TablePage } from './page-table.ts';
import { rulesOfPage } from './rules.ts';
import { seedsOf, surroundingsOf } from './seeds.ts';
import { isBand, withUnshadedRows } from './shaded-rows.ts';
import { growRegions, joinSeeds, linesIn, partsAmong } from './stream-regions.ts';
import { streamTable } from './stream-table.ts';
import { type TableFeatures, tableFeatures } from './table-features.ts';
import { isTable } from './table-score.ts';
import { turnedHeadings, withLabelHeadings } from './turned-headings.ts';
import { turnPageBack, turnTable } from './turned-page.ts';
import { rotatedTextsOf, type Word, wordsOfPage } from './words.ts';

// Columns are read from the right if more than this share of the cells with letters starts with a right-to-left one.
const RTL_TABLE = 0.5;

// Words at most this many points outside a region belong to it.
const WORD_MARGIN = 1;

/** Decides whether a candidate is a table. */
type Accepts = (table: PageTable, features: TableFeatures) => boolean;

const NOT_DRAWN = { grid: 0, drawnDown: 0 };

const isIn = (word: Word, box: Edges): boolean =>
  centerOf(word) >= box.left &&
  centerOf(word) <= box.right &&
  middleOf(word) >= box.top &&
  middleOf(word) <= box.bottom;

/** Reverses the columns of a table if most of its cells are right-to-left: they start so (UAX 9, P2). */
function withColumnsInOrder(table: PageTable): PageTable {
  const firsts = table.rows.flatMap((row) => row.flatMap(({ text }) => /\p{L}/u.exec(text)?.[0] ?? []));
  if (rightToLeftShare(firsts.join('')) <= RTL_TABLE) return table;
  return { ...table, rows: table.rows.map((row) => row.toReversed()) };
}

/** Extends the area of a table to the headings that are typed upwards above it. */
function withHeadings(table: PageTable, headings: readonly Word[]): PageTable {
  const box = edgesOf(table.bbox);
  const own = headings.filter((heading) => isIn(heading, box));
  const { left, right, top, bottom } = unionOf([box, ...own.map((heading) => heading.source ?? heading)]);
  return { ...table, bbox: { x: left, y: top, width: right - left, height: bottom - top } };
}

/** Returns the tables that are not inside another. */
function outermost(tables: readonly PageTable[]): PageTable[] {
  const holds = (a: Box, b: Box): boolean =>
    a.x <= b.x && a.y <= b.y && a.x + a.width >= b.x + b.width && a.y + a.height >= b.y + b.height;
  return tables.filter(({ bbox }) => !tables.some((other) => other.bbox !== bbox && holds(other.bbox, bbox)));
}

/**
 * Returns the tables of a page from top to bottom, also those on their side.
 *
 * @param accepts decides which candidates are tables
 */
export function tablesOfPage(
  page: TablePage,
  accepts: Accepts = (_, features) => isTable(features),
): PageTable[] {
  const turned = [1, 2, 3]
    .filter((each) => page.runs.filter(({ turns = 0 }) => turns === each).length >= MIN_WORDS)
    .flatMap((turns) =>
      uprightTables(turnPageBack(page, turns), [], accepts).map((table) => turnTable(table, turns, page)),
    );
  const headings = turnedHeadings(
    rotatedTextsOf(page).filter((text) => !turned.some(({ bbox }) => isIn(text, edgesOf(bbox)))),
  );
  return [...uprightTables(page, headings, accepts), ...turned].toSorted((a, b) => a.bbox.y - b.bbox.y);
}

/** Returns the tables whose text is upright. Their `headings` may be typed upwards. */
function uprightTables(page: TablePage, headings: readonly Word[], accepts: Accepts): PageTable[] {
  const words = wordsOfPage(page);
  const rules = rulesOfPage(page);
  const texts = [...words, ...rotatedTextsOf(page)];
  const ruled = outermost(
    lattices(rules).flatMap((lattice) => {
      if (isBand(lattice, words, rules)) return [];
      const shaded = withUnshadedRows(lattice, words, rules);
      const grid = withOpenHeader(shaded, [...words, ...headings], rules);
      const isOpen = grid !== shaded && headings.some((heading) => middleOf(heading) > (grid.ys[0] ?? 0));
      const found = latticeTable(grid, isOpen ? [...words, ...headings] : texts);
      if (found === undefined) return [];
      const table = isOpen ? withHeadings(found, headings) : found;
      const drawn = { grid: 1, drawnDown: lattice.drawnDown };
      const around = { ...surroundingsOf(edgesOf(table.bbox), words, rules), ...drawn };
      return accepts(table, tableFeatures(table.rows, 1, around)) ? [table] : [];
    }),
  );
  const taken = ruled.map(({ bbox }) => edgesOf(bbox));
  const free = [...withLabelHeadings(words, headings), ...headings].filter(
    (word) => !taken.some((box) => isIn(word, box)),
  );
  const seeds = seedsOf(page, free, rules, taken);
  const tableIn = (region: Edges): PageTable[] => {
    const across = rules.across.filter(({ at }) => at > region.top && at < region.bottom);
    const inside = linesIn(free, {
      ...region,
      top: region.top - WORD_MARGIN,
      bottom: region.bottom + WORD_MARGIN,
    });
    const seen = streamTable(
      inside.flatMap((line) => line.words),
      across,
    );
    if (seen === undefined || isDisplay(seen.rows)) return [];
    const table = withColumnsInOrder(seen);
    const around = { ...surroundingsOf(region, words, rules), ...NOT_DRAWN };
    return accepts(table, tableFeatures(table.rows, table.headerRows, around)) ? [table] : [];
  };
  const joined = joinSeeds(seeds, partsAmong(free));
  const streams = growRegions(joined, free).flatMap((region) => {
    const whole = tableIn(region);
    if (whole.length > 0 || region.seeds.length === 1) return whole;
    const apart = joinSeeds(region.seeds, () => false);
    return growRegions(apart, free).flatMap(tableIn);
  });
  return [...ruled.map(withColumnsInOrder), ...streams];
}
