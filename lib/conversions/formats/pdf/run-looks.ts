import { maxOf, minOf } from '../../base/arrays.ts';
import type { RunLook } from '../../document/look.ts';
import type { Box } from '../../shared/geometry/box.ts';
import { ROW } from '../../shared/geometry/clusters.ts';
import { ALIGNED } from '../../shared/page-layout/block-look.ts';
import type { SourceCell, SourcePage, SourceTable, TextRun } from '../../shared/page-layout/text-run.ts';
import { changeInside } from './link-runs.ts';
import type { ColouredArea, PageColours } from './page-colours.ts';

// Maximum gap between areas of one colour that are joined, in heights: a space.
const SPACE = 0.6;
// Maximum areas of other colours that are looked at for a run.
const MAX_NEAR = 50;
// Minimum channel of a colour that paper hides.
const LIGHT = 200;
// Minimum difference between edges that are not aligned, in points.
const NOT_ALIGNED = 3;

/** Returns a function that finds the boxes whose middles are at the height of another box. */
function finder<T extends Box>(boxes: readonly T[]): (around: Box) => T[] {
  const rows = Map.groupBy(boxes, ({ y, height }) => Math.floor((y + height / 2) / ROW));
  return ({ y, height }) => {
    const found: T[] = [];
    const last = Math.floor((y + height) / ROW);
    for (let row = Math.floor(y / ROW); row <= last; row += 1)
      for (const box of rows.get(row) ?? []) found.push(box);
    return found;
  };
}

/**
 * Joins the areas of one colour that are beside each other on a run: many programs write each word or letter by itself. They become
 * as high as the run, because a letter such as `a` is not as high as its line.
 */
function joined(areas: readonly ColouredArea[], { y, height }: Box): ColouredArea[] {
  const joins: ColouredArea[] = [];
  for (const { x, width, colour } of areas.toSorted((one, other) => one.x - other.x)) {
    const last = joins.at(-1);
    const end = last === undefined ? 0 : last.x + last.width;
    if (last?.colour !== colour || x - end > height * SPACE) joins.push({ x, y, width, height, colour });
    else joins[joins.length - 1] = { ...last, width: Math.max(end, x + width) - last.x };
  }
  return joins;
}

const isLight = (colour: string): boolean =>
  [1, 3, 5].every((at) => Number.parseInt(colour.slice(at, at + 2), 16) >= LIGHT);

/** Leaves out a colour that would be invisible, such as white on an image. */
const shown = (run: TextRun): TextRun => {
  const { colour, background, size } = run.look ?? {};
  const isInvisible = colour !== undefined && background === undefined && isLight(colour);
  return isInvisible ? { ...run, look: { size } } : run;
};

const withLook = (run: TextRun, look: RunLook): TextRun => ({ ...run, look: { ...run.look, ...look } });

function runsWithLooks(runs: readonly TextRun[], { texts, fills }: PageColours): TextRun[] {
  const near = finder(texts);
  return runs.flatMap((run) => {
    let parts: readonly TextRun[] = [{ ...run, look: { size: Math.round(run.size * 2) / 2 } }];
    for (const { colour, ...box } of fills) {
      const background = colour === '#ffffff' ? undefined : colour;
      parts = parts.flatMap((part) => changeInside(part, box, (inside) => withLook(inside, { background })));
    }
    const isOn = (area: Box): boolean => {
      const middle = area.y + area.height / 2;
      const isAcross = area.x < run.x + run.width && area.x + area.width > run.x;
      return isAcross && middle >= run.y && middle <= run.y + run.height;
    };
    for (const { colour, ...box } of joined(near(run).filter(isOn), run).slice(0, MAX_NEAR))
      parts = parts.flatMap((part) => changeInside(part, box, (inside) => withLook(inside, { colour })));
    return parts.map(shown);
  });
}

/** Returns the edges by which the cells of a column are aligned; undefined for the left ones, or if they are unknown. */
export function alignOf(boxes: readonly Box[]): 'center' | 'right' | undefined {
  const spread = (edge: (box: Box) => number): number => maxOf(boxes.map(edge)) - minOf(boxes.map(edge));
  if (boxes.length < 2 || spread(({ x }) => x) < NOT_ALIGNED) return undefined;
  if (spread(({ x, width }) => x + width) <= ALIGNED) return 'right';
  return spread(({ x, width }) => x + width / 2) <= ALIGNED ? 'center' : undefined;
}

/** Adds looks to the cells of a table, and the alignment of its columns. */
function withCellLooks(table: SourceTable, near: (box: Box) => readonly TextRun[]): SourceTable {
  const columns = maxOf(
    table.rows.map((row) => row.length),
    0,
  );
  const full = table.rows.slice(table.headerRows).filter((row) => row.length === columns);
  const aligns = Array.from({ length: columns }, (_, column) =>
    alignOf(full.flatMap((row) => row[column]?.box ?? [])),
  );
  const runIn = ({ box }: SourceCell): TextRun | undefined => {
    if (box === undefined) return undefined;
    const shared = (run: TextRun): number =>
      Math.min(run.x + run.width, box.x + box.width) - Math.max(run.x, box.x);
    return near(box)
      .filter((run) => shared(run) > 0)
      .toSorted((one, other) => shared(other) - shared(one))[0];
  };
  return {
    ...table,
    rows: table.rows.map((row) => {
      const inside = row.map(runIn);
      const backgrounds = new Set(inside.flatMap((run) => (run === undefined ? [] : [run.look?.background])));
      // Cells without text have no place.
      const [ofRow] = backgrounds.size === 1 ? backgrounds : [];
      return row.map((cell, column): SourceCell => {
        const { bold, italic, look = { background: ofRow } } = inside[column] ?? {};
        const align = row.length === columns ? aligns[column] : undefined;
        return { ...cell, align, style: { bold, italic, look } };
      });
    }),
  };
}

/** Adds the looks of text to a page: its colours and sizes, and what is behind it. */
export function withLooks(source: SourcePage, colours: PageColours): SourcePage {
  const runs = runsWithLooks(source.runs, colours);
  const near = finder(runs);
  return { ...source, runs, tables: source.tables.map((table) => withCellLooks(table, near)) };
}
