import { type Direction, directionOf } from './leading-font.ts';

/** Lines that are set together as one paragraph; none where it is an empty line. */
export type LineGroup = Direction & {
  /** A line that is a list may be broken between its parts. */
  readonly lines: readonly (string | readonly string[])[];
};

// Typst breaks between words only. No word people write is this long, and at most sizes it still fits a line.
const LONGEST_WORD = 30;
const LONG_WORD = new RegExp(
  `[\\x21-\\x7e\\u00c0-\\u052f]{${LONGEST_WORD}}(?=[\\x21-\\x7e\\u00c0-\\u052f])`,
  'gu',
);

// The work on a paragraph grows faster than its length: one of half a million characters took 7 s, in pieces it takes 3.
const LONGEST_LINE = 2_000;
const LINES_TOGETHER = 100;
// Where a line may end without harm, best first.
const ENDS: readonly RegExp[] = [/[.!?؟۔।]\s|[。！？]/gu, /\s/gu];

/** Spaces that hold: of a run the last may be where the line breaks, all at the line's beginning stay. */
function holdSpaces(line: string): string {
  return line
    .replace(/^ +/, (run) => '\u00a0'.repeat(run.length))
    .replaceAll(/ {2,}/g, (run) => `${'\u00a0'.repeat(run.length - 1)} `);
}

/** A line in pieces that are not too long, ended after a sentence or a word where there is one. */
function piecesOf(line: string): string[] {
  if (line.length <= LONGEST_LINE) return [line];
  const pieces: string[] = [];
  let from = 0;
  while (line.length - from > LONGEST_LINE) {
    const piece = line.slice(from, from + LONGEST_LINE);
    let end = 0;
    for (const pattern of ENDS) {
      if (end > 0) break;
      for (const { index, 0: sign } of piece.matchAll(pattern)) end = index + sign.length;
    }
    if (end === 0) end = /[\ud800-\udbff]$/.test(piece) ? piece.length - 1 : piece.length;
    pieces.push(line.slice(from, from + end).trimEnd());
    from += end;
  }
  return [...pieces, line.slice(from)];
}

/** Prepares the lines of a text for the template: what stands between empty lines is one paragraph. */
export function groupLines(lines: readonly string[]): LineGroup[] {
  const groups: LineGroup[] = [];
  let open: (string | readonly string[])[] | undefined;
  let length = 0;
  for (const source of lines) {
    if (source === '') {
      groups.push({ lines: [] });
      open = undefined;
      continue;
    }
    const { rtl, lead } = directionOf(source);
    for (const piece of piecesOf(source)) {
      const held = holdSpaces(piece);
      const parts = held.replaceAll(LONG_WORD, '$&\0').split('\0');
      const line = parts.length === 1 ? held : parts;
      const last = groups.at(-1);
      length += piece.length;
      const joins = last?.rtl === rtl && last?.lead === lead && length <= LONGEST_LINE;
      if (open !== undefined && joins && open.length < LINES_TOGETHER) {
        open.push(line);
        continue;
      }
      open = [line];
      length = piece.length;
      groups.push({ lines: open, rtl, lead });
    }
  }
  return groups;
}
