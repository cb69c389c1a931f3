/** The widths that a column's cells need, in em. */
export interface ColumnNeed {
  /** Width of its longest word. */
  readonly least: number;
  /** Width of its longest line. */
  readonly most: number;
}

/** The layout of a table. Lengths in points. */
export interface TableFit {
  readonly widths: readonly number[];
  /** Font size. */
  readonly size: number;
  /** Horizontal padding of a cell. */
  readonly inset: number;
  /** Whether it is on a rotated page. */
  readonly isRotated: boolean;
  /** Whether words have to be broken to fit. */
  readonly isTight: boolean;
}

// Factors of the surrounding font size, down to the smallest legible size.
const SCALES = [0.92, 0.84, 0.76, 0.68];
const MIN_SCALE = 0.58;
const BAND_SCALE = 0.76;
// Longer words are broken instead of shrinking the table.
const LONGEST_WORD = 16;
const ROTATED_FROM = 5;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Widths that fill `room`: short columns get the width they need, long ones share the rest by their length. */
function shared(needs: readonly { readonly least: number; readonly most: number }[], room: number): number[] {
  const widths = needs.map(() => 0);
  let open = needs.map((need, index) => ({ ...need, index }));
  let left = room;
  for (;;) {
    const fair = left / open.length;
    const short = open.filter(({ most }) => most <= fair);
    if (short.length === 0) break;
    for (const { index, most } of short) {
      widths[index] = most;
      left -= most;
    }
    open = open.filter((need) => !short.includes(need));
    if (open.length === 0) return widths;
  }
  for (;;) {
    // A column with twice the text gets less than twice the width, because it can have more lines.
    const weights = sum(open.map(({ most }) => Math.sqrt(most)));
    const share = (most: number): number => (left * Math.sqrt(most)) / weights;
    const narrow = open.filter(({ least, most }) => share(most) < least);
    if (narrow.length === 0 || narrow.length === open.length) {
      for (const { index, most } of open) widths[index] = share(most);
      return widths;
    }
    for (const { index, least } of narrow) {
      widths[index] = least;
      left -= least;
    }
    open = open.filter((need) => !narrow.includes(need));
  }
}

const insetOf = (size: number): number => size * 0.5;

/**
 * Chooses column widths and the largest font size at which no word is broken. Uses a rotated page (`rotatedRoom`) if one
 * is allowed and the upright page is too narrow. Breaks words if that is too narrow as well.
 */
export function fitColumns(
  columns: readonly ColumnNeed[],
  fontSize: number,
  room: number,
  rotatedRoom: number | undefined,
): TableFit {
  const attempt = (scale: number, space: number): TableFit | undefined => {
    const size = fontSize * scale;
    const inset = insetOf(size);
    const needs = columns.map(({ least, most }) => ({
      least: Math.min(least, LONGEST_WORD, most) * size + 2 * inset + 1,
      most: most * size + 2 * inset + 1,
    }));
    if (sum(needs.map(({ least }) => least)) > space) return undefined;
    const widths =
      sum(needs.map(({ most }) => most)) <= space ? needs.map(({ most }) => most) : shared(needs, space);
    return { widths, size, inset, isRotated: false, isTight: false };
  };
  for (const scale of SCALES) {
    const fit = attempt(scale, room);
    if (fit !== undefined) return fit;
  }
  const rotated = columns.length >= ROTATED_FROM ? rotatedRoom : undefined;
  if (rotated !== undefined && rotated > room) {
    for (const scale of SCALES) {
      const fit = attempt(scale, rotated);
      if (fit !== undefined) return { ...fit, isRotated: true };
    }
  }
  const space = Math.max(room, rotated ?? 0);
  const size = fontSize * MIN_SCALE;
  // With many columns, the padding alone would fill the page.
  const inset = Math.min(insetOf(size), space / columns.length / 8);
  const least = columns.map((need) => Math.min(need.least, LONGEST_WORD) * size + 2 * inset);
  const scale = space / sum(least);
  return {
    widths: least.map((width) => width * scale),
    size,
    inset,
    isRotated: rotated !== undefined && rotated > room,
    isTight: true,
  };
}

/**
 * Splits a table with too many columns into page-wide bands, as spreadsheets are printed. Returns the column indexes of
 * each band. Every band starts with the first column, because it labels the rows.
 */
export function columnBands(columns: readonly ColumnNeed[], fontSize: number, space: number): number[][] {
  const size = fontSize * BAND_SCALE;
  const widthOf = ({ least }: ColumnNeed): number =>
    Math.min(least, LONGEST_WORD) * size + 2 * insetOf(size) + 1;
  const [first, ...rest] = columns;
  if (first === undefined) return [];
  const bands: number[][] = [];
  let room = 0;
  for (const [index, need] of rest.entries()) {
    const width = widthOf(need);
    if (width > room || bands.length === 0) {
      bands.push([0]);
      room = space - widthOf(first);
    }
    bands.at(-1)?.push(index + 1);
    room -= width;
  }
  return bands;
}
