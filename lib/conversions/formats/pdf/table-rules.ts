import { maxOf, minOf } from '../../base/arrays.ts';
import { type TreeBlock, type TreeCell, textRun } from '../../document/document-tree.ts';
import type { Border, Borders } from '../../document/look.ts';
import { type GridSlot, isOrigin, tableGrid } from '../../document/table-grid.ts';
import { type Drawing, isThin } from '../../shared/page-layout/drawing.ts';
import type { PagePaint, PageRule, SourcePage } from '../../shared/page-layout/text-run.ts';
import type { PageColours } from './page-colours.ts';

type Table = Extract<TreeBlock, { kind: 'table' }>;

// Maximum lines of a page; more are a drawing.
const MAX_RULES = 3_000;
// Points by which a line may be off, and within which a border is outside of the text of its table.
const OFF = 2;
const OUTSIDE = 24;
// Width of lines that are stroked, in points.
const STROKED = 0.75;

/** Returns the horizontal and vertical lines of a page in their colours. */
export function rulesOf(drawings: readonly Drawing[], { rules }: PageColours): PageRule[] {
  const found: PageRule[] = [];
  for (const drawing of drawings) {
    const { lines, isInvisible, isFilled } = drawing;
    if (isInvisible || (isFilled && !isThin(drawing))) continue;
    for (let at = 0; at + 3 < lines.length; at += 4) {
      const [x = 0, y = 0, endX = 0, endY = 0] = lines.slice(at, at + 4);
      if (Math.abs(x - endX) > 1 && Math.abs(y - endY) > 1) continue;
      if (found.length === MAX_RULES) return [];
      const [left, right] = [Math.min(x, endX), Math.max(x, endX)];
      const [top, bottom] = [Math.min(y, endY), Math.max(y, endY)];
      const [midX, midY] = [(left + right) / 2, (top + bottom) / 2];
      const own = rules.find(
        (area) =>
          midX >= area.x - 1 &&
          midX <= area.x + area.width + 1 &&
          midY >= area.y - 1 &&
          midY <= area.y + area.height + 1,
      );
      const width = isFilled ? Math.max(0.25, Math.min(drawing.width, drawing.height)) : STROKED;
      found.push({
        left,
        right,
        top,
        bottom,
        border: { width, style: 'solid', colour: own?.colour ?? '#000000' },
      });
    }
  }
  return found;
}

/** The ends of the text of rows or columns, and the ranges between them in which their borders are. */
interface Lanes {
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** One more than there are lanes. */
  readonly gaps: readonly (readonly [number, number])[];
}

function lanesOf(count: number, spans: readonly (readonly [number, number, number])[]): Lanes | undefined {
  const from = new Array<number>(count).fill(Infinity);
  const to = new Array<number>(count).fill(-Infinity);
  for (const [at, start, end] of spans) {
    from[at] = Math.min(from[at] ?? Infinity, start);
    to[at] = Math.max(to[at] ?? -Infinity, end);
  }
  if (!from.every(Number.isFinite)) return undefined;
  const gaps = Array.from({ length: count + 1 }, (_, at): readonly [number, number] => {
    const [before, after] = [to[at - 1], from[at]];
    const start = before ?? (after ?? 0) - OUTSIDE;
    const end = after ?? (before ?? 0) + OUTSIDE;
    return [Math.min(start, end) - OFF, Math.max(start, end) + OFF];
  });
  return { from, to, gaps };
}

const blocksOf = (text: string): TreeBlock[] =>
  text === '' ? [] : [{ kind: 'paragraph', content: [textRun(text)] }];

const middle = (lanes: Lanes, at: number, count: number): number =>
  ((lanes.from[at] ?? 0) + (lanes.to[at + count - 1] ?? 0)) / 2;

/** Adds the lines around the cells of a table as their borders. A table without any has none. `width` is that of the page. */
function withRules(table: Table, { rules, fills }: PagePaint, width: number): Table {
  const { rows, cellPlaces = [], places = [] } = table;
  if (places.length !== 1) return table;
  const grid = tableGrid(rows);
  const [spansAcross, spansDown]: [[number, number, number][], [number, number, number][]] = [[], []];
  const slots: GridSlot[][] = grid.map(() => []);
  for (const [row, line] of grid.entries()) {
    for (const [column, slot] of line.entries()) {
      if (slot === undefined || !isOrigin(slot, row, column)) continue;
      const own = slots[row] ?? [];
      const place = cellPlaces[row]?.[own.length];
      own.push(slot);
      if (place === undefined) continue;
      const [x, y, right, bottom] = place.box;
      if (slot.columnSpan === 1) spansAcross.push([column, x, right]);
      if (slot.rowSpan === 1) spansDown.push([row, y, bottom]);
    }
  }
  const columns = lanesOf(grid[0]?.length ?? 0, spansAcross);
  const lines = lanesOf(grid.length, spansDown);
  if (columns === undefined || lines === undefined) return table;
  const horizontal = (at: number, x: number): Border | undefined => {
    const [from, to] = lines.gaps[at] ?? [0, 0];
    return rules.find(
      ({ left, right, top, bottom }) =>
        bottom - top <= 1 && right - left > 1 && top >= from && bottom <= to && left <= x && right >= x,
    )?.border;
  };
  const [start, end] = [minOf(columns.from), maxOf(columns.to)];
  const [first = [0, 0], last = [0, 0]] = [lines.gaps[0], lines.gaps.at(-1)];
  // Its horizontal lines end at its outer borders, which can be far from its text.
  const across = rules.filter(
    ({ left, right, top, bottom }) => top >= first[0] && bottom <= last[1] && left < end && right > start,
  );
  const edges = [
    minOf([start - OUTSIDE, ...across.map(({ left }) => left - OFF)]),
    maxOf([end + OUTSIDE, ...across.map(({ right }) => right + OFF)]),
  ];
  const vertical = (at: number, y: number): Border | undefined => {
    const [own, next] = columns.gaps[at] ?? [0, 0];
    const from = at === 0 ? (edges[0] ?? own) : own;
    const to = at === columns.from.length ? (edges[1] ?? next) : next;
    return rules.find(
      ({ left, right, top, bottom }) =>
        right - left <= 1 && bottom - top > 1 && left >= from && right <= to && top <= y && bottom >= y,
    )?.border;
  };
  const cells = rows.map((row, at) =>
    row.map((cell, index): TreeCell => {
      const slot = slots[at]?.[index];
      if (slot === undefined) return cell;
      const x = middle(columns, slot.column, slot.columnSpan);
      const y = middle(lines, slot.row, slot.rowSpan);
      const borders: Borders = {
        top: horizontal(slot.row, x),
        right: vertical(slot.column + slot.columnSpan, y),
        bottom: horizontal(slot.row + slot.rowSpan, x),
        left: vertical(slot.column, y),
      };
      // Text is on its background; other cells have what is drawn at their place.
      const isEmpty = typeof cell === 'string' ? cell === '' : cell.blocks.length === 0;
      const drawn = fills.findLast(
        (fill) => x >= fill.x && x <= fill.x + fill.width && y >= fill.y && y <= fill.y + fill.height,
      );
      const ofText = typeof cell === 'string' ? undefined : cell.look?.background;
      const ofFill = isEmpty ? drawn?.colour : ofText;
      const background = ofFill === '#ffffff' ? undefined : ofFill;
      const own = typeof cell === 'string' ? { blocks: blocksOf(cell) } : cell;
      return { ...own, look: { borders, ...(background === undefined ? {} : { background }) } };
    }),
  );
  const points = end - start + OUTSIDE;
  // The fonts of the target can be wider, for which only a wide table has room.
  return { ...table, rows: cells, look: points > width / 2 ? { width: { points } } : {} };
}

/** Adds the lines of the pages to their tables. */
export function withTableRules(blocks: readonly TreeBlock[], pages: readonly SourcePage[]): TreeBlock[] {
  const byNumber = new Map(pages.map((page) => [page.number, page]));
  return blocks.map((block) => {
    const page = block.kind === 'table' ? byNumber.get(block.page ?? 0) : undefined;
    if (block.kind !== 'table' || page?.paint === undefined) return block;
    return withRules(block, page.paint, page.width);
  });
}
