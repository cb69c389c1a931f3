import { maxOf, minOf } from '../../../base/arrays.ts';
import { inReadingOrder, isRightToLeftLine } from './line-order.ts';
import { isApart, type RunStyle, type TextRun } from './text-run.ts';

/** A stretch of a line that looks the same. */
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
  /** Of most letters, in points. */
  readonly size: number;
  /** Whether all letters are. */
  readonly bold: boolean;
  readonly italic: boolean;
  readonly mono: boolean;
  readonly rtl: boolean;
  /** Whether it is an entry of a table of contents: it ends with a number that stands apart. */
  readonly isEntry: boolean;
}

const countLetters = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** Whether the middle of the lower of two boxes lies within the other. */
function isBeside(one: TextRun, other: TextRun): boolean {
  const overlap = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return overlap >= 0.45 * Math.min(one.height, other.height);
}

const sameLook = (one: Span, other: Span): boolean =>
  one.bold === other.bold &&
  one.italic === other.italic &&
  one.mono === other.mono &&
  one.href === other.href &&
  one.superscript === other.superscript &&
  one.subscript === other.subscript;

function spanOf(run: TextRun, size: number, y: number, bottom: number, count: number): Span {
  const { text, bold, italic, mono, href } = run;
  const isSmall = count > 1 && run.size <= size * 0.8 && text.trim().length <= 6;
  const middle = run.y + run.height / 2;
  const height = bottom - y;
  const raised: Partial<Span> = !isSmall
    ? {}
    : middle < y + height * 0.42
      ? { superscript: true }
      : middle > y + height * 0.62
        ? { subscript: true }
        : {};
  const isRaised = raised.superscript !== undefined || raised.subscript !== undefined;
  return isRaised ? { text, href, ...raised } : { text, bold, italic, mono, href };
}

// A number at the end of a line, after a row of dots or alone.
const LEADER_AND_NUMBER = /(?:[.·․…]\s?){3}[.·․…]\s*(?:(?:\d{1,4}|[ivxlc]{1,6})\s*)?$/;
const PAGE_NUMBER = /^(?:\d{1,4}|[ivxlc]{1,6})$/;

function isEntryLine(ordered: readonly TextRun[], text: string): boolean {
  if (LEADER_AND_NUMBER.test(text)) return true;
  const last = ordered.at(-1);
  const before = ordered.at(-2);
  if (last === undefined || before === undefined || !PAGE_NUMBER.test(last.text.trim())) return false;
  const gap = Math.max(last.x - before.x - before.width, before.x - last.x - last.width);
  return gap > 1.4 * last.size;
}

/** Neighbours of the same look put together, with spaces where the runs stand apart. */
function joinSpans(runs: readonly TextRun[], toSpan: (run: TextRun) => Span): Span[] {
  const spans: Span[] = [];
  runs.forEach((run, at) => {
    const before = runs[at - 1];
    const own = toSpan(run);
    const last = spans.at(-1);
    // Signs between words look as the words do, whatever font they were taken from.
    const isSign = last !== undefined && !/[\p{L}\p{N}]/u.test(own.text) && own.href === undefined;
    const span =
      isSign && !own.superscript && !last.superscript && !own.subscript && !last.subscript
        ? { ...last, text: own.text }
        : own;
    const gap =
      before !== undefined && isApart(before, run) && !/\s$/.test(last?.text ?? '') && !/^\s/.test(run.text)
        ? ' '
        : '';
    if (last !== undefined && sameLook(last, span))
      spans[spans.length - 1] = { ...last, text: `${last.text}${gap}${run.text}` };
    else {
      if (last !== undefined && gap !== '') spans[spans.length - 1] = { ...last, text: `${last.text}${gap}` };
      spans.push(span);
    }
  });
  return spans;
}

/** A line made of runs that stand beside each other. */
export function makeLine(runs: readonly TextRun[], pageIsRtl: boolean): TextLine {
  const weigh = new Map<number, number>();
  let letters = 0;
  let bold = 0;
  let italic = 0;
  let mono = 0;
  for (const run of runs) {
    const count = countLetters(run.text) || 0.1;
    weigh.set(run.size, (weigh.get(run.size) ?? 0) + count);
    letters += count;
    if (run.bold) bold += count;
    if (run.italic) italic += count;
    if (run.mono) mono += count;
  }
  const [[size = 0] = []] = [...weigh].toSorted((a, b) => b[1] - a[1]);
  const rtl = isRightToLeftLine(runs, pageIsRtl);
  const main = runs.filter((run) => run.size >= size * 0.8 && run.size <= size * 1.6);
  const y = minOf(main.map((run) => run.y));
  const bottom = maxOf(main.map((run) => run.y + run.height));
  const ordered = inReadingOrder(runs, rtl);
  const spans = joinSpans(ordered, (run) => spanOf(run, size, y, bottom, runs.length));
  const text = spans.map((span) => span.text).join('');
  return {
    spans,
    text,
    isEntry: isEntryLine(ordered, text),
    x: minOf(runs.map((run) => run.x)),
    right: maxOf(runs.map((run) => run.x + run.width)),
    y,
    bottom,
    size,
    bold: bold > letters * 0.95,
    italic: italic > letters * 0.95,
    mono: mono > letters * 0.9,
    rtl,
  };
}

// Rows further up than these many are no longer a run's own: keeps the search linear.
const ROWS_BACK = 6;

/** Runs that stand beside each other, row by row from top to bottom. */
export function rowsOf(runs: readonly TextRun[]): TextRun[][] {
  const rows: TextRun[][] = [];
  for (const run of runs.toSorted((a, b) => a.y + a.height - b.y - b.height)) {
    let row: TextRun[] | undefined;
    for (let at = rows.length - 1; at >= Math.max(0, rows.length - ROWS_BACK) && row === undefined; at -= 1) {
      // Only the row's last members: a hostile page may have 100,000 in one.
      const near = rows[at]?.slice(-60) ?? [];
      if (near.some((member) => isBeside(member, run) && !overlapsAcross(member, run))) row = rows[at];
    }
    if (row === undefined) rows.push([run]);
    else row.push(run);
  }
  return rows;
}

/** The lines that runs of one column make, from top to bottom. */
export function composeLines(runs: readonly TextRun[], pageIsRtl: boolean): TextLine[] {
  return rowsOf(runs)
    .map((row) => makeLine(row, pageIsRtl))
    .toSorted((a, b) => a.y + a.bottom - b.y - b.bottom);
}

/** Whether most of one run lies over the other, so that they are no neighbours in a line. */
function overlapsAcross(one: TextRun, other: TextRun): boolean {
  const overlap = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  return overlap > 0.5 * Math.min(one.width, other.width);
}
