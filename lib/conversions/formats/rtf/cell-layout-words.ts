import { nameTable } from '../../base/name-table.ts';
import type { Border, CellLayout } from '../../document/page-layout.ts';
import { TWIPS } from '../../shared/wordprocessing/twip-page.ts';
import type { RtfReading } from './reading.ts';

// Words of cells that only matter on pages (RTF 1.9.1, "Table Definitions" and "Paragraph Borders"). A border of a cell is a
// word for its side, and words for its kind, width and colour after that.

type Side = 'top' | 'right' | 'bottom' | 'left';

/** The cell whose right edge follows. */
export interface OpenCellLayout {
  layout: CellLayout;
  /** The side that words of borders apply to; undefined after the sides of paragraphs and rows. */
  side: Side | undefined;
}

// Word's limits are 0.25 and 6 points; a border of no width is a hairline.
const MIN_WIDTH = 0.25;
const MAX_WIDTH = 6;

const sides = nameTable<Side>({ clbrdrt: 'top', clbrdrr: 'right', clbrdrb: 'bottom', clbrdrl: 'left' });
const otherBorders = /^(?:brdr[tblr]|trbrdr[tblrhv]|box|brdrbtw|brdrbar|chbrdr|pgbrdr[tblr])$/;
const dashes = nameTable<NonNullable<Border['dash']> | 'solid'>({
  brdrs: 'solid',
  brdrth: 'solid',
  brdrhair: 'solid',
  brdrdb: 'double',
  brdrdot: 'dotted',
  brdrdash: 'dashed',
  brdrdashsm: 'dashed',
  brdrdashd: 'dashed',
  brdrdashdd: 'dashed',
});
const verticalAligns = nameTable<NonNullable<CellLayout['verticalAlign']>>({
  clvertalt: 'top',
  clvertalc: 'middle',
  clvertalb: 'bottom',
});

/** The layout of a cell without words. */
export const emptyCellLayout = (): OpenCellLayout => ({ layout: {}, side: undefined });

function changeBorder(open: OpenCellLayout, change: Partial<Border> | null): void {
  const { layout, side } = open;
  if (side === undefined) return;
  const before = layout.borders?.[side];
  const border: Border | null =
    change === null ? null : { width: 0.5, colour: '#000000', ...before, ...change };
  open.layout = { ...layout, borders: { ...layout.borders, [side]: border } };
}

/** Applies a word to the layout of the cell that is being defined, if the target shows pages. */
export function readCellLayout(reading: RtfReading, name: string, parameter: number | undefined): void {
  if (!reading.isPaged) return;
  const open = reading.cellLayout;
  const side = sides[name];
  const dash = dashes[name];
  const verticalAlign = verticalAligns[name];
  if (side !== undefined) open.side = side;
  else if (otherBorders.test(name)) open.side = undefined;
  else if (name === 'brdrnone' || name === 'brdrnil') changeBorder(open, null);
  else if (dash !== undefined) changeBorder(open, { dash: dash === 'solid' ? undefined : dash });
  else if (name === 'brdrw')
    changeBorder(open, { width: Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, (parameter ?? 0) / TWIPS)) });
  else if (name === 'brdrcf') {
    const colour = reading.declared.colourOf(parameter);
    if (colour !== undefined) changeBorder(open, { colour });
  } else if (name === 'clcbpat')
    open.layout = { ...open.layout, background: reading.declared.colourOf(parameter) };
  else if (verticalAlign !== undefined) open.layout = { ...open.layout, verticalAlign };
}
