import type { PageCharacters } from '../../../backends/pdfium/page-characters.ts';
import type { PageSpace } from '../../../backends/pdfium/page-space.ts';
import type { PdfiumDocument } from '../../../backends/pdfium/pdfium-document.ts';
import { appendAll } from '../../../base/arrays.ts';
import { type ObjectReader, objectReader, type PageBox, type PageObject } from './page-objects.ts';

// Text is struck through by lines and thin rectangles through its letters, by annotations over it, and by characters.

/** A part of the page in the direction of its text: from its start to its end, and from its lower to its upper edge. */
interface Stretch {
  readonly from: number;
  readonly low: number;
  readonly to: number;
  readonly high: number;
}

/** A line that may go through text. */
interface Bar extends Stretch {
  /** Indexes of the characters that it goes through. */
  readonly through: number[];
  covered: number;
  first: number;
  last: number;
}

// The edge of a page's box, as an index, that is each edge of a stretch, and its sign; by the turns of the page.
const [LEFT, BOTTOM, RIGHT, TOP] = [0, 1, 2, 3] as const;
const frames = [
  { edges: [LEFT, BOTTOM, RIGHT, TOP], signs: [1, 1] },
  { edges: [BOTTOM, RIGHT, TOP, LEFT], signs: [1, -1] },
  { edges: [RIGHT, TOP, LEFT, BOTTOM], signs: [-1, -1] },
  { edges: [TOP, LEFT, BOTTOM, RIGHT], signs: [-1, 1] },
] as const;

// FPDF_SEGMENT_MOVETO (public/fpdf_edit.h).
const MOVE_TO = 2;

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
// Maximum paths of a page, and maximum segments of a path; more are a drawing.
const MAX_PATHS = 2000;
const MAX_SEGMENTS = 400;
// Segments of a single line or rectangle.
const FEW_SEGMENTS = 5;
// Maximum areas of a page that annotations strike through.
const MAX_AREAS = 2000;
// Height of the rows in which bars are looked for, in points.
const ROW = 4;
// Characters that strike through the one before them.
const OVERLAYS: ReadonlySet<number> = new Set([0x335, 0x336]);

/** What is struck: `struck` characters, and `sign`s that strike, which are no text. */
export const strikes = { struck: 1, sign: 2 } as const;

type ToStretch = (box: readonly [left: number, bottom: number, right: number, top: number]) => Stretch;

function stretchReader(turns: number): ToStretch {
  const { edges, signs } = frames[turns % 4] ?? frames[0];
  return (box) => ({
    from: box[edges[0]] * signs[0],
    low: box[edges[1]] * signs[1],
    to: box[edges[2]] * signs[0],
    high: box[edges[3]] * signs[1],
  });
}

const sidesOf = ({ left, bottom, right, top }: PageBox) => [left, bottom, right, top] as const;

const asBar = ({ from, low, to, high }: Stretch): Bar[] =>
  to - from < SHORT || high - low > THICK
    ? []
    : [{ from, low, to, high, through: [], covered: 0, first: Infinity, last: -Infinity }];

/** Returns a function that returns the boxes of the parts of a path. */
function partReader({ fn, scratch, results }: PdfiumDocument, matrixOf: ObjectReader['matrixOf']) {
  const countSegments = fn('FPDFPath_CountSegments');
  const segmentAt = fn('FPDFPath_GetPathSegment');
  const typeOf = fn('FPDFPathSegment_GetType');
  const pointOf = fn('FPDFPathSegment_GetPoint');
  return ({ object, matrix }: PageObject): PageBox[] => {
    const count = countSegments(object);
    if (count <= FEW_SEGMENTS || count > MAX_SEGMENTS) return [];
    const [a, b, c, d, e, f] = matrixOf(object, matrix);
    const parts: { left: number; bottom: number; right: number; top: number }[] = [];
    for (let at = 0; at < count; at += 1) {
      const segment = segmentAt(object, at);
      pointOf(segment, scratch, scratch + 4);
      const [px, py] = [results().getFloat32(0, true), results().getFloat32(4, true)];
      const [x, y] = [px * a + py * c + e, px * b + py * d + f];
      const last = parts.at(-1);
      if (last === undefined || typeOf(segment) === MOVE_TO)
        parts.push({ left: x, bottom: y, right: x, top: y });
      else {
        [last.left, last.right] = [Math.min(last.left, x), Math.max(last.right, x)];
        [last.bottom, last.top] = [Math.min(last.bottom, y), Math.max(last.top, y)];
      }
    }
    return parts;
  };
}

/** Returns the horizontal lines and thin rectangles among paths. */
function barsAmong(document: PdfiumDocument, paths: readonly PageObject[], toStretch: ToStretch): Bar[] {
  if (paths.length > MAX_PATHS) return [];
  const { boxOf, matrixOf } = objectReader(document);
  const partsOf = partReader(document, matrixOf);
  const barOf = (box: PageBox): Bar[] => asBar(toStretch(sidesOf(box)));
  return paths.flatMap((path) => {
    const box = boxOf(path);
    if (box === undefined) return [];
    const own = barOf(box);
    return own.length > 0 ? own : partsOf(path).flatMap(barOf);
  });
}

const rowOf = (height: number): number => Math.floor(height / ROW);

/** Adds characters to the bars that go through them, and returns those in areas. */
function compare(
  { count, objects, lefts, bottoms, rights, tops }: PageCharacters,
  bars: readonly Bar[],
  areas: readonly Stretch[],
  toStretch: ToStretch,
): number[] {
  const rows = Map.groupBy(bars, ({ low, high }) => rowOf((low + high) / 2));
  const inside: number[] = [];
  for (let char = 0; char < count; char += 1) {
    if (objects[char] === 0) continue;
    const { from, to, low, high } = toStretch([
      lefts[char] ?? 0,
      bottoms[char] ?? 0,
      rights[char] ?? 0,
      tops[char] ?? 0,
    ]);
    const height = high - low;
    const middle = (from + to) / 2;
    const [least, most] = [low + height * LOWEST, low + height * HIGHEST];
    for (let row = rowOf(least); row <= rowOf(most); row += 1)
      for (const bar of rows.get(row) ?? []) {
        const at = (bar.low + bar.high) / 2;
        const isThrough = bar.from <= middle && bar.to >= middle && at >= least && at <= most;
        if (!isThrough || bar.high - bar.low > height * THICK_SHARE) continue;
        bar.through.push(char);
        bar.covered += Math.min(to, bar.to) - Math.max(from, bar.from);
        bar.first = Math.min(bar.first, from - height * BEYOND);
        bar.last = Math.max(bar.last, to + height * BEYOND);
      }
    const centre = (low + high) / 2;
    if (
      areas.some(
        (area) => area.from <= middle && area.to >= middle && area.low <= centre && area.high >= centre,
      )
    )
      inside.push(char);
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
 * @param paths the lines and shapes of the page
 * @param boxes the areas that annotations strike through
 */
export function struckCharacters(
  document: PdfiumDocument,
  characters: PageCharacters,
  paths: readonly PageObject[],
  boxes: readonly PageBox[],
  space: PageSpace,
): Uint8Array | undefined {
  const toStretch = stretchReader(space.turns);
  const bars = barsAmong(document, paths, toStretch);
  const areas = boxes.slice(0, MAX_AREAS).map((box) => toStretch(sidesOf(box)));
  const struck = bars.length + areas.length === 0 ? [] : compare(characters, bars, areas, toStretch);
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
