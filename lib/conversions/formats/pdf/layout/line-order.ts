import { appendAll } from '../../../base/arrays.ts';
import { hasMirroredBrackets, mirrorBrackets, rightToLeftShare } from '../../../base/right-to-left.ts';
import { isApart, type TextRun } from './text-run.ts';

/** What a run is for the order of a line (UAX 9): right-to-left, left-to-right, a number, or signs that take either side. */
type Direction = 'right' | 'left' | 'number' | 'sign';

function directionOf({ text }: TextRun): Direction {
  if (!/[\p{L}\p{N}]/u.test(text)) return 'sign';
  if (rightToLeftShare(text) >= 0.5) return 'right';
  return /\p{L}/u.test(text) ? 'left' : 'number';
}

// Signs that stand at the end of what they follow: at the left of it in a line read from the right.
const STARTS_WITH_SIGN = /^\s*[.,:;!?…،؛؟]/u;
const ENDS_WITH_SIGN = /[.,:;!?…،؛؟]\s*$/u;

/** Whether a line is read from the right: where scripts are mixed, its last sign tells. */
export function isRightToLeftLine(runs: readonly TextRun[], pageIsRtl: boolean): boolean {
  const share = rightToLeftShare(runs.map((run) => run.text).join(' '));
  if (share > 0.5 || share <= 0.1) return share > 0.5;
  const seen = runs.toSorted((a, b) => a.x - b.x);
  const [first] = seen;
  const last = seen.at(-1);
  const isLeftEnd =
    first !== undefined && STARTS_WITH_SIGN.test(first.text) && directionOf(first) !== 'right';
  const isRightEnd = last !== undefined && ENDS_WITH_SIGN.test(last.text) && directionOf(last) !== 'right';
  return isLeftEnd === isRightEnd ? pageIsRtl : isLeftEnd;
}

const LEADING_SIGNS = /^[.,:;!?…%٪\s]+(?=\S)/u;
const TRAILING_SIGN = /[.,:;!?…\-–\s]/u;

/** The signs that end a text. */
function trailingSigns(text: string): string {
  let start = text.length;
  while (start > 0 && TRAILING_SIGN.test(text.charAt(start - 1))) start -= 1;
  return text.slice(start);
}

/**
 * Runs of another script in a line read from the right: signs at their ends stand on the line's side, not on their own.
 */
function turnEnds(runs: readonly TextRun[]): TextRun[] {
  const lead = LEADING_SIGNS.exec(runs[0]?.text ?? '')?.[0] ?? '';
  const trail = trailingSigns(runs.at(-1)?.text ?? '');
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
 * How far what begins at `from` and reads from the left goes on: over signs, where letters follow. A sign that is set close
 * to the word on its right ends what is read from the right. Numbers apart by signs are in the line's own order; so is one
 * left of words, such as the page in a table of contents, unless it is part of a name.
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
    if (direction === 'sign') {
      const isOfRight = after !== undefined && !isApart(run, after) && isApart(before, run);
      if (isOfRight && ENDS_CLAUSE.test(run.text)) break;
      if (!hasLetters && !WITHIN_NAME.test(run.text.trim())) break;
      continue;
    }
    const signs = runs.slice(end - 1, at + 1);
    const isClose = signs.every((each, index) => index === 0 || !isApart(signs[index - 1] ?? each, each));
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
    if (direction === 'right' || direction === 'sign') {
      const isWithin = directions[at - 1] === 'right' && directions[at + 1] === 'right';
      order.unshift(direction === 'right' || isWithin ? run : { ...run, text: run.text.trim() });
      at += 1;
      continue;
    }
    const end = endOfForeign(seen, directions, at);
    // Spaces within come in the order of the file, which is another one: for these, only places tell where words part.
    const stretch = turnEnds(seen.slice(at, end).map((each) => ({ ...each, text: each.text.trim() })));
    const last = stretch.at(-1);
    // The leftmost run is the last that the file names. Words follow on others, but are not joined to Latin ones.
    const isEnded = run.text.endsWith(' ') || directions.slice(at, end).includes('left');
    if (last !== undefined && directions[at - 1] === 'right' && isEnded)
      stretch[stretch.length - 1] = { ...last, text: `${last.text} ` };
    for (const each of stretch.toReversed()) order.unshift(each);
    at = end;
  }
  if (!hasMirroredBrackets(order.map((run) => run.text).join(''))) return order;
  return order.map((run) => ({ ...run, text: mirrorBrackets(run.text) }));
}

/** A line read from the left, the words of other scripts in it from the right. */
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
 * Runs of a line in the order in which it is read; each run reads in its own direction already. The reverse of the Unicode
 * Bidirectional Algorithm (UAX 9).
 */
export function inReadingOrder(runs: readonly TextRun[], rtl: boolean): TextRun[] {
  const seen = runs.toSorted((a, b) => a.x - b.x);
  return rtl ? fromTheRight(seen) : fromTheLeft(seen);
}
