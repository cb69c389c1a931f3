import type { Box } from '../geometry/box.ts';
import { turnBack, turnedSize, turnPointBack } from '../geometry/quarter-turns.ts';
import type { Drawing } from '../page-layout/drawing.ts';
import type { PageTable, TablePage } from './page-table.ts';

type Size = Pick<TablePage, 'width' | 'height'>;

/** Turns a drawing back by clockwise quarter turns. */
export function turnDrawingBack(drawing: Drawing, turns: number, page: Size): Drawing {
  if (turns === 0) return drawing;
  const lines: number[] = [];
  for (let at = 0; at < drawing.lines.length; at += 2) {
    const [x = 0, y = 0] = drawing.lines.slice(at, at + 2);
    const point = turnPointBack({ x, y }, turns, page);
    lines.push(point.x, point.y);
  }
  return { ...drawing, ...turnBack(drawing, turns, page), lines };
}

/** Turns a page back by clockwise quarter turns, so that text rotated by them is upright. */
export const turnPageBack = (page: TablePage, by: number): TablePage => ({
  ...turnedSize(page, by),
  runs: page.runs
    .map((run) => ({ ...run, ...turnBack(run, by, page), turns: ((run.turns ?? 0) - by + 4) % 4 }))
    .toSorted((a, b) => a.y - b.y || a.x - b.x),
  drawings: page.drawings.map((drawing) => turnDrawingBack(drawing, by, page)),
  proposals: [],
});

/** Puts a table of a page that was turned back where it is on the page as it was. */
export function turnTable(table: PageTable, turns: number, page: Size): PageTable {
  const turn = (box: Box): Box => turnBack(box, 4 - turns, turnedSize(page, turns));
  return {
    ...table,
    bbox: turn(table.bbox),
    rows: table.rows.map((row) =>
      row.map((cell) => (cell.box === undefined ? cell : { ...cell, box: turn(cell.box) })),
    ),
  };
}
