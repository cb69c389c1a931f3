/** What a column's cells ask for. Widths in em. */
export interface ColumnNeed {
  /** Of its longest word. */
  readonly least: number;
  /** Of its longest line. */
  readonly most: number;
}

/** How a table is set. Lengths in points. */
export interface TableFit {
  readonly widths: readonly number[];
  /** Size of its letters. */
  readonly size: number;
  /** Space on each side of a cell. */
  readonly inset: number;
  /** Whether it stands on a turned page. */
  readonly isTurned: boolean;
  /** Whether words have to be broken for it. */
  readonly isTight: boolean;
}

// From the size of the text around it down to what can still be read.
const SCALES = [0.92, 0.84, 0.76, 0.68];
const SMALLEST = 0.58;
const BAND_SCALE = 0.76;
// A word that is longer than this is broken rather than the table made smaller.
const LONGEST_WORD = 16;
const TURNED_FROM = 5;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Widths that fill `room`: short columns get what they ask for, long ones share the rest by their length. */
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
    // A column of twice the text becomes less than twice as wide: it may have more lines.
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
 * Chooses widths, and the size of the letters: as large as lets every word stand on one line, on a turned page where
 * there is one (`turnedRoom`) and the upright one is too narrow; where even that is too narrow, words are broken.
 */
export function fitColumns(
  columns: readonly ColumnNeed[],
  fontSize: number,
  room: number,
  turnedRoom: number | undefined,
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
    return { widths, size, inset, isTurned: false, isTight: false };
  };
  for (const scale of SCALES) {
    const fit = attempt(scale, room);
    if (fit !== undefined) return fit;
  }
  const turned = columns.length >= TURNED_FROM ? turnedRoom : undefined;
  if (turned !== undefined && turned > room) {
    for (const scale of SCALES) {
      const fit = attempt(scale, turned);
      if (fit !== undefined) return { ...fit, isTurned: true };
    }
  }
  const space = Math.max(room, turned ?? 0);
  const size = fontSize * SMALLEST;
  // Of many columns even the spaces between would fill the page.
  const inset = Math.min(insetOf(size), space / columns.length / 8);
  const least = columns.map((need) => Math.min(need.least, LONGEST_WORD) * size + 2 * inset);
  const scale = space / sum(least);
  return {
    widths: least.map((width) => width * scale),
    size,
    inset,
    isTurned: turned !== undefined && turned > room,
    isTight: true,
  };
}

/**
 * Parts a table of too many columns into bands that are each as wide as the page, as spreadsheets are printed: indexes
 * of the columns of each, the first column in all of them, since it says what a row is.
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
