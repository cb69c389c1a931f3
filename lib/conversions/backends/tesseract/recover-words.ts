import type { TextItem } from '@llamaindex/liteparse';
import { centerOf, type Edges, edgesOf, middleOf, overlap, widthOf } from '../../shared/geometry/box.ts';
import type { GreyImage } from './image-pdf.ts';
import type { Recognize } from './second-reading.ts';
import { splitWords } from './split-words.ts';
import { type UnreadPiece, unreadInk, wordInkLimit } from './unread-ink.ts';
import { type WordSheet, wordSheet } from './word-sheet.ts';

// Tesseract drops words whose place on a page confuses it, such as the first one after a bullet. It reads most of them alone.

// Each piece is read in its own size and enlarged.
const ZOOMS = [1, 1.5];
const LETTER = /[\p{L}\p{N}]/u;
const NO_LETTERS = /[^\p{L}\p{N}]/gu;
// Confidence of one reading, and of two that agree, from which a piece counts as read.
const MIN_CONFIDENCE = 0.8;
const MIN_AGREED_CONFIDENCE = 0.4;
// Share of the width of a piece that its reading covers. A letter in a drawing covers less.
const MIN_COVERED = 0.6;
// Characters of a reading from which they differ.
const MIN_TEXT = 3;

/** An image and the words that were recognized on it. Coordinates are in points. */
interface ReadImage {
  readonly image: GreyImage;
  readonly words: readonly TextItem[];
}

/** The words of an image with those that were lost at first, and the number of pieces of text that could not be read. */
interface Recovered {
  readonly words: readonly TextItem[];
  readonly unread: number;
}

const lettersOf = (items: readonly TextItem[]): string =>
  items.map(({ text }) => text.replaceAll(NO_LETTERS, '')).join('');

/** Whether the middle of a box is in another one. */
const hasMiddleOf = (box: Edges, piece: Edges): boolean => {
  const [x, y] = [centerOf(box), middleOf(box)];
  return x > piece.left && x < piece.right && y > piece.top && y < piece.bottom;
};

/** Mean confidence over the characters. */
function confidenceOf(items: readonly TextItem[]): number {
  const characters = items.reduce((sum, { text }) => sum + text.length, 0);
  return (
    items.reduce((sum, { text, confidence = 0 }) => sum + text.length * confidence, 0) /
    Math.max(1, characters)
  );
}

/** Whether characters may be text. Rows of equal shapes in drawings are read as one character again and again. */
const isText = (characters: string): boolean => characters.length < MIN_TEXT || new Set(characters).size > 1;

/** The best of the readings of a piece of an image `width` points wide; undefined if none is credible. */
function bestReading(
  readings: readonly (readonly TextItem[])[],
  width: number,
): readonly TextItem[] | undefined {
  const [best, ...others] = readings.toSorted((one, other) => confidenceOf(other) - confidenceOf(one));
  if (best === undefined) return undefined;
  const covered = best.reduce((sum, item) => sum + item.width, 0);
  const isAgreed = others.some((other) => lettersOf(other) === lettersOf(best));
  return isText(lettersOf(best)) &&
    covered >= MIN_COVERED * width &&
    confidenceOf(best) >= (isAgreed ? MIN_AGREED_CONFIDENCE : MIN_CONFIDENCE)
    ? best
    : undefined;
}

/** The pieces of an image that were not read, and their sheets, one for each zoom. */
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

/** What a piece was read as, if it is credible, and whether it is text that could not be read. */
function outcomeOf(
  { box, isBesideWords }: UnreadPiece,
  readings: readonly (readonly TextItem[])[],
  dpi: number,
): { readonly items: readonly TextItem[]; readonly isUnread: boolean } {
  const lettered = readings.map((items) => items.filter(({ text }) => LETTER.test(text)));
  const best = bestReading(lettered, (widthOf(box) * 72) / dpi);
  if (best !== undefined) return { items: best, isUnread: false };
  // Elsewhere than beside words, what cannot be read at all is a drawing.
  const isLegible = lettered.some((items) => {
    const characters = lettersOf(items);
    return (
      characters.length >= MIN_TEXT && isText(characters) && confidenceOf(items) >= MIN_AGREED_CONFIDENCE
    );
  });
  return { items: [], isUnread: isBesideWords || isLegible };
}

/** The words outside of pieces that were read again, in pixels. Inside are fragments of what the pieces show. */
function wordsOutside({ words, image }: ReadImage, pieces: readonly Edges[]): readonly TextItem[] {
  if (pieces.length === 0) return words;
  const scale = image.dpi / 72;
  const isAt = ({ x, y, width, height }: TextItem, test: (box: Edges, piece: Edges) => boolean): boolean => {
    const box = edgesOf({ x: x * scale, y: y * scale, width: width * scale, height: height * scale });
    return pieces.some((piece) => test(box, piece));
  };
  return words
    .flatMap((item) => (isAt(item, overlap) ? splitWords([item], image) : [item]))
    .filter((word) => !isAt(word, hasMiddleOf));
}

/** Recognizes what looks like text on images but was not read, apart from the rest. */
export async function recoverWords(images: readonly ReadImage[], recognize: Recognize): Promise<Recovered[]> {
  const lost = images.map((each) => ({ ...each, ...lostOn(each) }));
  const sheets = lost.flatMap((each) => each.sheets);
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
