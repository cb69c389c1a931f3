import { LONGEST_WORD } from '../../../shared/page-layout/join-lines.ts';
import type { TextLine } from '../../../shared/page-layout/text-line.ts';
import type { TextRun } from '../../../shared/page-layout/text-run.ts';
import { isContent } from './element-kinds.ts';
import type { TagElement, TaggedContent } from './tag-tree.ts';

// Minimum characters of a line of running text, minimum number of such lines that end with a space, and minimum share of them.
const LONG_LINE = 30;
const MIN_SPACES = 3;
const SPACES = 0.95;
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

/** A line, or a part of one. */
type Piece = Pick<TextLine, 'text' | 'x' | 'right'>;

/** How the lines of a file end: programs that write the spaces at line ends show which words are cut. */
export interface LineEnds {
  /** What is between two lines of an element. Undefined if the file does not show it. */
  readonly seamOf: (line: Piece, next: Piece, width: number) => 'space' | 'none' | undefined;
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

/**
 * Returns how the lines of a tree end.
 *
 * @param runsOf returns the runs of content, in their order
 */
export function lineEndsOf(
  root: TagElement,
  runsOf: (content: TaggedContent) => readonly TextRun[],
): LineEnds {
  let [long, spaces, cut] = [0, 0, 0];
  const count = (run: TextRun, next: TextRun): void => {
    if (next.y < run.y + run.height * LINE_STEP) return;
    const hasSpace = run.text.endsWith(' ');
    const isProse = run.text.length >= LONG_LINE && run.text.trim().includes(' ');
    if (isProse && !HYPHEN_END.test(run.text)) {
      long += 1;
      if (hasSpace) spaces += 1;
    } else if (!isProse && !hasSpace) {
      const [one, other] = [pieceOf(run), pieceOf(next)];
      if (isWord(one, other) && isCut(one, other, Math.max(run.width, next.width))) cut += 1;
    }
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
        if (before !== undefined) count(before, run);
        before = run;
      }
    }
  };
  visit(root);
  const hasSpaces = spaces >= MIN_SPACES && spaces >= long * SPACES;
  return {
    seamOf: (line, next, width) => {
      if (RANGE_END.test(line.text.trimEnd()) && RANGE_START.test(next.text)) return 'none';
      if (!hasSpaces) return undefined;
      if (line.text.endsWith(' '))
        return DIVIDED_END.test(line.text) && SMALL_START.test(next.text) ? undefined : 'space';
      const areCut = cut >= MIN_CUT;
      // A line may end after a minus sign although it has room for more.
      if (areCut && MINUS_END.test(line.text) && DIGIT_START.test(next.text)) return 'none';
      const isOne = isWord(line, next) || (areCut && !CAPITAL_START.test(next.text));
      return isOne && isCut(line, next, width) ? 'none' : undefined;
    },
  };
}
