import type * as z from 'zod';
import type { Paper } from '../document/document-tree.ts';
import { type GridSlot, isOrigin } from '../document/table-grid.ts';
import { type officePageOptions, pageSizes } from './options.ts';

/** A page; lengths in points. */
export interface PageSetup {
  readonly width: number;
  readonly height: number;
  readonly margin: number;
  readonly isLandscape: boolean;
  /** Between the margins. */
  readonly room: { readonly width: number; readonly height: number };
}

/** Points in a millimetre. */
export const POINTS_PER_MILLIMETRE = 72 / 25.4;

// Points of the sides of a page that a document is printed on: from a postcard to the largest that Word has, 22 inches.
const MIN_SIDE = 250;
const MAX_SIDE = 1584;

const isUsable = ({ width, height }: Paper): boolean =>
  [width, height].every((side) => side >= MIN_SIDE && side <= MAX_SIDE);

/** Returns the page size that the options select; by default that of the document. */
export function paperOf(
  { page_size, landscape }: Pick<z.infer<typeof officePageOptions>, 'page_size' | 'landscape'>,
  paper?: Paper,
): Pick<PageSetup, 'width' | 'height' | 'isLandscape'> {
  const own = paper !== undefined && isUsable(paper) ? paper : undefined;
  const [first, second] =
    own === undefined || page_size !== undefined ? pageSizes[page_size ?? 'A4'] : [own.width, own.height];
  const isLandscape = landscape ?? (own === undefined ? false : own.width > own.height);
  return {
    width: isLandscape ? Math.max(first, second) : Math.min(first, second),
    height: isLandscape ? Math.min(first, second) : Math.max(first, second),
    isLandscape,
  };
}

/** Returns the page size and margins that the options select; by default the paper is that of the document. */
export function pageSetup(options: z.infer<typeof officePageOptions>, paper?: Paper): PageSetup {
  const { width, height, isLandscape } = paperOf(options, paper);
  const points = options.margin * POINTS_PER_MILLIMETRE;
  return {
    width,
    height,
    margin: points,
    isLandscape,
    room: { width: width - 2 * points, height: height - 2 * points },
  };
}

// Bounds of the text length that determines a column's width: at least one word, at most a few lines.
const LEAST_CHARACTERS = 6;
const MOST_CHARACTERS = 60;
// Longer words are broken.
const LONGEST_WORD = 20;
// The width of a cell's margins, in characters.
const MARGINS = 2;

const longestWord = (text: string): number =>
  text.split(/\s/).reduce((longest, word) => Math.max(longest, word.length), 0);

/**
 * Returns the widths of a table's columns, as fractions that add up to 1, from the length of their text. No word is broken if the
 * longest ones of all columns have room.
 *
 * @param room width of the table, in characters
 */
export function columnShares(
  grid: readonly (readonly (GridSlot | undefined)[])[],
  textOf: (slot: GridSlot) => string,
  room: number,
): number[] {
  const columns = grid[0]?.length ?? 0;
  const wanted = new Array<number>(columns).fill(LEAST_CHARACTERS);
  const least = new Array<number>(columns).fill(0);
  for (const [row, line] of grid.entries()) {
    for (const [column, slot] of line.entries()) {
      if (slot === undefined || !isOrigin(slot, row, column) || slot.columnSpan > 1) continue;
      const text = textOf(slot);
      wanted[column] = Math.min(MOST_CHARACTERS, Math.max(wanted[column] ?? 0, text.length));
      least[column] = Math.max(least[column] ?? 0, Math.min(LONGEST_WORD, longestWord(text)) + MARGINS);
    }
  }
  const sum = wanted.reduce((total, width) => total + width, 0);
  const shares = wanted.map((width) => width / sum);
  const needed = least.map((width) => width / room);
  // What narrow columns lack is taken from the others, by what they can spare.
  const lacking = shares.map((share, column) => Math.max(0, (needed[column] ?? 0) - share));
  const spare = shares.map((share, column) => Math.max(0, share - (needed[column] ?? 0)));
  const [lack, free] = [lacking, spare].map((all) => all.reduce((total, each) => total + each, 0));
  if (lack === undefined || free === undefined || lack > free || lack === 0) return shares;
  return shares.map((share, column) => share + (lacking[column] ?? 0) - ((spare[column] ?? 0) * lack) / free);
}
