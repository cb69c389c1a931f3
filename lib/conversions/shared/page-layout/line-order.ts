import { appendAll, maxOf, minOf } from '../../base/arrays.ts';
import { mayBeRightToLeft, restoreBrackets, rightToLeftShare } from '../../base/right-to-left.ts';
import type { Box } from '../geometry/box.ts';
import { isApart, type TextRun, WORD_GAP } from './text-run.ts';

// A line or run is right-to-left if more than the first share of its letters is, and left-to-right up to the second share.
// Between them, its punctuation decides.
const RIGHT_TO_LEFT = 0.5;
const FEW_RIGHT_TO_LEFT = 0.1;

/** The bidirectional class of a run (UAX 9): right-to-left, left-to-right, a number, or neutral punctuation. */
type Direction = 'right' | 'left' | 'number' | 'neutral';

function directionOf({ text }: TextRun): Direction {
  if (!/[\p{L}\p{N}]/u.test(text)) return 'neutral';
  if (rightToLeftShare(text) >= RIGHT_TO_LEFT) return 'right';
  return /\p{L}/u.test(text) ? 'left' : 'number';
}

// Punctuation that follows words: to the left of them in a right-to-left line.
const STARTS_WITH_PUNCTUATION = /^\s*[.,:;!?…،؛؟]/u;
const ENDS_WITH_PUNCTUATION = /[.,:;!?…،؛؟]\s*$/u;

// What a left-to-right line cannot start with, and its brackets.
const STARTS_WITH_END = /^[.,:;!?)\]]+[\p{L}\p{N}([]/u;
const BRACKET = /[()[\]]/g;

/** Returns true if the start of left-to-right text, as it is seen, is the end of a right-to-left line. */
function isEndAtLeft(seen: readonly TextRun[]): boolean {
  const text = seen
    .map((run, at) => (at > 0 && isApart(seen[at - 1] ?? run, run) ? ` ${run.text}` : run.text))
    .join('')
    .trim();
  const brackets = bracketsIn(seen);
  const isPaired = restoreBrackets(text) === text;
  return STARTS_WITH_END.test(text)
    ? !ENDS_WITH_PUNCTUATION.test(text)
    : text.search(BRACKET) === 0 && brackets % 2 === 0 && !isPaired;
}

/**
 * Returns true if a line is read from right to left. If scripts are mixed, the last punctuation mark decides.
 *
 * @param isAmongRtl whether text around it is read from right to left
 */
export function isRightToLeftLine(runs: readonly TextRun[], isAmongRtl: boolean): boolean {
  const share = rightToLeftShare(runs.map((run) => run.text).join(' '));
  if (share > RIGHT_TO_LEFT || (share <= FEW_RIGHT_TO_LEFT && !isAmongRtl)) return share > RIGHT_TO_LEFT;
  const seen = runs.toSorted((a, b) => a.x - b.x);
  if (share <= FEW_RIGHT_TO_LEFT) return isEndAtLeft(seen);
  const [first] = seen;
  const last = seen.at(-1);
  const isLeftEnd =
    first !== undefined && STARTS_WITH_PUNCTUATION.test(first.text) && directionOf(first) !== 'right';
  const isRightEnd =
    last !== undefined && ENDS_WITH_PUNCTUATION.test(last.text) && directionOf(last) !== 'right';
  return isLeftEnd === isRightEnd ? isAmongRtl : isLeftEnd;
}

const LEADING_PUNCTUATION = /^[.,:;!?…%٪+\s]+(?=\S)/u;
const TRAILING_PUNCTUATION = /[.,:;!?…\-–\s]/u;
const TRAILING_SIGN = /[.,:;!?…\-–+\s]/u;

/** Returns the punctuation at the end of a text. */
function trailingPunctuation(text: string, isNumber: boolean): string {
  const punctuation = isNumber ? TRAILING_SIGN : TRAILING_PUNCTUATION;
  let start = text.length;
  while (start > 0 && punctuation.test(text.charAt(start - 1))) start -= 1;
  return text.slice(start);
}

const reversed = (text: string): string => Array.from(text).reverse().join('');

/**
 * Moves punctuation at the ends of left-to-right runs to the side where a right-to-left line has it.
 */
function moveEndPunctuation(runs: readonly TextRun[]): TextRun[] {
  const isNumber = !runs.some(({ text }) => /\p{L}/u.test(text));
  const lead = LEADING_PUNCTUATION.exec(runs[0]?.text ?? '')?.[0] ?? '';
  const trail = trailingPunctuation(runs.at(-1)?.text ?? '', isNumber);
  if (lead === '' && trail === '') return [...runs];
  return runs.map((run, at) => {
    const isFirst = at === 0;
    const isLast = at === runs.length - 1;
    const core = run.text.slice(
      isFirst ? lead.length : 0,
      isLast && trail !== '' ? -trail.length : undefined,
    );
    return { ...run, text: `${isFirst ? reversed(trail) : ''}${core}${isLast ? reversed(lead) : ''}` };
  });
}

// Numbers with hyphens between them, which are in the order of the line after Arabic letters (UAX 9, W2 to W4).
const HYPHENATED = /^[\p{N}.,:/٫٬–-]+$/u;

/** Reads the numbers of a run from the right. */
function readNumbers(run: TextRun): TextRun {
  if (!HYPHENATED.test(run.text)) return run;
  const parts = run.text.split(/([-–])/u);
  const areNumbers = parts.every((part, at) => at % 2 === 1 || /^\p{N}/u.test(part));
  return areNumbers ? { ...run, text: parts.reverse().join('') } : run;
}

const bracketsIn = (runs: readonly TextRun[]): number =>
  runs.reduce((sum, { text }) => sum + (text.match(BRACKET)?.length ?? 0), 0);

const ENDS_CLAUSE = /^[^\p{L}\p{N}]*[.,:;!?،؛؟]/u;
const WITHIN_NAME = /^[./:@_~#-]+$/;
// A separator of the parts of a number, such as a date (UAX 9, W4).
const SEPARATOR = /^\s*[./,:٫٬]\s*$/u;

/**
 * Returns the end of the left-to-right runs that begin at `from`. Punctuation belongs to them if letters follow, but not if
 * it is close to a right-to-left word on its right. Numbers separated by punctuation are in the line's own order, as is a
 * number left of words, such as the page in a table of contents, unless it is part of a name.
 */
function endOfForeign(runs: readonly TextRun[], directions: readonly Direction[], from: number): number {
  let end = from + 1;
  let hasLetters = directions[from] === 'left';
  for (let at = end; at < runs.length; at += 1) {
    const direction = directions[at];
    const run = runs[at];
    const before = runs[at - 1];
    const after = runs[at + 1];
    if (direction === 'right' || run === undefined || before === undefined) break;
    if (direction === 'neutral') {
      // A bracket that was opened after letters is closed by them (UAX 9, N0).
      const isBracket = /^[()[\]]$/.test(run.text.trim()) && !isApart(before, run);
      if (isBracket && hasLetters && bracketsIn(runs.slice(from, at)) % 2 === 1) {
        end = at + 1;
        continue;
      }
      const isOfRight = after !== undefined && !isApart(run, after) && isApart(before, run);
      if (isOfRight && ENDS_CLAUSE.test(run.text)) break;
      if (!hasLetters && !WITHIN_NAME.test(run.text.trim())) break;
      continue;
    }
    const stretch = runs.slice(end - 1, at + 1);
    const isClose = stretch.every((each, index) => index === 0 || !isApart(stretch[index - 1] ?? each, each));
    const isOneNumber = at === end + 1 && isClose && SEPARATOR.test(before.text);
    if (at > end && !hasLetters && !isOneNumber && !(direction === 'left' && isClose)) break;
    hasLetters ||= direction === 'left';
    end = at + 1;
  }
  return end;
}

// Maximum overlap of two runs that touch, in font sizes; wrong widths of glyphs make more.
const TOUCHING = 0.1;
const ENDS_WITH_LAM = /\u0644\s*$/;
const LAM_ALEF = /^\u0644[\u0622\u0623\u0625\u0627]\p{M}+\s*$/u;
const STARTS_WITH_ALEF = /^[\u0622\u0623\u0625\u0627]/;
// Maximum gap before a ligature of lam and alef, whose width is that of one letter in some files, in font sizes: less than a space.
const LIGATURE_GAP = 0.45;

/** Returns true if one of two runs is the end of the other with its marks, which some programs write twice. */
function repeats(one: TextRun, other: TextRun): boolean {
  const [short, long] = one.text.length < other.text.length ? [one, other] : [other, one];
  const shared = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const text = short.text.trim();
  return (
    shared > short.width / 2 - short.size * TOUCHING &&
    /\p{M}$/u.test(text) &&
    long.text.trimEnd().endsWith(text)
  );
}

/** Joins lam and alef, which are one glyph: with a mark above it, they are runs in one place. */
function withLigatures(seen: readonly TextRun[]): TextRun[] {
  const joined: TextRun[] = [];
  for (const run of seen) {
    const last = joined.at(-1);
    if (last !== undefined && repeats(last, run)) {
      if (run.text.length > last.text.length) joined[joined.length - 1] = run;
      continue;
    }
    const isSamePlace = last !== undefined && Math.abs(last.x - run.x) < run.size * TOUCHING;
    const [lam, alef] = isSamePlace && STARTS_WITH_ALEF.test(run.text) ? [last, run] : [run, last];
    if (
      isSamePlace &&
      alef !== undefined &&
      ENDS_WITH_LAM.test(lam.text) &&
      STARTS_WITH_ALEF.test(alef.text)
    ) {
      const width = Math.max(lam.width, alef.width);
      joined[joined.length - 1] = { ...lam, text: lam.text.trimEnd() + alef.text, width };
    } else if (last !== undefined && LAM_ALEF.test(last.text) && directionOf(run) === 'right') {
      const isNext = run.x - last.x - last.width < run.size * LIGATURE_GAP;
      if (isNext) joined[joined.length - 1] = { ...last, width: run.x - last.x };
      joined.push(run);
    } else joined.push(run);
  }
  return joined;
}

/** Runs that are read together, in reading order. */
interface Unit extends Pick<Box, 'x' | 'width'> {
  readonly runs: readonly TextRun[];
  readonly isRight: boolean;
  /** Whether a space is between it and a right-to-left word after it, although they may touch. */
  readonly isEnded: boolean;
}

function unitOf(runs: readonly TextRun[], isRight: boolean, isEnded = false): Unit {
  const x = minOf(runs.map((run) => run.x));
  return { runs, isRight, isEnded, x, width: maxOf(runs.map((run) => run.x + run.width)) - x };
}

const OPENS = /[([{]\s*$/;
const CLOSES = /^\s*[)\]}]/;
// Maximum gap between a bracket and the words in it, in font sizes.
const BRACKET_GAP = 0.26;

/**
 * Joins units in reading order. Their places say what is between them: spaces in the file are in another order. Only words of
 * right-to-left scripts, whose widths are often wrong, have spaces of their own.
 */
function joinUnits(units: readonly Unit[]): TextRun[] {
  const order: TextRun[] = [];
  // By index of the run after it, in font sizes.
  const gaps = new Map<number, number>();
  units.forEach((unit, at) => {
    const [first] = unit.runs;
    const last = order.at(-1);
    const before = units[at - 1];
    const areWords = before?.isRight === true && unit.isRight;
    if (first !== undefined && last !== undefined && before !== undefined && !areWords) {
      const gap = Math.max(unit.x - before.x - before.width, before.x - unit.x - unit.width);
      gaps.set(
        order.length,
        before.isEnded && unit.isRight ? Infinity : gap / Math.max(first.size, last.size),
      );
    }
    appendAll(order, unit.runs);
  });
  const texts = restoreBrackets(order.map(({ text }) => text).join('\0')).split('\0');
  const isClose = (at: number): boolean => {
    const gap = gaps.get(at) ?? Infinity;
    const isInBracket = OPENS.test(texts[at - 1] ?? '') || CLOSES.test(texts[at] ?? '');
    return gap >= -TOUCHING && gap <= (isInBracket ? BRACKET_GAP : WORD_GAP);
  };
  return order.map((run, at) => {
    const [start, end] = [gaps.get(at) ?? -Infinity, gaps.get(at + 1) ?? -Infinity];
    let text = texts[at] ?? run.text;
    // Where boxes overlap, widths are wrong.
    if (start >= -TOUCHING) text = text.trimStart();
    if (end >= -TOUCHING) text = `${text.trimEnd()}${isClose(at + 1) ? '' : ' '}`;
    return { ...run, text, ...(isClose(at) ? { isClose: true } : {}) };
  });
}

// A percent sign before its stop as they are seen, apart from their number.
const PERCENT_LAST = /^[.,:;!?…][%٪]\s*$/u;
const ARABIC = /\p{sc=Arabic}/u;

/** Returns the parts of a right-to-left line from the left. */
function unitsFromTheRight(seen: readonly TextRun[], directions: readonly Direction[]): Unit[] {
  const units: Unit[] = [];
  for (let at = 0; at < seen.length; ) {
    const run = seen[at];
    if (run === undefined) break;
    const direction = directions[at];
    if (direction === 'right' || direction === 'neutral') {
      const text = PERCENT_LAST.test(run.text) ? reversed(run.text.trim()) : run.text;
      units.push(unitOf([{ ...run, text }], direction === 'right'));
      at += 1;
      continue;
    }
    const end = endOfForeign(seen, directions, at);
    const before = seen[directions.indexOf('right', end)];
    const isArabic = ARABIC.test(before?.text ?? '');
    const stretch = moveEndPunctuation(
      seen.slice(at, end).map((each) => ({ ...each, text: each.text.trim() })),
    );
    const isEnded = run.text.endsWith(' ') || directions.slice(at, end).includes('left');
    units.push(unitOf(isArabic ? stretch.map(readNumbers) : stretch, false, isEnded));
    at = end;
  }
  return units;
}

/** Returns the parts of a left-to-right line from the left. Right-to-left words in it are read from the right. */
function unitsFromTheLeft(seen: readonly TextRun[], directions: readonly Direction[]): Unit[] {
  const units: Unit[] = [];
  for (let at = 0; at < seen.length; ) {
    let end = at + 1;
    const isRight = directions[at] === 'right';
    if (isRight)
      for (let next = end; next < seen.length && directions[next] !== 'left'; next += 1)
        if (directions[next] === 'right') end = next + 1;
    units.push(unitOf(seen.slice(at, end).toReversed(), isRight));
    at = end;
  }
  return units;
}

/** Restores a left-to-right line that PDFium has from the right: spaces are on the wrong side of its runs, brackets are mirrored. */
function restoredLine(runs: readonly TextRun[], seen: TextRun[]): TextRun[] {
  if (runs.length < 2 || runs.some((run, at) => run.mono || run !== seen[seen.length - 1 - at])) return seen;
  const texts = restoreBrackets(seen.map(({ text }) => text.trim()).join('\0')).split('\0');
  return seen.map((run, at) => ({ ...run, text: texts[at] ?? run.text }));
}

/**
 * Sorts the runs of a line in reading order; the text of each run already is. Reverses the Unicode Bidirectional
 * Algorithm (UAX 9).
 *
 * @param isAmongRtl whether text around the line is read from right to left
 */
export function inLogicalOrder(runs: readonly TextRun[], rtl: boolean, isAmongRtl = rtl): TextRun[] {
  const seen = withLigatures(runs.toSorted((a, b) => a.x - b.x));
  if (!rtl && !seen.some(({ text }) => mayBeRightToLeft(text)))
    return isAmongRtl ? restoredLine(runs, seen) : seen;
  const directions = seen.map(directionOf);
  if (!rtl && !directions.includes('right')) return seen;
  return joinUnits(
    rtl ? unitsFromTheRight(seen, directions).toReversed() : unitsFromTheLeft(seen, directions),
  );
}
