import { type Box, edgesOf, isAmid, overlap } from '../geometry/box.ts';
import type { TablePage } from '../page-tables/page-table.ts';
import { tablesOfPage } from '../page-tables/tables-of-page.ts';
import { figuresOfPage } from './figures.ts';
import type { SourcePage } from './text-run.ts';

/** Finds the tables of a page and its figures, without the tables that are part of a figure. */
export function withTablesAndFigures(source: SourcePage, page: TablePage): SourcePage {
  const withTables = { ...source, tables: tablesOfPage(page) };
  const { drawings, runs } = page;
  const figures = figuresOfPage(
    withTables,
    drawings.filter(({ isInvisible }) => !isInvisible),
    runs.filter(({ turns = 0 }) => turns !== 0),
  );
  if (figures.length === 0) return withTables;
  const isMixed = withTables.tables.some(({ bbox }) =>
    figures.some((figure) => overlap(edgesOf(bbox), edgesOf(figure))),
  );
  if (!isMixed) return { ...withTables, figures };
  const isOutside = (box: Box): boolean => !figures.some((figure) => isAmid(box, figure));
  const outside = { ...page, runs: runs.filter(isOutside), drawings: drawings.filter(isOutside) };
  return { ...source, figures, tables: tablesOfPage(outside) };
}
