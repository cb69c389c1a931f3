import { maxOf, minOf } from '../../base/arrays.ts';
import { haveSameLook } from '../../document/merge-runs.ts';
import { meanConfidence } from '../../document/places.ts';
import { type Box, edgesOf } from '../geometry/box.ts';
import { clusterSpans, spanAcross } from '../geometry/clusters.ts';
import { groupLines, type LineRules } from '../geometry/lines.ts';
import { turnBack, turnedSize } from '../geometry/quarter-turns.ts';
import { countLetters } from '../text/count-letters.ts';
import { isProse } from '../text/prose.ts';
import { inLogicalOrder, isRightToLeftLine } from './line-order.ts';
import { isApart, type RunStyle, type SourcePage, type TextRun } from './text-run.ts';
import type { PlacedWord } from './word-lines.ts';

// Maximum size (as a share of the line's) and maximum characters of a superscript or subscript.
const SCRIPT_SIZE = 0.8;
const SCRIPT_CHARACTERS = 6;
// The same for a footnote mark in small print, where sizes are closer.
const MARK_SIZE = 0.9;
const SMALL_PRINT = 12;
const MARK = /^\s*(?:\d{1,3}|[*∗†‡§¶])\s*$/u;
// The middle of a superscript is above the first share of the line's height, that of a subscript below the second.
const SUPERSCRIPT = 0.42;
const SUBSCRIPT = 0.62;
// Minimum gap between an entry of a table of contents and its page number, in font sizes.
const ENTRY_GAP = 1.4;
// Minimum gap in font sizes that is wider than any space, even in a justified line.
const SPLIT_GAP = 2.5;
// Weight of a run of punctuation, in letters, so that a line without letters has a size.
const PUNCTUATION_WEIGHT = 0.1;
// Runs between these multiples of the line's font size define its top and bottom: neither scripts nor large symbols.
const MIN_MAIN_SIZE = 0.8;
const MAX_MAIN_SIZE = 1.6;
// Maximum difference between baselines of a line, in font sizes, as between two fonts.
const BASELINE_SHIFT = 0.2;
// Points by which rounding to whole points moves a baseline.
const ROUNDING = 0.5;
// Minimum share of letters in the style of a line; code has more symbols in other fonts.
const STYLED = 0.95;
const MONOSPACED = 0.9;

// Runs of a page have different sizes: subscripts overlap their base by less than half, and may be next to another
// subscript only. With the rules of tables, 32 of 160 documents lose or split lines.
const LINE_RULES: LineRules = {
  minSharedHeight: 0.45,
  compareWith: 'any',
  maxHeight: Infinity,
  // The raised letter of the logo of LaTeX is in the one before it.
  maxKerning: 0.45,
  // A large symbol, such as an integral, is beside two lines. Scripts are above each other, but not above words.
  stacked: { minRatio: 4, maxSharedHeight: 0.65 },
  minSymbolHeight: 0.1,
};
// Recognized text has no scripts. A cell in the middle of two rows must not join them.
const RECOGNIZED_RULES: LineRules = {
  minSharedHeight: LINE_RULES.minSharedHeight,
  compareWith: 'any',
  maxHeight: Infinity,
  stacked: { minRatio: 0, maxSharedHeight: LINE_RULES.minSharedHeight },
};

/** Part of a line in one style. */
export interface Span extends RunStyle {
  readonly text: string;
  readonly superscript?: true | undefined;
  readonly subscript?: true | undefined;
}

/** A line of text; coordinates in points from the page's top left. */
export interface TextLine {
  readonly spans: readonly Span[];
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly right: number;
  readonly bottom: number;
  /** Font size of most letters, in points. */
  readonly size: number;
  /** Font size of the largest letters, in points: that of the capitals among small capitals. */
  readonly capitalSize: number;
  /** Whether (almost) all letters are bold. */
  readonly bold: boolean;
  readonly italic: boolean;
  readonly mono: boolean;
  /** Where code begins after the number of its line. */
  readonly codeX?: number | undefined;
  readonly smallCaps: boolean;
  readonly rtl: boolean;
  /** True for an entry of a table of contents: the line ends with a page number after a gap or dots. */
  readonly isEntry: boolean;
  /** True for short texts far apart, as in a letterhead. */
  readonly isSplit: boolean;
  /** See {@link TextRun.isAfterBreak}. */
  readonly isAfterBreak: boolean;
  /** Of recognized text, from 0 to 1: the mean of its characters. */
  readonly confidence?: number | undefined;
  /** Of recognized text: its words in the order of the text, where they are on the image. */
  readonly words?: readonly PlacedWord[] | undefined;
}

const haveSameStyle = (one: Span, other: Span): boolean =>
  one.bold === other.bold &&
  one.italic === other.italic &&
  one.mono === other.mono &&
  one.smallCaps === other.smallCaps &&
  one.strike === other.strike &&
  one.href === other.href &&
  one.superscript === other.superscript &&
  one.subscript === other.subscript &&
  haveSameLook(one.look, other.look);

function spanOf(run: TextRun, size: number, y: number, bottom: number, count: number): Span {
  const { text, bold, italic, mono, smallCaps, strike, href, look } = run;
  const isSmall =
    count > 1 &&
    run.isRecognized === undefined &&
    run.size <= size * (size <= SMALL_PRINT && MARK.test(text) ? MARK_SIZE : SCRIPT_SIZE) &&
    text.trim().length <= SCRIPT_CHARACTERS;
  const middle = run.y + run.height / 2;
  const height = bottom - y;
  const raised: Partial<Span> = !isSmall
    ? {}
    : middle < y + height * SUPERSCRIPT
      ? { superscript: true }
      : middle > y + height * SUBSCRIPT
        ? { subscript: true }
        : {};
  const isRaised = raised.superscript !== undefined || raised.subscript !== undefined;
  if (!isRaised) return { text, bold, italic, mono, smallCaps, strike, href, look };
  // Raised text has the size of the text around it.
  return { text, strike, href, ...raised, look: look === undefined ? undefined : { ...look, size } };
}

const LINE_NUMBER = /^\s*\d{1,5}\s*$/;

// A number at the end of a line, after a row of dots or alone.
const LEADER_AND_NUMBER = /(?:[.·․…]\s?){3}[.·․…]\s*(?:(?:\d{1,4}|[ivxlc]{1,6})\s*)?$/;
const PAGE_NUMBER = /^(?:\d{1,4}|[ivxlc]{1,6})$/;

function isEntryLine(ordered: readonly TextRun[], text: string): boolean {
  if (LEADER_AND_NUMBER.test(text)) return true;
  const last = ordered.at(-1);
  const before = ordered.at(-2);
  if (last === undefined || before === undefined || !PAGE_NUMBER.test(last.text.trim())) return false;
  const gap = Math.max(last.x - before.x - before.width, before.x - last.x - last.width);
  return gap > ENTRY_GAP * last.size;
}

// Minimum letters of a line in capitals; fewer are an abbreviation.
const MIN_CAPITALS = 5;
/** Returns true if the text has no small letters. Code and formulas do not count. */
export const isInCapitals = (text: string): boolean =>
  (text.match(/\p{Lu}/gu)?.length ?? 0) >= MIN_CAPITALS &&
  /\p{Lu}{3}/u.test(text) &&
  !/[\p{Ll}\p{Lo}=<>_{}\\]/u.test(text);

/** Returns true for short texts far apart, as in a letterhead. */
function isSplitLine(runs: readonly TextRun[], size: number): boolean {
  if (runs.length < 2) return false;
  const parts = clusterSpans(
    runs,
    spanAcross,
    (next, furthest) => next.from - furthest.to > SPLIT_GAP * size,
  );
  return parts.length > 1 && !parts.some((part) => isProse(part.map(({ text }) => text).join(' ')));
}

/** Returns true for the raised letter of the LaTeX logo, which is not a superscript. */
const isLogoLetter = (runs: readonly TextRun[], at: number): boolean =>
  runs[at]?.text === 'A' &&
  runs[at - 1]?.text.endsWith('L') === true &&
  runs[at + 1]?.text.startsWith('T') === true;

/** Merges adjacent runs of the same style, with spaces at word gaps. */
function joinSpans(runs: readonly TextRun[], toSpan: (run: TextRun) => Span): Span[] {
  const spans: Span[] = [];
  runs.forEach((run, at) => {
    const before = runs[at - 1];
    const last = spans.at(-1);
    const own = last !== undefined && isLogoLetter(runs, at) ? { ...last, text: run.text } : toSpan(run);
    // Punctuation takes the style of the words before it, whatever its font.
    const isPunctuation = last !== undefined && !/[\p{L}\p{N}]/u.test(own.text) && own.href === undefined;
    const span =
      isPunctuation && !own.superscript && !last.superscript && !own.subscript && !last.subscript
        ? { ...last, text: own.text, strike: own.strike }
        : own;
    const gap =
      before !== undefined && isApart(before, run) && !/\s$/.test(last?.text ?? '') && !/^\s/.test(run.text)
        ? ' '
        : '';
    if (last !== undefined && haveSameStyle(last, span))
      spans[spans.length - 1] = { ...last, text: `${last.text}${gap}${run.text}` };
    else {
      if (last !== undefined && gap !== '') spans[spans.length - 1] = { ...last, text: `${last.text}${gap}` };
      spans.push(span);
    }
  });
  return spans;
}

/** Returns the number before a line of code, which is in another font, and where the code starts. */
function codeNumberOf(
  runs: readonly TextRun[],
): { readonly run: TextRun; readonly codeX: number } | undefined {
  if (!runs.some(({ mono }) => mono)) return undefined;
  const [run, ...code] = runs.toSorted((one, other) => one.x - other.x);
  const [start] = code;
  if (run === undefined || start === undefined || run.mono || !LINE_NUMBER.test(run.text)) return undefined;
  return code.every(({ mono }) => mono) ? { run, codeX: start.x } : undefined;
}

/** Returns the runs that define a line's top and bottom: those on the main baseline, without large symbols. */
function mainRuns(runs: readonly TextRun[], size: number): readonly TextRun[] {
  const main = runs.filter((run) => run.size >= size * MIN_MAIN_SIZE && run.size <= size * MAX_MAIN_SIZE);
  if (main.some((run) => run.isRecognized)) return main;
  const letters = new Map<number, number>();
  for (const { text, y, height } of main) {
    const bottom = Math.round(y + height);
    letters.set(bottom, (letters.get(bottom) ?? 0) + (countLetters(text) || PUNCTUATION_WEIGHT));
  }
  const [[usual = 0] = []] = [...letters].toSorted((a, b) => b[1] - a[1]);
  return main.filter((run) => Math.abs(run.y + run.height - usual) <= size * BASELINE_SHIFT + ROUNDING);
}

/** Creates a line from adjacent runs, whose surroundings may be read from right to left. */
export function makeLine(runs: readonly TextRun[], isAmongRtl: boolean): TextLine {
  const weights = new Map<number, number>();
  const number = codeNumberOf(runs);
  let letters = 0;
  let bold = 0;
  let italic = 0;
  let mono = 0;
  let smallCaps = 0;
  for (const run of runs) {
    const count = countLetters(run.text) || PUNCTUATION_WEIGHT;
    // The number of a line of code takes the style of the code.
    if (run === number?.run) continue;
    weights.set(run.size, (weights.get(run.size) ?? 0) + count);
    letters += count;
    if (run.bold) bold += count;
    if (run.italic) italic += count;
    if (run.mono) mono += count;
    if (run.smallCaps) smallCaps += count;
  }
  const [[size = 0] = []] = [...weights].toSorted((a, b) => b[1] - a[1]);
  const rtl = isRightToLeftLine(runs, isAmongRtl);
  const main = mainRuns(runs, size);
  const y = minOf(main.map((run) => run.y));
  const bottom = maxOf(main.map((run) => run.y + run.height));
  const ordered = inLogicalOrder(runs, rtl, isAmongRtl);
  const spans = joinSpans(ordered, (run) => spanOf(run, size, y, bottom, runs.length));
  const text = spans.map((span) => span.text).join('');
  const confidence = meanConfidence(runs);
  const words = runs.flatMap((run) => run.words ?? []).toSorted((one, other) => one.x - other.x);
  return {
    spans,
    text,
    isEntry: isEntryLine(ordered, text),
    isSplit: isSplitLine(runs, size),
    isAfterBreak: runs.some((run) => run.isAfterBreak),
    x: minOf(runs.map((run) => run.x)),
    right: maxOf(runs.map((run) => run.x + run.width)),
    y,
    bottom,
    size,
    capitalSize: maxOf(main.map((run) => run.size)),
    bold: bold > letters * STYLED,
    italic: italic > letters * STYLED,
    mono: mono > letters * MONOSPACED,
    ...(number === undefined ? {} : { codeX: number.codeX }),
    smallCaps: smallCaps > letters * STYLED,
    rtl,
    ...(confidence === undefined ? {} : { confidence }),
    ...(words.length === 0 ? {} : { words: rtl ? words.toReversed() : words }),
  };
}

/** Composes the lines of runs that are upright once the page is turned back, and returns them where they are on the page. */
export const linesAside = (
  runs: readonly TextRun[],
  turns: number,
  page: Pick<SourcePage, 'width' | 'height'>,
): TextRun[] =>
  [...Map.groupBy(runs, ({ mark }) => mark)].flatMap(([mark, own]) =>
    composeLines(own, false).map(({ text, size, x, y, right, bottom }) => ({
      ...turnBack({ x, y, width: right - x, height: bottom - y }, 4 - turns, turnedSize(page, turns)),
      text,
      size,
      turns,
      ...(mark === undefined ? {} : { mark }),
    })),
  );

/** Groups runs into rows, from top to bottom. */
export const rowsOf = <T extends Box & Pick<RunStyle, 'isRecognized'>>(runs: readonly T[]): T[][] =>
  groupLines(runs, edgesOf, runs.some((run) => run.isRecognized) ? RECOGNIZED_RULES : LINE_RULES).map(
    ({ items }) => items,
  );

/** Groups the runs of one column into lines, from top to bottom. */
export function composeLines(runs: readonly TextRun[], pageIsRtl: boolean): TextLine[] {
  const lines = rowsOf(runs)
    .map((row) => ({ row, line: makeLine(row, pageIsRtl) }))
    .toSorted((a, b) => a.line.y + a.line.bottom - b.line.y - b.line.bottom);
  return lines.map(({ row, line }, at) => {
    const isBelowRtl = !pageIsRtl && !line.rtl && lines[at - 1]?.line.rtl === true;
    return isBelowRtl ? makeLine(row, true) : line;
  });
}
