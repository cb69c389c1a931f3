import { type Box, edgesOf, isAmid, overlap } from '../geometry/box.ts';
import type { TablePage } from '../page-tables/page-table.ts';
import { tablesOfPage } from '../page-tables/tables-of-page.ts';
import { type Figure, figuresOfPage } from './figures.ts';
import { formulasOfPage } from './formulas.ts';
import type { SourcePage } from './text-run.ts';

/**
 * Finds the tables of a page, its figures without the tables that are part of them, and its formulas.
 *
 * @param needsProse whether figures and formulas are needed on a page without tables
 */
export function withTablesAndFigures(source: SourcePage, page: TablePage, needsProse: boolean): SourcePage {
  const withTables = { ...source, tables: tablesOfPage(page) };
  if (!needsProse && withTables.tables.length === 0) return withTables;
  const { runs } = page;
  const drawings = page.drawings.filter(({ isInvisible }) => !isInvisible);
  const figures = figuresOfPage(
    withTables,
    drawings,
    runs.filter(({ turns = 0 }) => turns !== 0),
  );
  const isMixed = withTables.tables.some(({ bbox }) =>
    figures.some((figure) => overlap(edgesOf(bbox), edgesOf(figure))),
  );
  const isOutside = (box: Box): boolean => !figures.some((figure) => isAmid(box, figure));
  const outside = isMixed
    ? { ...page, runs: runs.filter(isOutside), drawings: page.drawings.filter(isOutside) }
    : undefined;
  const found = outside === undefined ? withTables : { ...source, tables: tablesOfPage(outside) };
  const formulas = formulasOfPage(found, drawings, figures).map(
    (box): Figure => ({ ...box, turned: [], isFormula: true }),
  );
  return figures.length + formulas.length === 0 ? found : { ...found, figures: [...figures, ...formulas] };
}
