import type { CountTokens } from './tokens.ts';

/** Where a text is cut. A row ends with a line end, a cell with a tab or a line end. */
export type Boundary = 'row' | 'cell' | 'sentence';

const boundaryEnds: Readonly<Record<Boundary, RegExp>> = {
  row: /\n/gu,
  cell: /[\t\n]/gu,
  sentence: /[.!?؟][ \n]|[。！？\n]/gu,
};

/** Characters of a token of long words. A text that has more is not counted but taken for longer than the limit. */
const MAX_CHARACTERS_PER_TOKEN = 16;

/** Returns the tokens of a text, or infinity if its length alone exceeds `limit` tokens. */
export const tokensWithin = (text: string, limit: number, count: CountTokens): number =>
  text.length > limit * MAX_CHARACTERS_PER_TOKEN ? Number.POSITIVE_INFINITY : count(text);

/** Returns the ends of the rows, cells or sentences of a part of a text. The last end is that of the part. */
export function* endsOf(text: string, start: number, end: number, boundary: Boundary): Generator<number> {
  let last = start;
  for (const match of text.slice(start, end).matchAll(boundaryEnds[boundary])) {
    last = start + match.index + match[0].length;
    yield last;
  }
  if (last < end) yield end;
}

/** Returns where to cut a text, at most at `limit`: at a space in its second half, or else between characters. */
function wordEnd(text: string, start: number, limit: number): number {
  const space = text.lastIndexOf(' ', limit - 1) + 1;
  if (space > (start + limit) / 2) return space;
  return /[\ud800-\udbff]/.test(text.charAt(limit - 1)) && limit - 1 > start ? limit - 1 : limit;
}

/** Returns the end of the longest part from `start` that has at most `limit` tokens and ends at a word, and its tokens. */
export function longestPart(
  text: string,
  start: number,
  end: number,
  limit: number,
  count: CountTokens,
): readonly [end: number, tokens: number] {
  let stop = Math.min(end, start + limit * MAX_CHARACTERS_PER_TOKEN);
  if (stop < end) stop = wordEnd(text, start, stop);
  let tokens = count(text.slice(start, stop));
  // A single character always fits.
  while (tokens > limit && stop - start > 2) {
    stop = wordEnd(text, start, start + Math.max(2, Math.floor(((stop - start) * limit) / tokens)));
    tokens = count(text.slice(start, stop));
  }
  return [stop, tokens];
}
