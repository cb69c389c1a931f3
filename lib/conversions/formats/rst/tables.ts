import { dedented, indentOf } from '../../shared/markup/text-lines.ts';

/** A cell of a table drawn with characters: its lines, and the number of columns and rows that it covers. */
interface DrawnCell {
  readonly lines: readonly string[];
  readonly columns: number;
  readonly rows: number;
}

/** A table drawn with characters. */
export interface DrawnTable {
  readonly rows: readonly (readonly DrawnCell[])[];
  readonly headerRows: number;
}

// Characters that are two columns wide. A filler after each keeps the columns of its line.
const WIDE = /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/g;
const FILLER = '\u0000';

const BORDER = /^\+[-=][-=+]*\+$/;
const GRID_LINE = /^[+|].*[+|]$/;

/** Returns the lines, all of the same width, of the grid table at a line; undefined if there is none. */
export function gridAt(lines: readonly string[], at: number): readonly string[] | undefined {
  const [first = ''] = [lines[at]];
  if (!BORDER.test(first)) return undefined;
  const grid: string[] = [];
  for (let index = at; index < lines.length; index += 1) {
    const line = (lines[index] ?? '').replaceAll(WIDE, `$&${FILLER}`);
    if (!GRID_LINE.test(line) || line.length !== first.length) break;
    grid.push(line);
  }
  while (grid.length > 0 && !BORDER.test(grid.at(-1) ?? '')) grid.pop();
  return grid.length < 3 ? undefined : grid;
}

/** Finds the rules of a grid: corners by column, and lines with horizontal parts. */
function linesOfGrid(grid: readonly string[]): {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
} {
  const corners = new Set<number>();
  const ys: number[] = [];
  for (const [y, line] of grid.entries()) {
    if (!/\+[-=]+\+/.test(line)) continue;
    ys.push(y);
    for (let x = line.indexOf('+'); x >= 0; x = line.indexOf('+', x + 1)) corners.add(x);
  }
  return { xs: [...corners].toSorted((one, other) => one - other), ys };
}

/**
 * Reads a grid table. Adjacent rules enclose cells, and cells without a rule between them are merged. Takes time in proportion to
 * the area of the drawing.
 */
export function readGrid(grid: readonly string[]): DrawnTable {
  const { xs, ys } = linesOfGrid(grid);
  const signAt = (y: number, x: number): string => grid[y]?.[x] ?? ' ';
  const hasRight = (row: number, column: number): boolean => {
    const x = xs[column + 1] ?? 0;
    for (let y = (ys[row] ?? 0) + 1; y < (ys[row + 1] ?? 0); y += 1)
      if (signAt(y, x) !== '|' && signAt(y, x) !== '+') return false;
    return true;
  };
  const hasBelow = (row: number, column: number): boolean => {
    const y = ys[row + 1] ?? 0;
    for (let x = (xs[column] ?? 0) + 1; x < (xs[column + 1] ?? 0); x += 1)
      if (!/[-=+]/.test(signAt(y, x))) return false;
    return true;
  };
  const taken = new Set<number>();
  const [columnCount, rowCount] = [xs.length - 1, ys.length - 1];
  const rows: DrawnCell[][] = [];
  for (let row = 0; row < rowCount; row += 1) {
    const cells: DrawnCell[] = [];
    for (let column = 0; column < columnCount; column += 1) {
      if (taken.has(row * columnCount + column)) continue;
      let right = column;
      while (right + 1 < columnCount && !hasRight(row, right)) right += 1;
      let bottom = row;
      while (bottom + 1 < rowCount && !hasBelow(bottom, column)) bottom += 1;
      for (let y = row; y <= bottom; y += 1)
        for (let x = column; x <= right; x += 1) taken.add(y * columnCount + x);
      const lines = grid.slice((ys[row] ?? 0) + 1, ys[bottom + 1]).map((line) =>
        line
          .slice((xs[column] ?? 0) + 1, xs[right + 1])
          .replaceAll(FILLER, '')
          .trimEnd(),
      );
      cells.push({ lines: dedented(lines), columns: right - column + 1, rows: bottom - row + 1 });
    }
    rows.push(cells);
  }
  const header = ys.findIndex((y, index) => index > 0 && index < rowCount && grid[y]?.includes('=') === true);
  return { rows, headerRows: Math.max(0, header) };
}

const isBorder = (line: string): boolean => /^=[= ]*=$/.test(line) && line.includes(' =');
const SPANS = /^-[- ]*-$/;

/** Returns the lines of the simple table at a line, from border to border; undefined if there is none. */
export function simpleAt(lines: readonly string[], at: number): readonly string[] | undefined {
  if (!isBorder(lines[at] ?? '')) return undefined;
  // The last border is followed by an empty line or the end of the text.
  for (let index = at + 1; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (isBorder(line) && (lines[index + 1] ?? '') === '') return lines.slice(at, index + 1);
  }
  return undefined;
}

const startsOf = (border: string): number[] =>
  [...border.matchAll(/(?<=^| )[=-]/g)].map(({ index }) => index);

/** Reads a simple table. Its first border defines the columns, and a row with an empty first cell continues the previous row. */
export function readSimple(drawn: readonly string[]): DrawnTable {
  const starts = startsOf(drawn[0] ?? '');
  const rows: DrawnCell[][] = [];
  let headerRows = 0;
  let open: string[] = [];
  const finish = (spans: readonly number[]): void => {
    if (open.every((line) => line === '')) return;
    const own = open;
    open = [];
    rows.push(
      spans.map((start, index) => {
        const end = spans[index + 1];
        return {
          lines: dedented(own.map((line) => line.slice(start, end).replaceAll(FILLER, '').trimEnd())),
          columns: starts.filter((each) => each >= start && (end === undefined || each < end)).length,
          rows: 1,
        };
      }),
    );
  };
  for (const line of drawn.slice(1).map((each) => each.replaceAll(WIDE, `$&${FILLER}`))) {
    if (isBorder(line)) {
      finish(starts);
      if (headerRows === 0) headerRows = rows.length;
    } else if (SPANS.test(line) && open.length > 0) {
      finish(startsOf(line).filter((start) => starts.includes(start)));
    } else {
      const isNext = line !== '' && indentOf(line) < (starts[1] ?? 1);
      if (isNext || line === '') finish(starts);
      if (line !== '') open.push(line);
    }
  }
  finish(starts);
  return { rows, headerRows: headerRows === rows.length ? 0 : headerRows };
}
