import { directionOf, leadRuns } from '../../../backends/fonts/leading-font.ts';

/** A piece of a paragraph: text, text with a preferred font, or 0 for a point where a word may be broken. */
type ParagraphPart = string | readonly [lead: string, text: string] | 0;

/** Lines in one direction that are laid out as one paragraph. An empty line has no parts. */
interface LineGroup {
  readonly rtl?: true | undefined;
  /** Text in which line feeds end lines. */
  readonly parts: readonly ParagraphPart[];
}

// Typst breaks only between words. Real words are shorter than this, and it fits on a line at most font sizes.
const LONGEST_WORD = 30;
const LONG_WORD = new RegExp(
  `[\\x21-\\x7e\\u00c0-\\u052f]{${LONGEST_WORD}}(?=[\\x21-\\x7e\\u00c0-\\u052f])`,
  'gu',
);

// Layout time is superlinear in the paragraph length: 500,000 characters took 7 s as one paragraph, 3 s in pieces.
const LONGEST_LINE = 2_000;
const LINES_TOGETHER = 100;
// Characters to split a line after, best first.
const ENDS: readonly RegExp[] = [/[.!?؟۔।]\s|[。！？]/gu, /\s/gu];

/** Preserves spaces: only the last of a run may be a line break, and leading spaces are kept. */
function holdSpaces(line: string): string {
  return line
    .replace(/^ +/, (run) => '\u00a0'.repeat(run.length))
    .replaceAll(/ {2,}/g, (run) => `${'\u00a0'.repeat(run.length - 1)} `);
}

/** Splits a long line into pieces, after a sentence or a word if possible. */
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

interface OpenPart {
  readonly lead: string | undefined;
  text: string;
}

function addText(parts: (OpenPart | 0)[], lead: string | undefined, text: string): void {
  const last = parts.at(-1);
  if (last !== undefined && last !== 0 && last.lead === lead) last.text += text;
  else parts.push({ lead, text });
}

function addLine(parts: (OpenPart | 0)[], line: string): void {
  for (const { lead, text } of leadRuns(holdSpaces(line))) {
    for (const [index, piece] of text.replaceAll(LONG_WORD, '$&\0').split('\0').entries()) {
      if (index > 0) parts.push(0);
      addText(parts, lead, piece);
    }
  }
}

/** Converts lines of text to template data. Empty lines separate paragraphs. */
export function groupLines(lines: readonly string[]): LineGroup[] {
  const groups: { rtl?: true | undefined; parts: (OpenPart | 0)[] }[] = [];
  let open: (OpenPart | 0)[] | undefined;
  let count = 0;
  let length = 0;
  for (const source of lines) {
    if (source === '') {
      groups.push({ parts: [] });
      open = undefined;
      continue;
    }
    const { rtl } = directionOf(source);
    for (const piece of piecesOf(source)) {
      length += piece.length;
      const last = open?.at(-1);
      if (
        open !== undefined &&
        groups.at(-1)?.rtl === rtl &&
        length <= LONGEST_LINE &&
        count < LINES_TOGETHER
      ) {
        addText(open, last === 0 ? undefined : last?.lead, '\n');
      } else {
        open = [];
        length = piece.length;
        count = 0;
        groups.push({ rtl, parts: open });
      }
      addLine(open, piece);
      count += 1;
    }
  }
  return groups.map(({ rtl, parts }) => ({
    rtl,
    parts: parts.map((part) =>
      part === 0 ? part : part.lead === undefined ? part.text : ([part.lead, part.text] as const),
    ),
  }));
}
