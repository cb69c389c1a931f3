import type { TextItem } from '@llamaindex/liteparse';
import { centerOf, type Edges, edgesOf, middleOf, overlap, widthOf } from '../../shared/geometry/box.ts';
import { inkLimit } from './dark-pixels.ts';
import type { GreyImage } from './image-pdf.ts';
import type { Recognize } from './second-reading.ts';
import { splitWords } from './split-words.ts';
import { type UnreadPiece, unreadInk, wordInkLimit } from './unread-ink.ts';
import { type WordSheet, wordSheet } from './word-sheet.ts';

// Tesseract drops some words because of their surroundings, such as the first word after a bullet. It reads most of them in isolation.

// Each piece is read at its original size and enlarged.
const ZOOMS = [1, 1.5];
const LETTER = /[\p{L}\p{N}]/u;
const NO_LETTERS = /[^\p{L}\p{N}]/gu;
// Minimum confidence of a single reading, and of two readings that agree.
const MIN_CONFIDENCE = 0.8;
const MIN_AGREED_CONFIDENCE = 0.4;
// Minimum share of a piece's width that its reading covers. A letter in a drawing covers less.
const MIN_COVERED = 0.6;
// Minimum share from which an unread piece away from words is text. Dashes and waves are read as a few letters.
const MIN_LEGIBLE = 0.3;
// Minimum characters of a reading that must not all be the same.
const MIN_TEXT = 3;

/** An image and the words that were recognized on it. Coordinates are in points. */
interface ReadImage {
  readonly image: GreyImage;
  readonly words: readonly TextItem[];
}

/** The words of an image, including recovered ones, and the number of pieces that could not be read. */
interface Recovered {
  readonly words: readonly TextItem[];
  readonly unread: number;
}

const lettersOf = (items: readonly TextItem[]): string =>
  items.map(({ text }) => text.replaceAll(NO_LETTERS, '')).join('');

/** Returns true if the middle of `box` is in `piece`. */
const hasMiddleOf = (box: Edges, piece: Edges): boolean => {
  const [x, y] = [centerOf(box), middleOf(box)];
  return x > piece.left && x < piece.right && y > piece.top && y < piece.bottom;
};

/** Returns the mean confidence over the characters. */
function confidenceOf(items: readonly TextItem[]): number {
  const characters = items.reduce((sum, { text }) => sum + text.length, 0);
  return (
    items.reduce((sum, { text, confidence = 0 }) => sum + text.length * confidence, 0) /
    Math.max(1, characters)
  );
}

/** Returns true if the characters may be text. Rows of equal shapes in drawings are read as one repeated character. */
const isText = (characters: string): boolean => characters.length < MIN_TEXT || new Set(characters).size > 1;

const coveredBy = (items: readonly TextItem[]): number => items.reduce((sum, { width }) => sum + width, 0);

/** Returns the best reading of a piece `width` points wide; undefined if none is credible. */
function bestReading(
  readings: readonly (readonly TextItem[])[],
  width: number,
): readonly TextItem[] | undefined {
  const [best, ...others] = readings.toSorted((one, other) => confidenceOf(other) - confidenceOf(one));
  if (best === undefined) return undefined;
  const isAgreed = others.some((other) => lettersOf(other) === lettersOf(best));
  return isText(lettersOf(best)) &&
    coveredBy(best) >= MIN_COVERED * width &&
    confidenceOf(best) >= (isAgreed ? MIN_AGREED_CONFIDENCE : MIN_CONFIDENCE)
    ? best
    : undefined;
}

/** The unread pieces of an image, and a sheet of them for each zoom. */
interface Lost {
  readonly pieces: readonly UnreadPiece[];
  readonly sheets: readonly WordSheet[];
}

function lostOn({ image, words }: ReadImage): Lost {
  if (words.length === 0) return { pieces: [], sheets: [] };
  const limit = wordInkLimit(words, image);
  const pieces = unreadInk(words, image, limit);
  if (pieces.length === 0) return { pieces, sheets: [] };
  const boxes = pieces.map(({ box }) => box);
  return { pieces, sheets: ZOOMS.map((zoom) => wordSheet(image, boxes, limit, zoom)) };
}

/** Returns the credible reading of a piece, or whether the piece is text that could not be read. */
function outcomeOf(
  { box, isBesideWords }: UnreadPiece,
  readings: readonly (readonly TextItem[])[],
  dpi: number,
): { readonly items: readonly TextItem[]; readonly isUnread: boolean } {
  const lettered = readings.map((items) => items.filter(({ text }) => LETTER.test(text)));
  const width = (widthOf(box) * 72) / dpi;
  const best = bestReading(lettered, width);
  if (best !== undefined) return { items: best, isUnread: false };
  // An illegible piece counts as text only beside words; elsewhere it is a drawing.
  const isLegible = lettered.some((items) => {
    const characters = lettersOf(items);
    return (
      characters.length >= MIN_TEXT &&
      isText(characters) &&
      coveredBy(items) >= MIN_LEGIBLE * width &&
      confidenceOf(items) >= MIN_AGREED_CONFIDENCE
    );
  });
  return { items: [], isUnread: isBesideWords || isLegible };
}

/** Returns the words outside the pieces that were read again, in pixels. Words inside are fragments of the pieces. */
function wordsOutside({ words, image }: ReadImage, pieces: readonly Edges[]): readonly TextItem[] {
  if (pieces.length === 0) return words;
  const scale = image.dpi / 72;
  const limit = inkLimit(image);
  const isAt = ({ x, y, width, height }: TextItem, test: (box: Edges, piece: Edges) => boolean): boolean => {
    const box = edgesOf({ x: x * scale, y: y * scale, width: width * scale, height: height * scale });
    return pieces.some((piece) => test(box, piece));
  };
  return words
    .flatMap((item) => (isAt(item, overlap) ? splitWords([item], image, limit) : [item]))
    .filter((word) => !isAt(word, hasMiddleOf));
}

/** Recognizes pieces of images that look like text but were not read, each in isolation. */
export async function recoverWords(images: readonly ReadImage[], recognize: Recognize): Promise<Recovered[]> {
  const lost = images.map((each) => ({ ...each, ...lostOn(each) }));
  // Sheets of one size follow each other, so that they are recognized together.
  const sheets = ZOOMS.flatMap((_, at) => lost.flatMap((each) => each.sheets[at] ?? []));
  const read = sheets.length === 0 ? [] : await recognize(sheets.map(({ image }) => image));
  const readings = new Map(sheets.map((sheet, at) => [sheet, sheet.onImage(read[at] ?? [])]));
  return lost.map(({ image, words, pieces, sheets: own }) => {
    const outcomes = pieces.map((piece, at) =>
      outcomeOf(
        piece,
        own.map((sheet) => readings.get(sheet)?.[at] ?? []),
        image.dpi,
      ),
    );
    const readAgain = pieces.filter((_, at) => (outcomes[at]?.items.length ?? 0) > 0);
    const outside = wordsOutside(
      { words, image },
      readAgain.map(({ box }) => box),
    );
    return {
      words: [...outside, ...outcomes.flatMap(({ items }) => items)],
      unread: outcomes.filter(({ isUnread }) => isUnread).length,
    };
  });
}
