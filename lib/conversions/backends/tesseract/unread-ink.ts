import type { TextItem } from '@llamaindex/liteparse';
import { median } from '../../base/median.ts';
import { type Edges, edgesOf, heightOf, sharedHeight, unionOf, widthOf } from '../../shared/geometry/box.ts';
import { clusterSpans } from '../../shared/geometry/clusters.ts';
import { groupLines, type LineRules } from '../../shared/geometry/lines.ts';
import { boxCoverage } from './box-coverage.ts';
import { cropBox } from './crop.ts';
import { inkLimit } from './dark-pixels.ts';
import type { GreyImage } from './image-pdf.ts';
import { inkShapes } from './ink-shapes.ts';

const LETTER = /[\p{L}\p{N}]/u;
// Words whose pixels are sampled for the threshold between ink and paper.
const SAMPLED_WORDS = 200;
// Pixels of the height of words; smaller print cannot be read.
const MIN_UNIT = 8;
// Heights of the page's words: the least and greatest height of a letter, and the greatest width of letters that touch each other.
const LETTER_HEIGHT = { least: 0.3, most: 1.6 };
const MAX_LETTER_WIDTH = 8;
// Heights of the page's words by which the box of a word may be too small, and cells per height in which boxes are compared.
const NEAR = 0.1;
const CELLS = 8;
// The same of the gap between two words, of the gap between two pieces of a line, and of the least height and width of a word.
const WORD_GAP = 0.25;
const PIECE_GAP = 1;
const MIN_HEIGHT = 0.5;
const MIN_WIDTH = 1;
// Share of the shapes of a word that were read, from which it is not lost.
const READ_SHARE = 0.25;
// Share of the smaller height that a piece has in common with the words of its line.
const SAME_LINE = 0.6;
// Shapes of a piece that is not beside recognized words.
const MIN_LETTERS = 4;
// More words, shapes of the size of letters, or pieces than a page of text has.
const MAX_WORDS = 10_000;
const MAX_LETTERS = 30_000;
const MAX_PIECES = 200;

const ROWS: LineRules = { minSharedHeight: 0.5, compareWith: 'any', maxHeight: Infinity };

/** A shape of the size of a letter, or several that are a word or a piece of a line. */
interface Part {
  readonly box: Edges;
  readonly letters: number;
  readonly isRead: boolean;
}

/** The lightest grey of the ink of recognized words. That of the page may be a shade of its paper. */
export function wordInkLimit(words: readonly TextItem[], image: GreyImage): number {
  const step = Math.ceil(words.length / SAMPLED_WORDS);
  const parts = words.flatMap((word, at) => (at % step === 0 ? (cropBox(image, word)?.pixels ?? []) : []));
  return inkLimit({ ...image, pixels: Buffer.concat(parts) }, 1);
}

const grown = ({ left, right, top, bottom }: Edges, by: number): Edges => ({
  left: left - by,
  right: right + by,
  top: top - by,
  bottom: bottom + by,
});

/** The shapes of the size of letters on an image; none if there are more than text has. `unit`: the height of its words. */
function lettersOn(image: GreyImage, limit: number, boxes: readonly Edges[], unit: number): Part[] {
  const isRead = boxCoverage(
    boxes.map((box) => grown(box, NEAR * unit)),
    image,
    Math.max(1, Math.floor(unit / CELLS)),
  );
  const sized = (inkShapes(image, limit) ?? []).filter(
    (shape) =>
      heightOf(shape) >= LETTER_HEIGHT.least * unit &&
      heightOf(shape) <= LETTER_HEIGHT.most * unit &&
      widthOf(shape) <= MAX_LETTER_WIDTH * unit,
  );
  return sized.length > MAX_LETTERS ? [] : sized.map((box) => ({ box, letters: 1, isRead: isRead(box) }));
}

/** Joins neighbours on a line whose gaps are not wide. */
const joined = (parts: readonly Part[], gap: number): Part[] =>
  clusterSpans(
    parts,
    ({ box }) => ({ from: box.left, to: box.right }),
    (next, furthest) => next.from - furthest.to > gap,
  ).map((cluster) => ({
    box: unionOf(cluster.map(({ box }) => box)),
    letters: cluster.reduce((sum, { letters }) => sum + letters, 0),
    isRead: cluster.filter(({ isRead }) => isRead).length >= READ_SHARE * cluster.length,
  }));

/** A piece of a line that was not recognized. */
export interface UnreadPiece {
  /** Its box in pixels. */
  readonly box: Edges;
  /** Whether other words of its line were recognized. */
  readonly isBesideWords: boolean;
}

/** Finds the ink of words that were not recognized, in pieces of lines. */
export function unreadInk(words: readonly TextItem[], image: GreyImage, limit: number): UnreadPiece[] {
  if (words.length > MAX_WORDS) return [];
  const scale = image.dpi / 72;
  const toPixels = ({ x, y, width, height }: TextItem): Edges =>
    edgesOf({ x: x * scale, y: y * scale, width: width * scale, height: height * scale });
  const boxes = words.filter(({ text }) => LETTER.test(text)).map(toPixels);
  const unit = median(boxes.map(heightOf));
  if (unit < MIN_UNIT) return [];
  const letters = lettersOn(image, limit, words.map(toPixels), unit);
  if (letters.every(({ isRead }) => isRead)) return [];
  const pieces = groupLines(letters, ({ box }) => box, ROWS)
    .flatMap(({ items }) =>
      joined(
        joined(items, WORD_GAP * unit).filter(({ isRead }) => !isRead),
        PIECE_GAP * unit,
      ),
    )
    .filter(({ box }) => widthOf(box) >= MIN_WIDTH * unit && heightOf(box) >= MIN_HEIGHT * unit);
  if (pieces.length > MAX_PIECES) return [];
  const isBeside = (box: Edges): boolean =>
    boxes.some((word) => sharedHeight(word, box) > SAME_LINE * Math.min(heightOf(word), heightOf(box)));
  return pieces
    .map(({ box, letters: count }) => ({ box, count, isBesideWords: isBeside(box) }))
    .filter(({ count, isBesideWords }) => isBesideWords || count >= MIN_LETTERS)
    .map(({ box, isBesideWords }) => ({ box, isBesideWords }));
}
