import { appendAll } from '../../base/arrays.ts';
import { hasMirroredBrackets, mirrorBrackets, rightToLeftShare } from '../../base/right-to-left.ts';
import { isApart, type TextRun } from './text-run.ts';

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

/** Returns true if a line is read from right to left. If scripts are mixed, the last punctuation mark decides. */
export function isRightToLeftLine(runs: readonly TextRun[], pageIsRtl: boolean): boolean {
  const share = rightToLeftShare(runs.map((run) => run.text).join(' '));
  if (share > RIGHT_TO_LEFT || share <= FEW_RIGHT_TO_LEFT) return share > RIGHT_TO_LEFT;
  const seen = runs.toSorted((a, b) => a.x - b.x);
  const [first] = seen;
  const last = seen.at(-1);
  const isLeftEnd =
    first !== undefined && STARTS_WITH_PUNCTUATION.test(first.text) && directionOf(first) !== 'right';
  const isRightEnd =
    last !== undefined && ENDS_WITH_PUNCTUATION.test(last.text) && directionOf(last) !== 'right';
  return isLeftEnd === isRightEnd ? pageIsRtl : isLeftEnd;
}

const LEADING_PUNCTUATION = /^[.,:;!?…%٪\s]+(?=\S)/u;
const TRAILING_PUNCTUATION = /[.,:;!?…\-–\s]/u;

/** Returns the punctuation at the end of a text. */
function trailingPunctuation(text: string): string {
  let start = text.length;
  while (start > 0 && TRAILING_PUNCTUATION.test(text.charAt(start - 1))) start -= 1;
  return text.slice(start);
}

/**
 * Moves punctuation at the ends of left-to-right runs to the side where a right-to-left line has it.
 */
function moveEndPunctuation(runs: readonly TextRun[]): TextRun[] {
  const lead = LEADING_PUNCTUATION.exec(runs[0]?.text ?? '')?.[0] ?? '';
  const trail = trailingPunctuation(runs.at(-1)?.text ?? '');
  if (lead === '' && trail === '') return [...runs];
  return runs.map((run, at) => {
    const isFirst = at === 0;
    const isLast = at === runs.length - 1;
    const core = run.text.slice(
      isFirst ? lead.length : 0,
      isLast && trail !== '' ? -trail.length : undefined,
    );
    return { ...run, text: `${isFirst ? trail : ''}${core}${isLast ? lead : ''}` };
  });
}

const ENDS_CLAUSE = /^[^\p{L}\p{N}]*[.,:;!?،؛؟]/u;
const WITHIN_NAME = /^[./:@_~#-]+$/;

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
      const isOfRight = after !== undefined && !isApart(run, after) && isApart(before, run);
      if (isOfRight && ENDS_CLAUSE.test(run.text)) break;
      if (!hasLetters && !WITHIN_NAME.test(run.text.trim())) break;
      continue;
    }
    const stretch = runs.slice(end - 1, at + 1);
    const isClose = stretch.every((each, index) => index === 0 || !isApart(stretch[index - 1] ?? each, each));
    if (at > end && !hasLetters && !(direction === 'left' && isClose)) break;
    hasLetters ||= direction === 'left';
    end = at + 1;
  }
  return end;
}

function fromTheRight(seen: readonly TextRun[]): TextRun[] {
  const directions = seen.map(directionOf);
  const order: TextRun[] = [];
  for (let at = 0; at < seen.length; ) {
    const run = seen[at];
    if (run === undefined) break;
    const direction = directions[at];
    if (direction === 'right' || direction === 'neutral') {
      const isWithin = directions[at - 1] === 'right' && directions[at + 1] === 'right';
      order.unshift(direction === 'right' || isWithin ? run : { ...run, text: run.text.trim() });
      at += 1;
      continue;
    }
    const end = endOfForeign(seen, directions, at);
    // Spaces are in the order of the file, so only positions show where words end.
    const stretch = moveEndPunctuation(
      seen.slice(at, end).map((each) => ({ ...each, text: each.text.trim() })),
    );
    const last = stretch.at(-1);
    // The leftmost run is the last one in the file. Add a space before the right-to-left word that follows.
    const isEnded = run.text.endsWith(' ') || directions.slice(at, end).includes('left');
    if (last !== undefined && directions[at - 1] === 'right' && isEnded)
      stretch[stretch.length - 1] = { ...last, text: `${last.text} ` };
    for (const each of stretch.toReversed()) order.unshift(each);
    at = end;
  }
  if (!hasMirroredBrackets(order.map((run) => run.text).join(''))) return order;
  return order.map((run) => ({ ...run, text: mirrorBrackets(run.text) }));
}

/** Orders a left-to-right line. Right-to-left words in it are read from the right. */
function fromTheLeft(seen: readonly TextRun[]): TextRun[] {
  const directions = seen.map(directionOf);
  if (!directions.includes('right')) return [...seen];
  const order: TextRun[] = [];
  for (let at = 0; at < seen.length; ) {
    let end = at + 1;
    if (directions[at] === 'right')
      for (let next = end; next < seen.length && directions[next] !== 'left'; next += 1)
        if (directions[next] === 'right') end = next + 1;
    appendAll(order, seen.slice(at, end).toReversed());
    at = end;
  }
  return order;
}

/**
 * Sorts the runs of a line in reading order; the text of each run already is. Reverses the Unicode Bidirectional
 * Algorithm (UAX 9).
 */
export function inLogicalOrder(runs: readonly TextRun[], rtl: boolean): TextRun[] {
  const seen = runs.toSorted((a, b) => a.x - b.x);
  return rtl ? fromTheRight(seen) : fromTheLeft(seen);
}
