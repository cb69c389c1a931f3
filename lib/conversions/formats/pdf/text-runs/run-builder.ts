import type { PageCharacters } from '../../../backends/pdfium/page-characters.ts';
import type { RunStyle, TextRun } from '../../../shared/page-layout/text-run.ts';
import { kindOf, kinds, NOT_PLAIN } from './character-kinds.ts';
import { isLetterSpaced, unspaced, WORD_GAP } from './letter-spacing.ts';
import {
  type Character,
  isAttached,
  isLetter,
  isMark,
  isRightToLeft,
  readFromRight,
} from './right-to-left-word.ts';

/** Text style of a character. */
export interface TextStyle {
  readonly font: RunStyle;
  /** In points. */
  readonly size: number;
  /** Quarter turns clockwise, as shown. */
  readonly turns: number;
  /** Angle against the clock as shown, in radians, if it is far from a right one. */
  readonly slant?: number | undefined;
}

/** Part of an open run that ends at a space or at the run's end. */
interface Word {
  /** Index of its first character in the run. */
  readonly start: number;
  isMarks: boolean;
}

/** A run that characters are added to. */
interface RunExtent {
  style: TextStyle;
  baseline: number;
  hasLetter: boolean;
  left: number;
  right: number;
  /** The gap before its last character if that is a letter. */
  step: number;
}

/** A run of plain characters, which are in the buffers of its builder: most text. */
interface PlainRun extends RunExtent {
  isLatin: boolean;
  count: number;
}

interface OpenRun extends RunExtent {
  readonly characters: Character[];
  /** Never empty. A space ends a word. */
  readonly words: Word[];
}

/** Typical ascent, in font sizes. */
export const ASCENT = 0.76;
// Maximum difference between baselines of a line, in font sizes, and that of glyphs with marks beside others in right-to-left scripts.
const STEP = 0.12;
const RAISED = 0.35;
const BESIDE = 0.5;
// Minimum gap in font sizes that is wider than a space.
const WIDE_GAP = 0.9;
// Maximum gap between letters of letter-spaced text, in font sizes.
const LETTER_GAP = 0.4;
// Fewest letters without a space that are more than a word.
const MORE_THAN_A_WORD = 16;
// Maximum gap between letters of a word, in font sizes, where widths are right.
const KERNING = 0.08;
// Maximum difference between sizes of one style, in points: sizes are rounded.
const SIZE_TOLERANCE = 0.2;
// Maximum characters of a run; no line of a book has more. Reading a word from the right takes quadratic time.
const MAX_CHARACTERS = 1000;
// Maximum characters of a glyph; Arabic's longest ligature, U+FDFA, has 18.
const MAX_IN_GLYPH = 20;
// Latin text is stored in reading order. Digits of a number can be stored from the right.
const SPACE = 0x20;
const LAST_LATIN = 0xff;
// What ends a stretch of plain characters.
const NOT_IN_RUN = NOT_PLAIN | kinds.lineEnd | kinds.hyphen;
const NUMBER_OR_LATIN = /[\p{N}A-Za-z]/u;

function runOf(
  { style: { font, size }, baseline, left, right }: RunExtent,
  text: string,
  edges: Float32Array | undefined,
): TextRun {
  const y = baseline - size * ASCENT;
  const { bold, italic, mono, smallCaps, strike, isRecognized, mark } = font;
  const width = right - left;
  // All runs have the same properties: those of several shapes take longer to read, a million times in a long document.
  return {
    text,
    x: left,
    y,
    width,
    height: size,
    size,
    bold,
    italic,
    mono,
    smallCaps,
    strike,
    isRecognized,
    mark,
    edges,
  };
}

/** Returns where words start and end, from the start of a run. Undefined for a single word. */
function edgesOf(
  count: number,
  start: number,
  isSpace: (at: number) => boolean,
  leftAt: (at: number) => number,
  rightAt: (at: number) => number,
): Float32Array | undefined {
  const edges: number[] = [];
  let [left, right] = [Infinity, -Infinity];
  for (let at = 0; at <= count; at += 1) {
    if (at === count || isSpace(at)) {
      if (left < Infinity) edges.push(left - start, right - start);
      [left, right] = [Infinity, -Infinity];
    } else {
      left = Math.min(left, leftAt(at));
      right = Math.max(right, rightAt(at));
    }
  }
  return edges.length > 2 ? new Float32Array(edges) : undefined;
}

/** Splits right-to-left characters at the gaps of a file without spaces, such as TeX's: all others are narrow. */
function splitAtGaps(characters: readonly Character[], size: number): Character[][] {
  const words: Character[][] = [];
  let before: Character | undefined;
  for (const character of characters) {
    const isPart = isAttached(character.text);
    const gap =
      before === undefined || isPart
        ? 0
        : Math.max(character.left - before.right, before.left - character.right) / size;
    // The widths of this font are wrong.
    if (gap > KERNING && gap < WORD_GAP) return [[...characters]];
    const word = words.at(-1);
    if (word === undefined || gap >= WORD_GAP) words.push([character]);
    else word.push(character);
    if (!isPart) before = character;
  }
  return words.length * 2 > characters.length ? [[...characters]] : words;
}

function wordsFromRight(characters: readonly Character[], size: number): string {
  const letters = characters.filter(({ text }) => text !== ' ');
  const words = letters.length < MORE_THAN_A_WORD ? [letters] : splitAtGaps(letters, size);
  const isReversed = (words[0]?.[0]?.left ?? 0) > (words.at(-1)?.[0]?.left ?? 0);
  return (isReversed ? words : words.toReversed()).map(readFromRight).join(' ');
}

function toRun(open: OpenRun, needsEdges: boolean): TextRun {
  const { characters, style } = open;
  const plain = characters.map((character) => character.text).join('');
  const isRtl = characters.some((character) => isRightToLeft(character.text)) && !NUMBER_OR_LATIN.test(plain);
  const end = isRtl && plain.endsWith(' ') ? ' ' : '';
  const text = isRtl
    ? `${wordsFromRight(characters, style.size)}${end}`
    : (unspaced(characters, style.size) ?? plain);
  const edges =
    needsEdges && text === plain && text.includes(' ')
      ? edgesOf(
          characters.length,
          open.left,
          (at) => characters[at]?.text === ' ',
          (at) => characters[at]?.left ?? 0,
          (at) => characters[at]?.right ?? 0,
        )
      : undefined;
  return runOf(open, text, edges);
}

const wordOf = ({ words }: OpenRun): Word | undefined => words.at(-1);

function append(open: OpenRun, character: Character): void {
  open.characters.push(character);
  open.hasLetter ||= isLetter(character.text);
  const word = wordOf(open);
  if (character.text === ' ') open.words.push({ start: open.characters.length, isMarks: true });
  else if (word !== undefined) word.isMarks &&= isMark(character.text);
}

/** Returns true for a character in another style, on another line or far from a run. */
function isApart(
  run: RunExtent,
  style: TextStyle,
  left: number,
  right: number,
  baseline: number,
  isRightToLeftText = false,
): boolean {
  const { size } = style;
  const gap = Math.max(left - run.right, run.left - right);
  if (run.style.font !== style.font || Math.abs(run.style.size - size) > SIZE_TOLERANCE) return true;
  const step = isRightToLeftText && gap <= size * BESIDE ? RAISED : STEP;
  return Math.abs(run.baseline - baseline) > size * step || gap > size * WIDE_GAP + run.step;
}

/** Returns true for a character of a left-to-right script that is left of a run. */
const goesBack = (run: RunExtent, size: number, left: number, isWord: boolean): boolean =>
  left < run.left - size * (isWord ? WORD_GAP : WIDE_GAP);

const stepTo = (run: RunExtent, size: number, left: number): number =>
  Math.max(0, Math.min(left - run.right, size * LETTER_GAP));

function isOther(open: OpenRun, style: TextStyle, character: Character, baseline: number): boolean {
  const isRtl = isRightToLeft(character.text);
  const wasRtl = isRightToLeft(open.characters[0]?.text ?? '');
  if (isApart(open, style, character.left, character.right, baseline, isRtl && wasRtl)) return true;
  if (open.characters.length >= MAX_CHARACTERS) return true;
  if (!isRtl && !wasRtl)
    return goesBack(open, style.size, character.left, open.hasLetter || isLetter(character.text));
  // Right-to-left text is read word by word, since only positions show the order of words. Glyph widths are often wrong, so
  // PDFium's spaces end words, except after marks, whose ends PDFium does not know.
  return isRtl !== wasRtl || open.characters.at(-1)?.text === ' ';
}

// Marks at the end of a word.
const TANWIN = /[\u064b-\u064d]/;

/** Whether a character, or one in the same glyph, is a combining mark within a word. */
function hasInnerMark(characters: readonly Character[], at: number): boolean {
  const character = characters[at];
  if (character === undefined) return false;
  const least = Math.max(0, at - MAX_IN_GLYPH);
  let first = at;
  while (first > least && characters[first - 1]?.left === character.left) first -= 1;
  const glyph = characters.slice(first, at + 1);
  return glyph.some(({ text }) => isMark(text)) && !glyph.some(({ text }) => TANWIN.test(text));
}

/**
 * Removes a space that PDFium inferred only because marks have no width, and keeps the marks after it. Never removes a
 * space that is in the file.
 */
function dropDoubtfulSpace(
  open: OpenRun,
  style: TextStyle,
  character: Character,
  hasOwnSpaces: boolean,
): void {
  if (!isRightToLeft(character.text)) return;
  const [before, word] = open.words.slice(-2);
  if (before === undefined || word === undefined || !word.isMarks) return;
  const at = word.start - 1;
  const space = open.characters[at];
  if (at <= 0 || space === undefined || space.right > space.left) return;
  if (word.start === open.characters.length && !hasInnerMark(open.characters, at - 1)) return;
  const gap = Math.max(character.left - open.right, open.left - character.right);
  if (!hasOwnSpaces && gap > style.size * WORD_GAP) return;
  open.characters.splice(at, 1);
  open.words.pop();
}

// The characters of the open plain run: without an object for each, most text takes a fifth of the time. All builders share them,
// because only one of a thread has an open run at a time; new ones for each page would be most of what a text allocates.
const codes = new Uint16Array(MAX_CHARACTERS * 2);
const units = Buffer.from(codes.buffer);
const latin = Buffer.alloc(codes.length);
const [lefts, rights] = [new Float64Array(codes.length), new Float64Array(codes.length)];
const isSpaceAt = (at: number): boolean => codes[at] === SPACE;
const leftAt = (at: number): number => lefts[at] ?? 0;
const rightAt = (at: number): number => rights[at] ?? 0;

/** Collects characters in file order into runs, each in one style on one line, with the places of their words if they are needed. */
export function runBuilder(runs: TextRun[] = [], needsEdges = false) {
  let target = runs;
  let open: OpenRun | undefined;
  // A run may end with any number of spaces; those beyond the buffers are left out.
  let plain: PlainRun | undefined;
  const put = (run: PlainRun, code: number, left: number, right: number): void => {
    const at = run.count;
    codes[at] = code;
    latin[at] = code;
    lefts[at] = left;
    rights[at] = right;
    run.count = at + 1;
    if (code > LAST_LATIN) run.isLatin = false;
  };
  const plainCharacters = ({ count }: PlainRun): Character[] =>
    Array.from(codes.subarray(0, count), (code, at) => ({
      text: String.fromCharCode(code),
      left: lefts[at] ?? 0,
      right: rights[at] ?? 0,
    }));
  const flushPlain = (run: PlainRun): void => {
    plain = undefined;
    const { isLatin, count, style } = run;
    const text = isLatin ? latin.toString('latin1', 0, count) : units.toString('utf16le', 0, count * 2);
    const own = isLetterSpaced(text) ? unspaced(plainCharacters(run), style.size) : undefined;
    if (text.trim() === '') return;
    const edges =
      needsEdges && own === undefined && text.includes(' ')
        ? edgesOf(count, run.left, isSpaceAt, leftAt, rightAt)
        : undefined;
    target.push(runOf(run, own ?? text, edges));
  };
  /** Continues a plain run with characters of any kind. */
  const reopen = (run: PlainRun): OpenRun => {
    plain = undefined;
    const { isLatin: _, count: __, ...extent } = run;
    const reopened: OpenRun = { ...extent, characters: [], words: [{ start: 0, isMarks: true }] };
    for (const character of plainCharacters(run)) append(reopened, character);
    return reopened;
  };
  // Number of spaces with and without a width after right-to-left characters.
  let wide = 0;
  let narrow = 0;
  const flush = (): void => {
    if (plain !== undefined) flushPlain(plain);
    if (open?.characters.some(({ text }) => text.trim() !== '') === true)
      target.push(toRun(open, needsEdges));
    open = undefined;
  };
  const add = (style: TextStyle, character: Character, baseline: number): void => {
    if (plain !== undefined) open = reopen(plain);
    if (open !== undefined && isAttached(character.text)) {
      append(open, character);
      return;
    }
    let marks: Character[] = [];
    if (open !== undefined) {
      dropDoubtfulSpace(open, style, character, wide > narrow * 2);
      // A mark stored before its base character is above it.
      const word = wordOf(open);
      if (word?.start === 0 && word.isMarks) {
        const gap = Math.max(character.left - open.right, open.left - character.right);
        if (gap > style.size * WIDE_GAP) flush();
        else Object.assign(open, { style, baseline });
      } else {
        // Marks after a space belong to the next word.
        if (word?.isMarks === true) marks = open.characters.splice(word.start);
        if (isOther(open, style, character, baseline)) flush();
      }
    }
    const { left, right } = character;
    open ??= {
      style,
      baseline,
      characters: [],
      words: [{ start: 0, isMarks: true }],
      hasLetter: false,
      left,
      right,
      step: 0,
    };
    open.step = isLetter(character.text) ? stepTo(open, style.size, left) : 0;
    for (const each of [...marks, character]) append(open, each);
    open.left = Math.min(open.left, left);
    open.right = Math.max(open.right, right);
  };
  /** Adds a character by its code: neither a mark or joiner, nor right-to-left, nor beyond the basic plane. */
  const addPlain = (style: TextStyle, code: number, left: number, right: number, baseline: number): void => {
    if (open !== undefined) {
      add(style, { text: String.fromCharCode(code), left, right }, baseline);
      return;
    }
    const isWord = (kindOf(code) & kinds.letter) !== 0;
    if (plain !== undefined) {
      const isFull = plain.count >= MAX_CHARACTERS;
      const isNext = !isFull && !isApart(plain, style, left, right, baseline);
      if (!isNext || goesBack(plain, style.size, left, plain.hasLetter || isWord)) flushPlain(plain);
    }
    plain ??= { style, baseline, hasLetter: false, left, right, step: 0, isLatin: true, count: 0 };
    plain.step = isWord ? stepTo(plain, style.size, left) : 0;
    plain.hasLetter ||= isWord;
    if (left < plain.left) plain.left = left;
    if (right > plain.right) plain.right = right;
    put(plain, code, left, right);
  };
  /** Adds a space. A space that PDFium inferred has no width. */
  const addSpace = (ownWidth: number): void => {
    if (plain !== undefined && plain.count < codes.length) {
      const isAfterSingle = plain.count === 1 || codes[plain.count - 2] === SPACE;
      put(plain, SPACE, plain.right, plain.right + (isAfterSingle ? ownWidth : 0));
    }
    if (open === undefined) return;
    const last = open.characters.findLast(({ text }) => !isAttached(text));
    const isAfterRtl = isRightToLeft(last?.text ?? '');
    // In letter-spaced text, all spaces follow single letters.
    const isAfterSingle = last !== undefined && (open.characters.at(-2)?.text ?? ' ') === ' ';
    const width = isAfterRtl || isAfterSingle ? ownWidth : 0;
    if (isAfterRtl && width > 0) wide += 1;
    else if (isAfterRtl) narrow += 1;
    append(open, { text: ' ', left: open.right, right: open.right + width });
  };
  /**
   * Adds the upright characters of a text object that continue the open plain run, from `from` on, as `addPlain` and `addSpace` would.
   * Returns the index of the first one that does not. Passing the place of each character to a function would allocate more than all
   * else that is done for a page.
   *
   * @param originX the left edge of page space on the page as shown
   */
  const continuePlain = (
    { codes: own, objects, lefts: starts, rights: ends, bottoms, count }: PageCharacters,
    from: number,
    originX: number,
  ): number => {
    if (plain === undefined) return from;
    const run = plain;
    const { size } = run.style;
    const [object, bottom] = [objects[from - 1], bottoms[from - 1]];
    let at = from;
    for (; at < count && objects[at] === object && run.count < MAX_CHARACTERS; at += 1) {
      const code = own[at] ?? 0;
      const kind = kindOf(code);
      if ((kind & NOT_IN_RUN) !== 0) break;
      const [start, end] = [starts[at] ?? 0, ends[at] ?? 0];
      if ((kind & kinds.space) !== 0) {
        addSpace(Math.abs(end - start));
        continue;
      }
      // The line is not level, or the box that the font states is too small for its glyphs: they have their own.
      if (bottoms[at] !== bottom) break;
      const left = originX + (start < end ? start : end);
      const right = originX + (start < end ? end : start);
      const isWord = (kind & kinds.letter) !== 0;
      const gap = Math.max(left - run.right, run.left - right);
      if (gap > size * WIDE_GAP + run.step) break;
      if (left < run.left - size * (run.hasLetter || isWord ? WORD_GAP : WIDE_GAP)) break;
      run.step = isWord ? Math.max(0, Math.min(left - run.right, size * LETTER_GAP)) : 0;
      run.hasLetter ||= isWord;
      if (left < run.left) run.left = left;
      if (right > run.right) run.right = right;
      put(run, code, left, right);
    }
    return at;
  };
  /** Ends the open run and collects further ones in another list. */
  const collectIn = (list: TextRun[]): void => {
    flush();
    target = list;
  };
  return { runs, add, addPlain, continuePlain, addSpace, flush, collectIn };
}
