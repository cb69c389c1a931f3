import type { PageCharacters } from '../../../backends/pdfium/page-characters.ts';
import type { PageSpace } from '../../../backends/pdfium/page-space.ts';
import { appendAll } from '../../../base/arrays.ts';
import type { Box } from '../../../shared/geometry/box.ts';
import { ROW } from '../../../shared/geometry/clusters.ts';
import type { Drawing } from '../../../shared/page-layout/drawing.ts';
import { type PageBox, shownBox } from './page-objects.ts';

// Text is struck through by lines and thin rectangles through its letters, by annotations over it, and by characters.

/** A line that may go through text. */
interface Bar {
  readonly from: number;
  readonly to: number;
  readonly middle: number;
  readonly thickness: number;
  /** Indexes of the characters that it goes through. */
  readonly through: number[];
  covered: number;
  first: number;
  last: number;
}

// Maximum thickness and minimum length of a bar, in points, and its maximum thickness as a share of the height of its letters.
const THICK = 4;
const SHORT = 2;
const THICK_SHARE = 0.2;
// Where bars go through letters, as shares of their height from the bottom; underlines are below.
const LOWEST = 0.28;
const HIGHEST = 0.65;
// Minimum share of a bar on letters, and how far it may go beyond them, in heights: lines of a grid are longer than what they cross.
const COVERED = 0.5;
const BEYOND = 0.6;
// Maximum bars of a page; more are a drawing.
const MAX_BARS = 2000;
// Maximum areas of a page that annotations strike through.
const MAX_AREAS = 2000;
// Characters that strike through the one before them.
const OVERLAYS: ReadonlySet<number> = new Set([0x335, 0x336]);

/** What is struck: `struck` characters, and `sign`s that strike, which are no text. */
export const strikes = { struck: 1, sign: 2 } as const;

/** Adds a line or thin rectangle across the page to bars. */
function addBar(bars: Bar[], x: number, y: number, width: number, thickness: number): void {
  if (width < SHORT || thickness > THICK) return;
  const middle = y + thickness / 2;
  bars.push({
    from: x,
    to: x + width,
    middle,
    thickness,
    through: [],
    covered: 0,
    first: Infinity,
    last: -Infinity,
  });
}

function barsAmong(drawings: readonly Drawing[]): Bar[] {
  const bars: Bar[] = [];
  for (const { x, y, width, height, lines, isStroked } of drawings) {
    addBar(bars, x, y, width, height);
    if (height <= THICK || !isStroked) continue;
    for (let at = 0; at < lines.length; at += 4) {
      const [startX = 0, startY = 0, endX = 0, endY = 0] = lines.slice(at, at + 4);
      const [left, top] = [Math.min(startX, endX), Math.min(startY, endY)];
      addBar(bars, left, top, Math.abs(endX - startX), Math.abs(endY - startY));
    }
  }
  return bars.length > MAX_BARS ? [] : bars;
}

const rowOf = (y: number): number => Math.floor(y / ROW);

/** Adds characters to the bars that go through them, and returns those in areas. */
function compare(
  { count, objects, lefts, bottoms, rights, tops }: PageCharacters,
  bars: readonly Bar[],
  areas: readonly Box[],
  space: PageSpace,
): number[] {
  const rows = Map.groupBy(bars, ({ middle }) => rowOf(middle));
  const inside: number[] = [];
  // The characters of a line are in the same rows.
  let [first, last] = [0, -1];
  let near: readonly Bar[] = [];
  for (let char = 0; char < count; char += 1) {
    if (objects[char] === 0) continue;
    const one = space.toShown(lefts[char] ?? 0, bottoms[char] ?? 0);
    const other = space.toShown(rights[char] ?? 0, tops[char] ?? 0);
    const high = Math.min(one.y, other.y);
    const low = Math.max(one.y, other.y);
    const height = low - high;
    const least = low - height * HIGHEST;
    const most = low - height * LOWEST;
    if (rowOf(least) !== first || rowOf(most) !== last) {
      [first, last] = [rowOf(least), rowOf(most)];
      const found: Bar[] = [];
      for (let row = first; row <= last; row += 1) appendAll(found, rows.get(row) ?? []);
      near = found;
    }
    if (near.length === 0 && areas.length === 0) continue;
    const from = Math.min(one.x, other.x);
    const to = Math.max(one.x, other.x);
    const middle = (from + to) / 2;
    for (const bar of near) {
      const isThrough = bar.from <= middle && bar.to >= middle && bar.middle >= least && bar.middle <= most;
      if (!isThrough || bar.thickness > height * THICK_SHARE) continue;
      bar.through.push(char);
      bar.covered += Math.min(to, bar.to) - Math.max(from, bar.from);
      bar.first = Math.min(bar.first, from - height * BEYOND);
      bar.last = Math.max(bar.last, to + height * BEYOND);
    }
    const centre = (low + high) / 2;
    const isInside = areas.some(
      (area) =>
        area.x <= middle &&
        area.x + area.width >= middle &&
        area.y <= centre &&
        area.y + area.height >= centre,
    );
    if (isInside) inside.push(char);
  }
  return inside;
}

// Signs on lines belong to drawings and formulas.
const WORD = /[\p{L}\p{N}]/u;

const isStrike = ({ from, to, through, covered, first, last }: Bar, codes: Uint32Array): boolean =>
  covered > (to - from) * COVERED &&
  from >= first &&
  to <= last &&
  through.some((char) => WORD.test(String.fromCodePoint(codes[char] ?? 0)));

/**
 * Returns for each character of a page whether it is struck through; undefined if none is.
 *
 * @param drawings the lines and shapes of the page as shown
 * @param boxes the areas that annotations strike through
 */
export function struckCharacters(
  characters: PageCharacters,
  drawings: readonly Drawing[],
  boxes: readonly PageBox[],
  space: PageSpace,
): Uint8Array | undefined {
  const bars = barsAmong(drawings);
  const areas = boxes.slice(0, MAX_AREAS).map((box) => shownBox(box, space));
  const struck = bars.length + areas.length === 0 ? [] : compare(characters, bars, areas, space);
  const { codes, count } = characters;
  for (const bar of bars) if (isStrike(bar, codes)) appendAll(struck, bar.through);
  const signs = [];
  for (let char = 1; char < count; char += 1) if (OVERLAYS.has(codes[char] ?? 0)) signs.push(char);
  if (struck.length + signs.length === 0) return undefined;
  const found = new Uint8Array(count);
  for (const char of struck) found[char] = strikes.struck;
  for (const sign of signs) found[sign - 1] = strikes.struck;
  for (const sign of signs) found[sign] = strikes.sign;
  return found;
}
