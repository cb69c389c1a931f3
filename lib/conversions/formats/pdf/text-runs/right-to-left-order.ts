import { charCodeReader, type PageCharacters } from '../../../backends/pdfium/page-characters.ts';
import type { PdfiumDocument } from '../../../backends/pdfium/pdfium-document.ts';
import { maxOf, minOf } from '../../../base/arrays.ts';
import { kindOf, kinds } from './character-kinds.ts';

// PDFium splits each line into stretches of one direction, and stores those that are read from the right from their end. Liteparse's
// build leaves the stretches in their order on the page. Here they get the order of reading, as in other builds (`CloseTempLine` and
// `CFX_BidiString` in PDFium).

const [NEUTRAL, LEFT, WEAK, RIGHT] = [0, 1, 2, 3] as const;

// Bidirectional classes (UAX 9): numbers with their separators, signs and marks are weak.
const WEAK_CLASS =
  /[\p{Nd}\p{Mn}\p{Me}\p{Sc}#%+,.\/:\-\xa0\xad\xb0-\xb3\xb9\u0600-\u0605\u060c\u066a-\u066c\u06dd\u200b-\u200d\u202f\u2030-\u2034\u2044\u2060-\u2064\u2070\u2074-\u207b\u2080-\u208b\u2212\u2213\ufb29\ufeff]/v;
const RIGHT_CLASS =
  /[[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}\u061b\u061f\u0640]--[\p{N}\p{So}\p{Sm}\ufd3e\ufd3f]]/v;
const LEFT_CLASS = /[\p{L}\p{Mc}\p{Nl}\p{Co}]/v;

const known = new Map<number, number>();

function directionOf(code: number): number {
  const found = known.get(code);
  if (found !== undefined) return found;
  const text = String.fromCodePoint(code);
  const direction = WEAK_CLASS.test(text)
    ? WEAK
    : RIGHT_CLASS.test(text)
      ? RIGHT
      : LEFT_CLASS.test(text)
        ? LEFT
        : NEUTRAL;
  known.set(code, direction);
  return direction;
}

const mirrored = new Map(
  ['()', '[]', '{}', '<>', '«»', '‹›', '≤≥', '⟨⟩', '【】', '《》', '〈〉', '「」', '『』'].flatMap((pair) => {
    const [one = 0, other = 0] = [pair.codePointAt(0), pair.codePointAt(1)];
    return [
      [one, other],
      [other, one],
    ];
  }),
);

/** Characters of one direction: the index of the first, and the index after the last. */
interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly direction: number;
}

const DOT = 0x2e;

/** Returns true for a part of a character that PDFium decomposed: a mark on its letter, or a dot of an ellipsis. */
function isPart({ codes, lefts, rights }: PageCharacters, char: number): boolean {
  if (char === 0 || lefts[char] !== lefts[char - 1] || rights[char] !== rights[char - 1]) return false;
  const [before = 0, code = 0] = codes.subarray(char - 1, char + 1);
  if (code === DOT) return before === DOT;
  return (
    (kindOf(code) & kinds.mark) !== 0 && String.fromCodePoint(before, code).normalize('NFC').length === 1
  );
}

function stretchesOf(characters: PageCharacters, from: number, to: number): Stretch[] {
  const { codes } = characters;
  const stretches: Stretch[] = [];
  for (let start = from; start < to; ) {
    let next = start;
    const nextDirection = (): number => {
      let end = next + 1;
      while (end < to && isPart(characters, end)) end += 1;
      const isEllipsis = end - next > 1 && codes[next] === DOT;
      const direction = isEllipsis ? NEUTRAL : directionOf(codes[next] ?? 0);
      next = end;
      return direction;
    };
    const direction = nextDirection();
    let end = next;
    while (end < to && nextDirection() === direction) end = next;
    stretches.push({ start, end, direction });
    start = end;
  }
  return stretches;
}

/** Returns the stretches that are read from the right: neutral ones as the one before them. */
function readFromRight(stretches: readonly Stretch[], isRight: boolean): ReadonlySet<Stretch> {
  let current = isRight;
  return new Set(
    stretches.filter(({ direction }) => {
      if (direction === RIGHT) current = true;
      else if (direction === LEFT) current = false;
      return direction === RIGHT || (direction === NEUTRAL && current);
    }),
  );
}

const isSpace = (code: number | undefined): boolean => (kindOf(code ?? 0) & kinds.space) !== 0;

/**
 * Returns true if a stretch is stored from the left, by the places of its characters; a single one with spaces is next to the
 * stretch that it touches. Undefined if their places do not show it.
 */
function isFromLeft(
  { codes, lefts, rights }: PageCharacters,
  { start, end }: Stretch,
  before: Stretch | undefined,
  after: Stretch | undefined,
): boolean | undefined {
  let [first, last] = [start, end - 1];
  while (first < last && isSpace(codes[first])) first += 1;
  while (last > first && isSpace(codes[last])) last -= 1;
  const [left = 0, other = 0] = [lefts[first], lefts[last]];
  if (left !== other) return left < other;
  const spaces = first - start - (end - 1 - last);
  if (spaces === 0 || before === undefined || after === undefined) return undefined;
  const gapBefore = left - maxOf(rights.subarray(before.start, before.end));
  const gapAfter = minOf(lefts.subarray(after.start, after.end)) - (rights[first] ?? 0);
  return spaces > 0 === gapBefore > gapAfter;
}

/** Adds the characters of a line, in their order of reading, to `order`, and turns signs such as brackets. */
function orderLine(characters: PageCharacters, from: number, to: number, order: number[]): void {
  const { codes } = characters;
  const stretches = stretchesOf(characters, from, to);
  const count = (which: number): number => stretches.filter(({ direction }) => direction === which).length;
  const isRight = count(RIGHT) > 0 && count(RIGHT) >= count(LEFT);
  const stored = readFromRight(stretches, false);
  const inOrder = isRight ? stretches.toReversed() : stretches;
  const read = isRight ? readFromRight(inOrder, true) : stored;
  for (const [index, stretch] of inOrder.entries()) {
    const { start, end, direction } = stretch;
    const hasOrder = direction === NEUTRAL || direction === RIGHT;
    const place = isRight ? stretches.length - 1 - index : index;
    const fromLeft = hasOrder && isFromLeft(characters, stretch, stretches[place - 1], stretches[place + 1]);
    const isTurned = hasOrder && !(fromLeft ?? !stored.has(stretch)) !== read.has(stretch);
    for (let at = 0; at < end - start; at += 1) {
      const char = isTurned ? end - 1 - at : start + at;
      if (isTurned) codes[char] = mirrored.get(codes[char] ?? 0) ?? codes[char] ?? 0;
      order.push(char);
    }
  }
}

/**
 * Returns the characters with the widths that their fonts state, and on their baselines. Liteparse's build adds what glyphs extend
 * beyond them, as many do in Arabic, which hides the gaps between words.
 */
function withoutOverhangs(
  document: PdfiumDocument,
  textPage: number,
  { count, ...read }: PageCharacters,
): PageCharacters {
  const { fn, scratch, results } = document;
  const getOrigin = fn('FPDFText_GetCharOrigin');
  const getMatrix = fn('FPDFText_GetMatrix');
  const getFont = fn('FPDFTextObj_GetFont');
  const getWidth = fn('FPDFFont_GetGlyphWidthFromCharCode');
  const charCodeOf = charCodeReader(document, textPage);
  const { objects, sizes } = read;
  const [lefts, rights, bottoms] = [read.lefts.slice(), read.rights.slice(), read.bottoms.slice()];
  // Of each font at a size of 1, by the codes of its characters.
  const known = new Map<number, Map<number, number>>();
  const widthOf = (font: number, code: number): number => {
    const own = known.get(font) ?? new Map<number, number>();
    known.set(font, own);
    let width = own.get(code);
    if (width === undefined) {
      getWidth(font, code, 1, scratch);
      width = results().getFloat32(0, true);
      own.set(code, width);
    }
    return width;
  };
  let [last, font, scale, rise] = [0, 0, 0, 0];
  for (let char = 0; char < count; char += 1) {
    const object = objects[char] ?? 0;
    if (object === 0 || lefts[char] === rights[char]) continue;
    const isFirst = object !== last;
    if (isFirst) {
      last = object;
      font = getFont(object);
      getMatrix(textPage, char, scratch);
      const [a, b] = [results().getFloat32(0, true), results().getFloat32(4, true)];
      scale = b === 0 ? a : 0;
    }
    if (scale <= 0) continue;
    getOrigin(textPage, char, scratch, scratch + 8);
    const [x, y] = [results().getFloat64(0, true), results().getFloat64(8, true)];
    if (isFirst) rise = y - (bottoms[char] ?? 0);
    lefts[char] = x;
    bottoms[char] = y - rise;
    // Characters of a replacement text (ISO 32000-1, 14.9.4) have no code.
    const code = charCodeOf(char);
    if (code !== 0) rights[char] = x + widthOf(font, code) * (sizes[char] ?? 0) * scale;
  }
  return { ...read, count, lefts, rights, bottoms };
}

/** Returns the characters of a page in the order of reading. */
export function inReadingOrder(
  document: PdfiumDocument,
  textPage: number,
  read: PageCharacters,
): PageCharacters {
  const characters = withoutOverhangs(document, textPage, read);
  const { count } = characters;
  const own = { ...read, codes: read.codes.slice(0, count) };
  const indexes: number[] = [];
  for (let start = 0; start < count; ) {
    let end = start;
    while (end < count && (kindOf(own.codes[end] ?? 0) & kinds.lineEnd) === 0) end += 1;
    orderLine(own, start, end, indexes);
    if (end < count) indexes.push(end);
    start = end + 1;
  }
  const ordered = <List extends { slice(from: number, to: number): List; [at: number]: number }>(
    list: List,
  ): List => {
    const copy = list.slice(0, count);
    for (let at = 0; at < count; at += 1) copy[at] = list[indexes[at] ?? 0] ?? 0;
    return copy;
  };
  return {
    count,
    indexes,
    codes: ordered(own.codes),
    objects: ordered(characters.objects),
    lefts: ordered(characters.lefts),
    tops: ordered(characters.tops),
    rights: ordered(characters.rights),
    bottoms: ordered(characters.bottoms),
    sizes: ordered(characters.sizes),
    modes: ordered(characters.modes),
  };
}
