import { maxOf } from '../../../base/arrays.ts';
import { LONGEST_WORD } from '../../../shared/page-layout/join-lines.ts';
import { endsEarly } from '../../../shared/page-layout/text-blocks.ts';
import type { TextLine } from '../../../shared/page-layout/text-line.ts';
import type { TextRun } from '../../../shared/page-layout/text-run.ts';
import { isContent } from './element-kinds.ts';
import type { TagElement, TaggedContent } from './tag-tree.ts';

// Minimum characters of a line of running text, minimum number of such lines that end in one way, and minimum share of them.
const LONG_LINE = 30;
const MIN_LINES = 3;
const USUAL = 0.95;
// Minimum number of words that are cut, so that numbers and signs are too.
const MIN_CUT = 3;
// Minimum distance between lines, in heights.
const LINE_STEP = 0.5;
// Maximum width of a character, in those of its line.
const WIDEST = 2;
const HYPHEN_END = /[-\u2010-\u2014/]$/;
// A hyphen before a space, if a small letter follows, may be that of a word that is divided.
const DIVIDED_END = /[-\u2010] $/;
const SMALL_START = /^\p{Ll}/u;
const MINUS_END = /[-\u2012-\u2014\u2212]$/;
const DIGIT_START = /^\d/;
// A number whose last thousands are incomplete, and the first number of a range in parentheses.
const THOUSANDS_END = /,\d{3},\d{1,2}$/;
const RANGE_END = /\([\d.,]{1,20}$/;
const RANGE_START = /^[-\u2013](?:\d|$)/;
// Of a word that follows a space or begins a line.
const CAPITAL_START = /^[\p{Lu}\p{Lt}]/u;
// Scripts without spaces, and those that are read from the right.
const CASELESS = /^\p{Lo}|\p{Lo}$/u;
// Maximum distance between the starts of the lines of one column, in points.
const SAME_START = 2;

/** A line, or a part of one. */
type Piece = Pick<TextLine, 'text' | 'x' | 'right'>;

const NOTHING: Piece = { text: '', x: 0, right: 0 };

/** A run, and the one after it, which starts a new line. */
interface LineEnd {
  readonly run: TextRun;
  readonly next: TextRun;
  readonly page: number;
}

/** How the lines of a file end: programs that write the spaces at line ends show which words are cut. */
export interface LineEnds {
  /** What is between two lines of an element. Undefined if the file does not show it. */
  readonly seamOf: (line: Piece, next: Piece, width: number) => 'space' | 'none' | undefined;
  /** Returns true if the author of a page ended the line between two runs of an element. */
  readonly isBreak: (before: TextRun, run: TextRun, page: number) => boolean;
}

const widthOf = ({ x, right }: Piece): number => right - x;

/** Returns the width of some characters of a line, by their number. */
const shareOf = (piece: Piece, text: string): number =>
  (widthOf(piece) * text.length) / Math.max(1, piece.text.trim().length);

const lastWord = (text: string): string => text.slice(-LONGEST_WORD).split(' ').at(-1) ?? '';
const firstWord = (text: string): string => text.slice(0, LONGEST_WORD).split(' ', 1)[0] ?? '';

/** Returns true if a line is full, and the word at its end and the start of the next one would not fit on a line. */
function isCut(line: Piece, next: Piece, width: number): boolean {
  const room = width - widthOf(line);
  const [end, start] = [lastWord(line.text), firstWord(next.text)];
  return (
    shareOf(next, start.slice(0, 1)) * WIDEST > room && shareOf(line, end) + shareOf(next, start) > width
  );
}

/** Returns true for parts of one word or number. */
const isWord = (line: Piece, next: Piece): boolean =>
  (/\p{L}$/u.test(line.text) && SMALL_START.test(next.text)) ||
  (THOUSANDS_END.test(line.text) && DIGIT_START.test(next.text));

const pieceOf = ({ text, x, width }: TextRun): Piece => ({ text, x, right: x + width });

/** Returns true if a run begins another line. */
const isOnNext = (before: TextRun, run: TextRun): boolean => run.y >= before.y + before.height * LINE_STEP;

const haveOneStyle = (one: TextRun, other: TextRun): boolean =>
  one.bold === other.bold &&
  one.italic === other.italic &&
  one.mono === other.mono &&
  one.href === other.href &&
  one.size === other.size;

/**
 * Returns how the lines of a tree end.
 *
 * @param runsOf returns the runs of content, in their order
 */
export function lineEndsOf(
  root: TagElement,
  runsOf: (content: TaggedContent) => readonly TextRun[],
): LineEnds {
  const ends: LineEnd[] = [];
  // The right edges of lines, by page and by where the lines below them start.
  const rights = new Map<number, Map<number, number>>();
  const add = (run: TextRun, next: TextRun, page: number): void => {
    if (!isOnNext(run, next)) return;
    ends.push({ run, next, page });
    const ofPage = rights.get(page) ?? new Map<number, number>();
    rights.set(page, ofPage);
    const start = Math.round(next.x);
    ofPage.set(start, Math.max(ofPage.get(start) ?? 0, run.x + run.width));
  };
  const visit = ({ kids }: TagElement): void => {
    let before: TextRun | undefined;
    for (const kid of kids) {
      if (!isContent(kid)) {
        visit(kid);
        before = undefined;
        continue;
      }
      for (const run of runsOf(kid)) {
        if (before !== undefined) add(before, run, kid.page);
        before = run;
      }
    }
  };
  visit(root);
  /** Returns true if the start of a line would have been within the edge of the line above it. */
  const isEarly = ({ run, next, page }: LineEnd, start: Piece = pieceOf(next)): boolean => {
    const ofPage = rights.get(page);
    const x = Math.round(next.x);
    const near = Array.from({ length: 2 * SAME_START + 1 }, (_, at) => ofPage?.get(x + at - SAME_START) ?? 0);
    const line = { ...pieceOf(run), size: run.size, rtl: false };
    return endsEarly(line, start, { left: next.x, right: maxOf(near) });
  };

  const counts = { space: 0, noSpace: 0, whole: 0, split: 0, cut: 0 };
  for (const end of ends) {
    const { run, next } = end;
    const hasSpace = run.text.endsWith(' ');
    const isProse = run.text.length >= LONG_LINE && run.text.trim().includes(' ');
    if (isProse && !HYPHEN_END.test(run.text) && !isEarly(end)) {
      if (hasSpace) counts.space += 1;
      // LibreOffice omits a space that would be beyond the edge.
      else if (isEarly(end, NOTHING)) counts.noSpace += 1;
      if (run.mark === next.mark) counts.whole += 1;
      else counts.split += 1;
    } else if (!isProse && !hasSpace) {
      const [one, other] = [pieceOf(run), pieceOf(next)];
      if (isWord(one, other) && isCut(one, other, Math.max(run.width, next.width))) counts.cut += 1;
    }
  }
  const isUsual = (lines: number, others: number): boolean =>
    lines >= MIN_LINES && lines >= (lines + others) * USUAL;
  const hasSpaces = isUsual(counts.space, counts.noSpace);
  // Chromium: a piece of content has several lines, unless its author ended them.
  const areWhole = isUsual(counts.whole, counts.split);
  return {
    isBreak: (before, run, page) => {
      if (!isOnNext(before, run) || CASELESS.test(before.text) || CASELESS.test(run.text)) return false;
      const isEnded = hasSpaces
        ? !/[ \u00ad]$/.test(before.text) && !HYPHEN_END.test(before.text)
        : areWhole && before.mark !== run.mark && haveOneStyle(before, run);
      return isEnded && isEarly({ run: before, next: run, page });
    },
    seamOf: (line, next, width) => {
      if (RANGE_END.test(line.text.trimEnd()) && RANGE_START.test(next.text)) return 'none';
      if (!hasSpaces) return undefined;
      if (line.text.endsWith(' '))
        return DIVIDED_END.test(line.text) && SMALL_START.test(next.text) ? undefined : 'space';
      const areCut = counts.cut >= MIN_CUT;
      // A line may end after a minus sign although it has room for more.
      if (areCut && MINUS_END.test(line.text) && DIGIT_START.test(next.text)) return 'none';
      const isOne = isWord(line, next) || (areCut && !CAPITAL_START.test(next.text));
      return isOne && isCut(line, next, width) ? 'none' : undefined;
    },
  };
}
